import { signal } from "./languages.ts";
import { withoutFillers } from "./sentence.ts";

/** What announces words of somebody else: a colon, or that it is said or written. */
const QUOTATION =
  /([^.!?。！？\n]*?)((?:[:：]|(?<!\p{L})(?:says?|said|reads?|states?|wrote|sagt|schreibt|steht|dice|pone|escribe|пишет|написано|говорит|сказал[аи]?)(?!\p{L})|[说說写寫][着著道]?)[,，]?\s*)(?:"[^"]{10,2000}"|“[^”]{6,2000}”|«[^»]{6,2000}»|„[^“”]{6,2000}[“”]|「[^」]{6,2000}」)/gu;

/**
 * A text without what it quotes of others ('the mail says: "Remember that …"'): nobody orders anything by showing it. What
 * a person quotes to have it remembered stays.
 */
export function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, (all, before: string, announced: string) =>
    signal("remember", "start").test(`${withoutFillers(before.trim())}${announced}x`)
      ? all
      : `${before}${announced}"…"`,
  );
}

/** Says of the same thing that it is not so. */
const DENIED =
  /[,.;，]?\s*(?:but|aber|но|pero)\s+(?:(?:he|she|they|that|it)(?:'s| is|'re| are) (?:wrong|mistaken|not true|nonsense)|(?:er|sie|das) (?:irrt|liegt falsch|stimmt nicht)|(?:он|она|они|это) (?:не ?прав\p{L}*|ошиба\p{L}+|неправда)|(?:él |ella )?(?:se equivoca|no es (?:cierto|verdad|así)))|但(?:是)?(?:他|她|他们)?(?:错|不对|说错|搞错)/iu;

/** True for what is told only to say that it is wrong: "my colleague says we never use mocks, but he's wrong". */
export function isDenied(sentence: string): boolean {
  return DENIED.test(sentence);
}
