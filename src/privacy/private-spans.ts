import type { Span } from "./mask.ts";

/** Go's JSON writes `<` and `>` as escapes, so nested JSON may carry the tags that way. */
const TAG = /(?:<|\\u003c)(?<close>\/?)private\s{0,8}(?:>|\\u003e)/gi;

const ANY_TAG = /(?:<|\\u003c)private/i;

/**
 * Places of `<private>…</private>` with their tags, any case. Nested ones count as one; one without its end reaches to
 * the end of the text: better too much withheld than too little.
 */
export function findPrivateSpans(text: string): Span[] {
  if (!ANY_TAG.test(text)) return [];
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.groups?.["close"] !== "/") {
      if (depth === 0) start = match.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push({ start, end: match.index + match[0].length });
    }
  }
  if (depth > 0) spans.push({ start, end: text.length });
  return spans;
}
