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
