import { fragments, type LastingWords } from "../language.ts";

/** How statements that last are worded in German. */
export const germanLasting: LastingWords = {
  aside: fragments`
    übrigens / nebenbei(?: bemerkt)? / (?:nur )?zur info(?:rmation)? / btw / fyi / damit du(?:'s| es)? weißt / zum hintergrund / generell / grundsätzlich / im allgemeinen / und / also / nur / ach ja
  `,
  practice: fragments`
    wir (?:hier |immer |nur |meistens |normalerweise |auch |grundsätzlich )*(?:nehmen|nutzen|verwenden|benutzen|schreiben|deployen|releasen|testen|speichern|legen|nennen|mergen|pushen|committen|formatieren|arbeiten|bauen|veröffentlichen|rollen|hosten|halten|führen|loggen|rechnen|zählen)
    wir \p{L}+en (?:hier )?(?:immer|nie|niemals|grundsätzlich)(?! (?:noch|wieder))
    (?:nehmen|nutzen|verwenden|benutzen|schreiben|deployen|testen|speichern|mergen|pushen|veröffentlichen|rollen) wir (?:hier |immer |nur |grundsätzlich )*(?!(?:das|die|den|jetzt|es)(?!\p{L}))\p{L}+
  `,
  neverDone: fragments`wir (?:\p{L}+ )(?:hier )?(?:keine?n?|nie|niemals|nicht) / wir haben (?:hier )?keine?n?`,
  ours: fragments`unsere?[rsmn]? (?:[\p{L}\d-]+ ){1,3}(?:ist|sind|läuft|laufen|liegt|liegen|gibt|nutzt|hat|braucht|heißt)`,
  stands: fragments`(?:liegt|liegen|steht|stehen|läuft|laufen|findest du|lebt|ist|sind|hängt) (?:immer |alle |jetzt )?(?:in|im|unter|auf|bei|hinter) / lauscht auf / erreichbar (?:unter|über)`,
  cadence: fragments`
    jede[nrs]? (?:tag|nacht|morgen|woche|monat|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|stunde|sprint) / (?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|nachts|täglich|wöchentlich|monatlich)
    um \d{1,2}[:.]\d\d(?: uhr)?
  `,
  recurs: fragments`(?:wird|werden) .{0,80}\p{L}+(?:t|en)$ / (?:läuft|laufen|startet|rotiert|wechselt|passiert|geht raus|kommt)`,
  self: fragments`
    ich bin (?:eigentlich |nur |hier |selbst |auch )*(?:der |die |ein |eine |kein |keine |neu in |nicht )?(?:[\p{L}-]+ ){0,3}(?:\p{L}*(?:admin|entwickler|entwicklerin|tester|testerin|designer|designerin|student|studentin|ingenieur|anfänger|anfängerin|lehrer|analyst|architekt|chef|leiter))
    ich (?:sitze|wohne|lebe) in (?!(?:der|einer?|einem|diese\p{L})(?!\p{L}))\p{L}+ / ich bin in \p{L}+(?:,| und) (?:und )?(?:meine?|die) / ich kann (?:kein|kaum|wenig) \p{L}+ / ich (?:nutze|verwende|benutze|mache|prüfe|schreibe) (?:immer|nie|grundsätzlich|nur|kein\p{L}*|nicht mehr) / meine? (?:zeitzone|editor|name|chef|shell|terminal) ist
  `,
  taste: fragments`(?:ich )?(?:mag|hasse|liebe)(?: ich)? (?!das|es|die|den|dies\p{L}*).{3,120} / mir sind? .{3,80} lieber / gefallen mir .{3,80}besser`,
  hence: fragments`(?:also|daher|deshalb) (?:nie|niemals|immer|nichts)`,
  everywhere: fragments`wie (?:sonst )?überall / bei uns so üblich / in diesem (?:repo|projekt) / so ist das bei uns`,
  ranks: fragments`hat vorrang vor / ist die (?:maßgebliche|einzige) quelle`,
  generic: fragments`
    (?:alle|jede[rs]?) (?:[\p{L}-]+ ){1,2}(?:werden|wird|liegen|liegt|braucht|brauchen|gehen|muss|müssen|sind (?:in|auf|bei|unter)) (?!auf einen|rot|grün|durch|den falschen|dem falschen)\p{L}+
    (?:die )?[\p{L}-]{3,} (?:liegen|gehören|kommen|gehen) (?:immer |nur |alle )?(?:in|im|nach|auf|unter|über|mit) (?!den falschen|dem falschen|einen fehler)\p{L}+
  `,
  permission: fragments`
    (?:bitte )?frag(?:e)? (?:mich|uns|\p{L}+)(?: immer| bitte| erst| vorher)*,? (?:bevor|ehe) / (?:bevor|ehe) du \p{L}+ [^,;]{3,60}, (?:frag|sprich) / (?:(?:sprich|stimm) dich mit \p{L}+ ab|(?:sag|gib) mir bescheid),? (?:bevor|ehe) du \p{L}+ \p{L}+ / (?:bitte )?(?:nichts|nie|kein\p{L}*) [^,;]{2,80}ohne (?:rückfrage|zu fragen|mein\p{L}*|freigabe|review|rücksprache|absprache) / ohne mein\p{L}* (?:ok|okay|freigabe|zustimmung) (?:nichts|nie|kein\p{L}*)
  `,
  forGood: fragments`(?:der |die |das )?(?:[\p{L}\d_./-]+ ){1,3}(?:ist|sind) (?:eingefroren|veraltet|schreibgeschützt|generiert|archiviert|vertraulich|tabu) / (?:der|die|das|unsere?) (?:[\p{L}\d]+-)?\p{L}*(?:server|host|rechner|maschine|cluster|datenbank|bucket|queue|repo|runner|kanal)(?: [\p{L}]+){0,2} (?:heißt|nennt sich|ist \p{L}+ v?\d+) / ["'„]?[\p{L}-]+["'“]? (?:bedeutet|heißt|meint) (?:hier|bei uns)`,
  runsUnder: fragments`(?:prod|produktion|der server|das ci|staging|unser prod) (?:läuft|ist) (?:\p{L}+ )?auf \p{L}+ ?\d / ich (?:arbeite|bin|entwickle|nutze|benutze|verwende) (?:\p{L}+ )?(?:(?:unter|auf|mit) )?(?:windows|mac(?:os)?|linux|ubuntu|wsl|debian|emacs|neovim|vim|helix|zed|vs ?code|intellij|zsh|fish)(?!\p{L})`,
  moment: fragments`
    jetzt / gerade / heute / gestern / morgen früh / noch / schon / wieder / vorerst / diesmal / momentan / aktuell / bald / gleich / zweimal / nächste\p{L}* schritt / wenn / dann / später / war / hatte / hat sich
  `,
  passing: fragments`
    fehler\p{L}* / kaputt / problem\p{L}* / hängt / falsch\p{L}* / langsam / abgestürzt / fertig
    auf einen fehler / in einen fehler
  `,
  ofTheWork: fragments`(?:de[rmn] |die |das |dies\p{L}* )?(?:fehler|bug|problem|log|ausgabe|screenshot|branch|commit|änderung|test|das(?= (?:ist|war|hier|geht|läuft|sieht|macht)(?!\p{L})))`,
};
