import { CHOSE, SPEAKER } from "./languages.ts";
import { capitalised } from "./plain-text.ts";

/**
 * A person's sentence as it reads in a memory: a choice as an order ("Let's go with X" → "Use X"), the first person
 * singular as the user. Everything else stays in the person's words.
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
  for (const { pattern, say } of SPEAKER) text = text.replace(pattern, (_, before: string) => before + say);
  return capitalised(text);
}

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
export function aboutUser(sentence: string): string {
  return sentence
    .replace(
      /^i (no longer|never|always|usually|normally|mostly|only ever|really|absolutely|just) ([a-z]+)/iu,
      (_, how: string, verb: string) => `the user ${how.toLowerCase()} ${third(verb)}`,
    )
    .replace(/^i (don'?t|do not) /iu, "the user does not ")
    .replace(/^i(?:'d| would) rather /iu, "the user would rather ")
    .replace(/^i (?!am\b|can)([a-z]+)/iu, (_, verb: string) => `the user ${third(verb)}`)
    .replace(/^я (?:сам[аи]? )?(?!не|больше|никогда|всегда|обычно|плохо)/iu, "пользователь — ")
    .replace(/^ich bin (?:eigentlich |nur |selbst )?/iu, "der Nutzer ist ")
    .replace(/^soy /iu, "el usuario es ")
    .replace(/^我(?=\p{Script=Han})/u, "用户")
    .replace(/(?<![\p{L}'])my (?=\p{L})/giu, "the user's ");
}

function third(verb: string): string {
  const said = verb.toLowerCase();
  const known = KNOWN[said];
  if (known !== undefined) return known;
  if (/(?:[sxo]|ch|sh)$/u.test(said)) return `${said}es`;
  return /[^aeiou]y$/u.test(said) ? `${said.slice(0, -1)}ies` : `${said}s`;
}
