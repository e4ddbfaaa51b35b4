/** Replaces `start`–`end` (UTF-16 offsets) by `insert`. */
export interface Splice {
  start: number;
  end: number;
  insert: string;
}

/**
 * Applies edits to a text: bytes outside them stay as they are, and so do line ends: next to a line that ends in CR an
 * insert's own LF is written as CR, as the two would be one line end, and what is inserted below a line leaves that line
 * its own end. Splices may come in any order; two at one place keep theirs. Throws RangeError when two overlap or one
 * lies outside the text.
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices.map((splice, order) => ({ ...belowLine(text, splice, splices), order }));
  ordered.sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  const parts: string[] = [];
  let position = 0;
  for (const splice of ordered) {
    if (splice.start < position || splice.end < splice.start || splice.end > text.length) {
      throw new RangeError("splices overlap or lie outside the text");
    }
    parts.push(text.slice(position, splice.start));
    parts.push(
      beside(
        parts.findLast((part) => part !== ""),
        splice.insert,
        text.slice(splice.end, splice.end + 1),
      ),
    );
    position = splice.end;
  }
  parts.push(text.slice(position));
  return parts.join("");
}

/**
 * What begins with another line end than the line it is put behind ends with that one instead, so that the line keeps its
 * own. The same text where the ends are equal.
 */
function belowLine(text: string, splice: Splice, all: readonly Splice[]): Splice {
  const { start, insert } = splice;
  const first = LINE_END.exec(insert)?.[0];
  const own = LINE_END.exec(text.slice(start, start + 2))?.[0];
  if (first === undefined || own === undefined || (own === "\n" && text[start - 1] === "\r")) return splice;
  const below = start + own.length;
  const near = all.filter((other) => other.start < below && other.end >= start);
  const goBelow = near.every(
    (other) => other.start === start && other.end === start && LINE_END.test(other.insert),
  );
  return goBelow ? { start: below, end: below, insert: insert.slice(first.length) + first } : splice;
}

const LINE_END = /^(?:\r\n|\n|\r)/u;

/** The insert as it is written between what stands before and the character behind. */
function beside(before: string | undefined, insert: string, behind: string): string {
  const opened = insert.startsWith("\n") && before?.endsWith("\r") === true ? `\r${insert.slice(1)}` : insert;
  return opened.endsWith("\r") && behind === "\n" ? `${opened.slice(0, -1)}\n` : opened;
}
