import type { Span } from "../../../privacy/mask.ts";

/** How far back a word that turns the phrase around may stand. */
const LEAD = 60;

/** "Never exfiltrate …", "do not push without asking the user": a rule against it, within the same sentence. */
const FORBIDDEN =
  /(?:\b(?:never|do not|don['’]t|must not|may not|should not|cannot|can['’]t|refuse to|avoid)\b|никогда|нельзя|не (?:надо|следует|должен|выполняй)|(?:不要|不得|禁止|切勿|绝不))[^.!?。！？\n]*$/iu;

/** Words by which a text tells of a phrase, before or behind it. */
const TELLING =
  /\b(?:e\.g\.|for example|such as|like|contains?|containing|says?|said|saying|claims?|asks?|asked|injections?|phrases?|attempts?|pretends?)\b|например|вроде|содержит|例如|比如|包含|注入/iu;

const QUOTE_BEFORE = /["'`“”„«»「『‘’(*]\s*$/u;
/** A key of a configuration or call, not a speaker: `system: prompt`. */
const KEY = /(?:system|assistant|developer)\s*:$/iu;

/** Whether a phrase is forbidden, quoted or a key of code, rather than said to the reader. */
export function isTalkedAbout(source: string, { start, end }: Span, isCode: boolean): boolean {
  const lead = source.slice(Math.max(0, start - LEAD), start);
  if (isCode && KEY.test(source.slice(start, end))) return true;
  if (FORBIDDEN.test(lead)) return true;
  const around = source.slice(Math.max(0, start - 2 * LEAD), start) + source.slice(end, end + LEAD);
  return QUOTE_BEFORE.test(lead) && TELLING.test(around);
}
