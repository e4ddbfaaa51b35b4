/** Words that open a noun phrase. */
const ARTICLE =
  /^(?:der|die|das|den|dem|ein|eine|einen|einem|einer|unser\p{L}*|mein\p{L}*|dein\p{L}*|kein\p{L}*|alle|jede[rs]?|diese[rs]?|beide)$/iu;
const PRONOUN = /^(?:wir|ich|er|sie|es|man|niemand|jeder|alle|du|ihr)$/iu;
const PREPOSITION =
  /^(?:ab|an|am|auf|aus|bei|beim|bis|durch|für|gegen|hinter|im|in|mit|nach|neben|ohne|seit|über|um|unter|vom|von|vor|zu|zum|zur|zwischen)$/u;
/** Verbs that join two names: "Lena Chefin ist". */
const COPULA = /^(?:ist|sind|war|waren|bleibt|bleiben|heißt|heißen|wird|werden)$/u;
const AUXILIARY =
  /^(?:ist|sind|bin|bist|war|waren|hat|haben|hatte|hatten|wird|werden|wurde|wurden|muss|müssen|soll|sollen|darf|dürfen|kann|können|will|wollen)$/u;
/** Ends like a verb and is none. */
const NO_VERB =
  /^(?:nichts?|heute|jetzt|oft|meist|zuerst|leicht|schlecht|recht|bereit|bekannt|alle|beide|morgen|gestern|oben|unten|hinten|außen|innen|selten|gerade|bitte|fort|dort|seit|ohne|gegen|neben|zwischen|ein|kein|mein|dein|laut|fast|kaputt|defekt|gut|alt|rot|tot|privat|direkt|sonst|selbst|erst|zuletzt|\p{L}+(?:weise|lichen|ische[nrs]?))$/u;
/** "ausliefern" falls apart in a main clause: "wir liefern aus". */
const SEPARABLE =
  /^(?:ab|an|auf|aus|bei|dar|durch|ein|fest|frei|her|hin|los|mit|nach|statt|teil|um|vor|weg|weiter|wieder|zu|zurück|zusammen|über|unter)\p{L}{3,}$/u;
const CLAUSES = /,? (?:und|aber) /u;

/**
 * A clause that stood behind "dass" as a sentence: its verb in second place ("Lena das Budget verwaltet" → "Lena
 * verwaltet das Budget"). Where its parts cannot be told for sure, as it was said, with "Dass" before it. No word is lost.
 */
export function mainClause(clause: string): string {
  const ties = clause.match(new RegExp(CLAUSES, "gu")) ?? [];
  const parts = clause.split(CLAUSES);
  const turned = parts.map((part, at) => (at === 0 ? verbSecond(part) : further(part)));
  if (turned.includes(null)) return isMainClause(clause) ? clause : `Dass ${clause}`;
  return turned.map((part, at) => `${at === 0 ? "" : (ties[at - 1] ?? " ")}${part ?? ""}`).join("");
}

/** Said with its verb in second place already: "der Port ist 8080". */
function isMainClause(clause: string): boolean {
  const words = clause.split(/\s+/u);
  const at = words.findIndex((word) => AUXILIARY.test(word) || COPULA.test(word));
  return at > 0 && at < words.length - 1 && at === subjectLength(words.slice(0, at));
}

function verbSecond(clause: string): string | null {
  const words = clause.split(/\s+/u);
  const verb = finiteVerb(words);
  const before = words.slice(0, -1);
  const length = verb === null ? 0 : subjectLength(before, verb);
  if (verb === null || length === 0) return null;
  return [...before.slice(0, length), verb, ...before.slice(length)].join(" ");
}

/** A clause behind "und": with a subject of its own, or with that of the first ("… und auf Port 1 lauscht"). */
function further(clause: string): string | null {
  const words = clause.split(/\s+/u);
  const [first = "", second = ""] = words;
  const verb = finiteVerb(words);
  if (verb === null || words.length < 2) return null;
  const before = words.slice(0, -1);
  const isObject = ARTICLE.test(first) && subjectLength(before) === before.length;
  if (PREPOSITION.test(first) || isObject) return [verb, ...before].join(" ");
  return isName(first) && ARTICLE.test(second) ? verbSecond(clause) : null;
}

/** The last word where it is a verb of one piece; null where a mark inside makes more than one clause of it. */
function finiteVerb(words: readonly string[]): string | null {
  const verb = words.at(-1) ?? "";
  if (/[,;:()—–]/u.test(words.join(" "))) return null;
  if (AUXILIARY.test(verb)) return verb;
  if (!/^\p{Ll}{2,}(?:t|en|rn|ln)$/u.test(verb) || NO_VERB.test(verb) || SEPARABLE.test(verb)) return null;
  return verb;
}

/** How many of the words before the verb are its first part; 0 where that cannot be told. */
function subjectLength(words: readonly string[], verb = ""): number {
  const [first = "", second = ""] = words;
  if (ARTICLE.test(first) && words.length > 1 && !/^(?:und|oder)$/u.test(second)) {
    const length = phraseLength(words);
    if (length > 0) return length;
  }
  if (PRONOUN.test(first)) return 1;
  // "Ada Byrne fehlt", "Ada und Ida …": where the subject ends cannot be told.
  if (!isName(first) || /^(?:oder|sowie)$/u.test(second)) return 0;
  return isName(second) && !(words.length === 2 && COPULA.test(verb)) ? 0 : 1;
}

/** "der zweite Server", "die Leiterin der Abteilung", "der Port 8080": as far as the phrase reaches. */
function phraseLength(words: readonly string[]): number {
  const noun = words.findIndex((word, at) => at > 0 && isName(word));
  if (noun < 1 || !words.slice(1, noun).every((word) => /^\p{Ll}+(?:e|en|er|es|em)$/u.test(word))) return 0;
  const [next = "", after = ""] = words.slice(noun + 1);
  const left = words.length - noun - 1;
  if (/^des$/u.test(next) && isName(after)) return noun + 3;
  if (/^der$/u.test(next) && isName(after) && left > 2) return noun + 3;
  // "der Port 8080 belegt ist", but "der Port 8080 ist".
  if (left < 2 || !(isName(next) || /^\d/u.test(next))) return noun + 1;
  // "die Firma Acme das Netz betreibt", but "die Server Montag neu starten".
  return /^\d/u.test(next) || ARTICLE.test(after) || PREPOSITION.test(after) ? noun + 2 : 0;
}

function isName(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}
