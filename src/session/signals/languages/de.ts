import { fragments, type LanguageWords } from "../language.ts";
import { NO_WORDS, sentencesFrom } from "./sparse.ts";

export const german: LanguageWords = {
  ...NO_WORDS,
  tag: "de",
  letter: /[äöüßÄÖÜ]/u,
  common:
    "der die das und ist nicht ein eine den dem mit für auf ich wir es zu sich bitte auch wird sind noch aber wenn kann beim".split(
      " ",
    ),
  narration: fragments`ich (?:werde|prüfe|schaue|sehe|lese|suche|starte)(?: jetzt| nun| mir)? / lass mich / jetzt (?:prüfe|schaue|lese) ich / (?:gut|ok|super|perfekt),? (?:ich|dann)`,
  greetings: fragments`(?:hallo|hi|hey|servus|moin|grüß dich|grüezi)(?: (?:zusammen|nochmal|wieder|claude|alle))* / guten (?:morgen|tag|abend)(?: zusammen)?`,
  goAhead: fragments`(?:ja|ok|okay|gut|super|danke|weiter|mach|bitte|passt|genau|hallo|und)+`,
  fillers: fragments`jetzt / nun / und / aber / gut / danke / super / ach / übrigens / außerdem / dann / als nächstes`,
  requestStart: fragments`
    (?:füge?|änd(?:ere|er)|beheb(?:e)?|korrigiere?|bau(?:e)?|erstelle?|schreibe?|prüfe?|entferne?|lösche?|ersetze?|verschiebe?|benenne?|aktualisiere?|teste?|richte?|implementiere?|verwende?|nutze?|mache?|zeige?|erkläre?|überarbeite?|refaktoriere?|repariere?|ergänze?|erweitere|starte?|räum(?:e)?|schau(?:e)?|sorge?|stelle?)
  `,
  requestAnywhere: fragments`(?:kannst|könntest|könnten|würdest) (?:du|sie|wir) / bitte / wir (?:müssen|sollten|brauchen) / ich (?:möchte|will|brauche)`,
  politeStart: fragments`(?:kannst|könntest|würdest) du(?: bitte| mal)* / bitte`,
  humanDecision: fragments`(?:nimm|nutze|verwende|behalte) .{2,60}(?:statt|anstatt) / statt / anstatt / immer / niemals / nie / wir (?:nehmen|bleiben bei|verwenden|nutzen) / (?:muss|darf|soll) (?:immer|nie|nicht)`,
  agentDecision: fragments`(?:ich habe|wir haben) (?:mich|uns) (?:für|entschieden) / statt / anstatt / bewusst / absichtlich / nicht mehr`,
  decided: fragments`(?:wir haben|ich habe) (?:uns |mich )?(?:entschieden|beschlossen) / entscheidung:`,
  binding: fragments`immer / niemals / nie / nur / statt / muss / nicht mehr / standardmäßig`,
  reason: fragments`weil / damit / da sonst / denn / um zu / sonst`,
  pickStart: fragments`
    (?:(?:ja|ok(?:ay)?|gut|super|bitte|lass|uns|mach|mache|nimm|nehmen|wir|ich|nehme|beginne|mit|starte|option|variante|nummer|punkt)[,.:!]*\s+){1,12}
  `,
  afterPick: fragments`(?:option|variante|punkt)(?=[,.;:!]|$) / bitte / aber / und / zuerst / dann / klingt / passt / ist (?:gut|besser)`,
  pickPraise: fragments`(?:option|variante|punkt|bitte)[.!]?$ / (?:klingt|ist|passt) (?:gut|besser|am besten)`,
  pickEnd: fragments`(?:mach|nimm|behebe|implementiere|beginne mit|option|punkt)$`,
  ordinals: fragments`(?:(?:der|die|das|den) )?erste[nrs]?(?: option| variante| punkt)? / (?:(?:der|die|das|den) )?zweite[nrs]?(?: option| variante| punkt)? / (?:(?:der|die|das|den) )?dritte[nrs]?(?: option| variante| punkt)?`,
  questionStart: fragments`(?:warum|was|wie|welche[rs]?|wer|wann|wo|ist|sind|kann|könnte|gibt)\s`,
  hedge: fragments`vielleicht / möglicherweise / wahrscheinlich / vermutlich / könnte / eventuell / ich glaube / scheint`,
  refutes: fragments`
    (?:ist|war|sind|waren|lag|liegt) (?:es )?(?:also |doch |aber )?nicht (?:die |das |der |daran|am |an )?(?:\p{L}+ )?(?:ursache|problem|fehler|grund|schuld|schuldig|daran|am|an)
    nichts (?:damit |mit .{2,40} )?zu tun / ausgeschlossen / falscher alarm / falsche fährte
    (?:meine|die|diese) (?:vermutung|annahme|hypothese|theorie) (?:ist|war) falsch / ich (?:lag|habe mich) (?:falsch|geirrt) / hat sich nicht bestätigt
  `,
  corrects: fragments`
    nein,? (?:es|das) (?:ist|war|lag|liegt) / in wirklichkeit / tatsächlich (?:ist|war|lag|liegt)
    die (?:wahre|eigentliche|wirkliche|tatsächliche) ursache / (?:stellte|stellt) sich heraus
  `,
  causeNoun: fragments`ursache / problem / fehler / grund / schuld / vermutung / annahme / hypothese / theorie / der / die / das / es / doch / also / gar`,
  rule: fragments`
    immer / niemals / nie / (?:ab|von) (?:jetzt|nun|sofort|heute)(?: an)? / für die zukunft(?=[,:]) / künftig / zukünftig / in zukunft / jedes ?mal / grundsätzlich
    standardmäßig / in der regel / (?:vor|nach) jede[mnr]
  `,
  houseRule: fragments`
    (?:in|für) (?:diesem|dieses|unserem|unser) (?:repo(?:sitory)?|projekt|code|team),? (?:wir|bitte|immer|nie|niemals|nutzen|verwenden|schreiben|gilt)
    bei uns (?:gilt|wird|werden|ist) / unsere (?:regel|konvention) ist / wir (?:immer|nie|niemals)
    wir \p{L}+ (?:hier )?(?:immer|nie|niemals|grundsätzlich) / (?:ich|wir) bevorzuge[n]? / mir (?:ist|wäre) .{2,60} lieber
  `,
  decidedByHuman: fragments`
    (?:nimm|nutze|nutz|verwende|behalte|nehmen wir|lass uns|wir (?:nehmen|nutzen|verwenden|behalten)) .{2,80}(?:statt|anstatt|anstelle)
    wir (?:bleiben bei|setzen auf|steigen um auf|wechseln (?:zu|auf)|verzichten auf|stellen .{2,60} um) / wir werden .{2,60}(?:einsetzen|übernehmen|verwenden|umstellen)
    (?:kein\p{L}*|nicht) .{2,80}, sondern / (?:darf|dürfen|soll|sollen|muss|müssen) (?:nie|niemals|immer) / abwärtskompatib\p{L}+ .{0,20}nicht (?:nötig|notwendig)
  `,
  convention: fragments`(?:invariante|konvention|regel|vereinbarung)(?: hier)?(?: ist| lautet| war)?,? dass / (?:konvention|regel)(?: hier)?:`,
  told: fragments`
    bitte / du (?:sollst|solltest|musst|darfst) / ich (?:will|möchte|bevorzuge|erwarte) / (?:muss|müssen|soll|sollen|darf|dürfen) / nicht vergessen
    (?:antworte|schreib|schreibe|nutze|nutz|verwende|führe|mach|mache|prüfe|frag|frage|lass|starte|benutze|teste|committe|lege|halte|gib)
  `,
  ofProduct: fragments`der / die / das / ein / eine / jede[rs]? / alle`,
  manner: fragments`antworte\p{L}* / erkläre\p{L}* / sprache / tonfall / knapp / kurz / deutsch / englisch / kommentare?`,
  onceOnly: fragments`
    diesmal / noch nicht / dieses mal / vorerst / fürs erste / jetzt gerade / heute / gerade / vorübergehend / hier
    in (?:dieser|diesem|diese) (?:datei|fall|test|commit|stelle|funktion)
  `,
  reproof: fragments`
    (?:nein,? )?(?:bitte )?(?:nutze|verwende|schreibe?|mache?|füge|ändere|committe|lösche|benutze|starte) .{2,60}(?:nicht|kein\p{L}*|statt)
    (?:nein,? )?(?:bitte )?(?:hör auf|lass das|kein\p{L}*) \p{L}+
  `,
  notKept: fragments`
    (?:bitte )?(?:merk|merke|notier|notiere) dir (?:bitte )?(?:nichts|kein\p{L}*|nicht)
    (?:bitte )?(?:merk|merke|notier|notiere) dir (?:bitte )?(?:das|dies|es|(?:diese[nrms]?|den|die|das) \p{L}+)(?: bitte| hier)* nicht
    (?:das|dies|es|diese[nrms]? \p{L}+) (?:musst|sollst|sollt|brauchst) (?:du|ihr) (?:dir |euch )?nicht (?:zu )?merken
    (?:bitte )?(?:nicht|nichts)(?: davon)? merken / (?:bitte )?(?:speichere|behalte|schreibe?) .{1,40}nicht (?:im|ins) (?:gedächtnis|speicher)
  `,
  roles: fragments`\p{L}*(?:leiter|leiterin|chef|chefin|entwickler|entwicklerin|designer|designerin|admin|lead|verantwortlich\p{L}*|kunde|kundin|kollege|kollegin)`,
  owns: fragments`
    (?:prüft|betreut|verantwortet|leitet|verwaltet|pflegt|genehmigt|reviewt) / (?:kümmert sich um|ist (?:zuständig|verantwortlich) für) / ist für .{2,60}(?:zuständig|verantwortlich)
  `,
  ownedBy: fragments`kümmert sich / zuständig ist`,
  infrastructure: fragments`
    server / host / datenbank / cluster / staging / produktion / prod / maschine / warteschlange / ci / runner / proxy / domain / vpn
    \p{L}{3,}server / postgres(?:ql)? / redis
  `,
  runsOn: fragments`(?:läuft|liegt|steht|lebt) (?:auf|unter|bei|hinter|in) / lauscht auf / erreichbar (?:unter|über) / port (?:ist|\d+)`,
  thisProject: fragments`(?:dieses|das|unser) (?:projekt|repo(?:sitory)?|programm|paket) ist / (?:diese|unsere) (?:app|anwendung|bibliothek|seite|webseite) ist / das hier ist(?= (?:ein|eine|unser|unsere) )`,
  projectNouns: fragments`api / app / anwendung / dienst / werkzeug / bibliothek / webseite / shop / plattform / spiel / system / monorepo / projekt`,
  correcting: fragments`
    (?:korrektur|berichtigung|richtigstellung|ich korrigiere(?: mich)?)(?=\s*[:,;.—–-])
    (?:nein,? )?das (?:stimmt|passt) (?:so |aber |leider )*nicht(?: ganz| mehr)?(?=\s*[:,;.—–-])
    (?:nein,? )?das ist (?:so |leider )*(?:falsch|nicht (?:richtig|korrekt|wahr))(?=\s*[:,;.—–-])
    (?:nein,? )?(?:du (?:irrst dich|liegst falsch)|da (?:irrst du dich|liegst du falsch))(?=\s*[:,;.—–-])
  `,
  objecting: fragments`nein(?=\s*[:,;.—–-]) / falsch(?=\s*[:,;.—–-]) / (?:in wirklichkeit|eigentlich|tatsächlich),?`,
  contrast: [
    { pattern: "(.*?)nicht (?:mehr )?(.+?),? sondern (?:jetzt |auf |in )?(.+)", say: "$1$3", old: 2 },
    {
      pattern: "(.+?)(?:, ?(?:und |aber )?| und | aber | (?=nicht \\p{Nd}))nicht (?:mehr )?(.+)",
      say: "$1",
      old: 2,
    },
    { pattern: "(.+?),? (?:statt|anstatt|anstelle von) (.+)", say: "$1", old: 2 },
  ],
  cause: fragments`(?:die |das |der )?(?:ursache|problem|fehler|grund)(?: ist| war| liegt|:) / liegt daran / wegen / weil`,
  finding: fragments`schlägt fehl / fehlt / funktioniert nicht / wird nie / wird nicht / ist kaputt / veraltet`,
  doneStart: fragments`(?:hinzugefügt|behoben|geändert|erstellt|entfernt|ersetzt|aktualisiert|umgestellt|erledigt|fertig)`,
  doneAnywhere: fragments`alle tests (?:laufen|sind grün|bestehen) / ist (?:jetzt )?(?:behoben|erledigt|fertig|umgesetzt) / (?:habe|hat|wurde) .{2,80}(?:hinzugefügt|behoben|geändert|erstellt|entfernt|ersetzt|umgestellt)`,
  announces: fragments`(?:das|dies) (?:bedeutet|heißt),? dass`,
  underWay: fragments`(?:läuft|laufen|baut|bauen|arbeitet) (?:noch|weiterhin|gerade) / noch am laufen`,
  looking: fragments`ich (?:prüfe|schaue|lese|suche|starte|warte|sehe|führe|überprüfe) (?:gerade|jetzt|noch|nun|mir|erst)`,
  next: fragments`als nächstes / nächste[rs]? schritt / noch (?:offen|zu tun) / danach / es fehlt noch`,
  offer: fragments`soll ich / möchtest du / wenn du willst / sag bescheid`,
  headings: {
    next: fragments`nächste[rs]? schritte? / als nächstes / offen / noch zu tun / plan`,
    decisions: fragments`entscheidung(?:en)?`,
    findings: fragments`ursachen? / probleme? / befunde? / erkenntnisse`,
    done: fragments`erledigt / fertig / änderungen / zusammenfassung`,
    quoted: [],
  },
  say: sentencesFrom({
    inProgress: "In Arbeit",
    steps: (done, all) => `${done} von ${all} Schritten erledigt`,
    failed: (command) => `Der letzte Lauf von ${command} schlug fehl und lief seitdem nicht durch.`,
    passed: "Danach erfolgreich",
    changed: "Zuletzt geändert",
    asked: "Zur letzten Anfrage wurde noch nichts getan.",
    started: "Die Arbeit an der letzten Anfrage hat begonnen; geändert wurde dafür noch nichts.",
    answered: "Die letzte Anfrage wurde beantwortet; geändert wurde dafür nichts.",
    waits: "Wartet auf eine Antwort",
    found: "Zur letzten Anfrage noch nichts geändert; bisher gefunden",
    fix: "Abhilfe",
    failure: "fehlgeschlagen",
    commands: "Befehle",
    rejected: "verworfen",
    chosen: "Gewählt",
    changeIn: "Änderung in",
    and: "und",
    phases: {
      "in-progress": "In Arbeit",
      waiting: "Wartet auf eine Antwort",
      blocked: "Blockiert",
      done: "Erledigt",
    },
    purposes: {
      test: "Tests",
      lint: "Lint",
      typecheck: "Typprüfung",
      format: "Formatierung",
      build: "Build",
      bench: "Messung",
      generate: "Erzeugen",
      deploy: "Ausliefern",
      release: "Veröffentlichen",
    },
  }),
};
