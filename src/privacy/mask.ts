/**
 * What stands in place of a masked value: one neutral word in brackets, the same for every format, so that the lint
 * rule `no-redaction-mask` knows it and no reader learns what kind of value it was.
 */
export const SECRET_MASK = "[secret]";

/** A piece of a text, UTF-16 offsets. */
export interface Span {
  start: number;
  end: number;
}

/** Sorts and joins overlapping or touching spans. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  if (spans.length === 0) return [];
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push({ start: span.start, end: span.end });
    else last.end = Math.max(last.end, span.end);
  }
  return merged;
}

/** Puts `insert` in place of every span; the spans are sorted and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], insert: string): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let position = 0;
  for (const span of spans) {
    parts.push(text.slice(position, span.start), insert);
    position = span.end;
  }
  parts.push(text.slice(position));
  return parts.join("");
}
