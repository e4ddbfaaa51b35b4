import type { Span } from "../../../privacy/mask.ts";

const WORDS =
  "secret|redacted|masked|hidden|filtered|censored|scrubbed|removed|sanitized|sanitised|удалено|скрыто|замаскировано|已脱敏|已隐藏|已屏蔽|伏せ字|マスク済み";

/** What tools put in place of a value: `[REDACTED]`, `[REDACTED:aws]`, `<redacted>`, `***`, `••••`. */
const MASK = String.raw`(?:\\?\[(?:${WORDS})(?:[:_ -][\w .:-]{0,30})?\\?\]|[<{(]{1,2}(?:${WORDS})[>})]{1,2}|(?<==\s{0,2}["'${"`"}]?|:\s{1,2}["'${"`"}]?|:["'${"`"}]|:\/\/[\w.-]{0,64}:)\*{3,}(?=["'${"`"}\s@,;|]|$)|[•●∎█]{3,})`;

/** Where a value stands: behind a name, after Bearer or Basic, as a URL's password. */
const BEFORE = String.raw`(?<=[\p{L}\p{N}_)"'${"`"}*\]]\s{0,3}[:=：]\*{0,2}\s{0,3}["'${"`"}]?|\b(?:Bearer|Basic|Token)\s|:\/\/[\w.-]{0,64}:|\|\s{0,20}["'${"`"}]?)`;

const AT_VALUE = new RegExp(`${BEFORE}${MASK}`, "giu");
/** A cheap look: most files hold none of these. */
const ANY = new RegExp(`${WORDS}|\\*{3}|[•●∎█]{3}`, "iu");
/** What may follow in a cell that holds a mask and nothing else. */
const CELL_END = /^["'`]?\s*\|/u;

/** Placeholders that stand in the position of a value. One that a sentence talks about is not among them. */
export function findMasks(text: string): Span[] {
  if (!ANY.test(text)) return [];
  return [...text.matchAll(AT_VALUE)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].length };
    const lead = text.slice(Math.max(0, span.start - 24), span.start);
    const isCell = /\|\s*["'`]?$/u.test(lead);
    if (isCell && !CELL_END.test(text.slice(span.end, span.end + 24))) return [];
    return isSentence(text, span.end) && !isCell ? [] : [span];
  });
}

/** "Output: [redacted] was printed instead": words that go on as a sentence tell of the mask. */
function isSentence(text: string, end: number): boolean {
  return /^["'`]?\s+(?:is|was|were|are|means|marks|stands|replaces|appears|in place|означает|стоит|表示|は)(?![\p{L}\p{N}])/iu.test(
    text.slice(end, end + 24),
  );
}
