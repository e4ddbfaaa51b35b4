/** Replaces `start`–`end` (UTF-16 offsets) by `insert`. */
export interface Splice {
  start: number;
  end: number;
  insert: string;
}

/**
 * Applies edits to a text: bytes outside them stay as they are. Splices may come in any order; two at one place keep
 * theirs. Throws RangeError when two overlap or one lies outside the text.
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices.map((splice, order) => ({ ...splice, order }));
  ordered.sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  const parts: string[] = [];
  let position = 0;
  for (const splice of ordered) {
    if (splice.start < position || splice.end < splice.start || splice.end > text.length) {
      throw new RangeError("splices overlap or lie outside the text");
    }
    parts.push(text.slice(position, splice.start), splice.insert);
    position = splice.end;
  }
  parts.push(text.slice(position));
  return parts.join("");
}
