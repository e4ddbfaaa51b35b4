import { CHOSE, SPEAKER } from "./languages.ts";
import { compilePattern } from "./compile-pattern.ts";
import { capitalised } from "./plain-text.ts";

/**
 * A person's sentence as it reads in a memory: a choice as an order ("Let's go with X" → "Use X"), the first person
 * singular as the user. Everything else stays in the person's words, and so does who speaks where a part of it would be
 * left over.
 */
export function neutral(sentence: string): string {
  let text = sentence;
  for (const { pattern, say } of CHOSE) {
    const opening = pattern.exec(text)?.[0];
    if (opening === undefined) continue;
    text = `${say} ${text.slice(opening.length).trim()}`.trim();
    break;
  }
  text = text.replace(OATHS, "");
  let told = text;
  for (const { pattern, say } of SPEAKER) told = told.replace(pattern, (_, before: string) => before + say);
  return capitalised(isHalf(text, told) ? text : told);
}

/** A sentence of who the person is or what they like, as `neutral`. */
export function aboutUser(sentence: string): string {
  const told = neutral(asThird(sentence));
  return isHalf(sentence, told) ? capitalised(sentence.replace(OATHS, "")) : told;
}

/** "The user is in Lisbon, so the times I give you …": who is "I", where "the user" is someone else? */
function isHalf(said: string, told: string): boolean {
  return said !== told && SPEAKS.test(told);
}

/** The person, and whom they speak to; verbs of Russian and Spanish say it by their endings. */
const SPEAKS = compilePattern(
  "(?<![\\p{L}'])(?:i|me|my|mine|myself|yours?|you|я|мне|меня|мной|мо[йяеёию]|моего|моей|моих|ты|тебе|тебя|твой|ich|mir|mich|meine?[rsmn]?|du|dir|dich|deine?[rsmn]?|yo|mí|mis?|conmigo|tú|tus?)(?!\\p{L})|[我你您]|(?<!\\p{L})(?:(?:не|почти|обычно|всегда|никогда) \\p{L}+[ую](?:сь)?|(?:no|nunca|siempre) \\p{L}{2,}o)(?!\\p{L})",
  "iu",
);

/** Words of anger: they say nothing of the thing. */
const OATHS = /(?<!\p{L})(?:fuck\p{L}*ing|goddamn(?:ed)?|damn(?:ed)?|bloody|stupid)\s+/giu;

/** True when a sentence opens as a choice does. */
export function opensChoice(sentence: string): boolean {
  return CHOSE.some(({ pattern }) => pattern.test(sentence));
}

const KNOWN: Readonly<Record<string, string>> = {
  have: "has",
  do: "does",
  "don't": "does not",
  dont: "does not",
};

/** "I hate default exports" → "The user hates default exports": where `SPEAKER` holds no words for it. */
function asThird(sentence: string): string {
  return sentence
    .replace(
      /^i (no longer|never|always|usually|normally|mostly|only ever|really|absolutely|just) ([a-z]+)/iu,
      (_, how: string, verb: string) => `the user ${how.toLowerCase()} ${third(verb)}`,
    )
    .replace(/^i (don'?t|do not) /iu, "the user does not ")
    .replace(/^i(?:'d| would) rather /iu, "the user would rather ")
    .replace(/^i (?!am\b|can)([a-z]+)/iu, (_, verb: string) => `the user ${third(verb)}`)
    .replace(
      /^я (?:сам[аи]? )?(?!не|больше|никогда|всегда|обычно|плохо|[а-яё]+[ую](?:сь)? )/iu,
      "пользователь — ",
    )
    .replace(/^ich bin (?:eigentlich |nur |selbst )?/iu, "der Nutzer ist ")
    .replace(/^soy /iu, "el usuario es ")
    .replace(/^我(?![们們])(?=\p{Script=Han})/u, "用户")
    .replace(/(?<![\p{L}'])my (?=\p{L})/giu, "the user's ");
}

function third(verb: string): string {
  const said = verb.toLowerCase();
  const known = KNOWN[said];
  if (known !== undefined) return known;
  if (/(?:[sxo]|ch|sh)$/u.test(said)) return `${said}es`;
  return /[^aeiou]y$/u.test(said) ? `${said.slice(0, -1)}ies` : `${said}s`;
}
