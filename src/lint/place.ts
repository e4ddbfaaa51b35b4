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

/** The place between two UTF-16 offsets of a text without BOM. */
export function placeOfSpan(text: string, start: number, end: number): Place {
  const from = pointAt(text, start);
  const to = pointAt(text, end, from);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column, start, end };
}

interface Point {
  line: number;
  column: number;
  lineStart: number;
}

function pointAt(text: string, offset: number, from: Point = { line: 1, column: 1, lineStart: 0 }): Point {
  let { line, lineStart } = from;
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = lineStart;
  for (let match = ends.exec(text); match !== null && ends.lastIndex <= offset; match = ends.exec(text)) {
    line += 1;
    lineStart = ends.lastIndex;
  }
  return { line, column: offset - lineStart + 1, lineStart };
}
