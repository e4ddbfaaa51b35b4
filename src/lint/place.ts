import type { Nodes } from "mdast";
import type { Place } from "./rule.ts";

/** The place of a parsed node; the start of the text for a node made by code. */
export function placeOfNode(node: Nodes): Place {
  const start = node.position?.start;
  const end = node.position?.end;
  return {
    line: start?.line ?? 1,
    column: start?.column ?? 1,
    endLine: end?.line ?? 1,
    endColumn: end?.column ?? 1,
    start: start?.offset ?? 0,
    end: end?.offset ?? 0,
  };
}

/** Gives the place between two UTF-16 offsets of a text without BOM; lines are looked up, not counted each time. */
export function placer(text: string): (start: number, end: number) => Place {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return (start, end) => {
    const [line, column] = pointAt(starts, start);
    const [endLine, endColumn] = pointAt(starts, end);
    return { line, column, endLine, endColumn, start, end };
  };
}

/** Line and column of an offset, by halving. */
function pointAt(starts: readonly number[], offset: number): [line: number, column: number] {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return [low + 1, offset - (starts[low] ?? 0) + 1];
}

/** The very start of a file: for findings about the file as a whole. */
export function topOf(): Place {
  return { line: 1, column: 1, endLine: 1, endColumn: 1, start: 0, end: 0 };
}
