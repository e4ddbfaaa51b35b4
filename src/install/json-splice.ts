import type { Edit, Node } from "jsonc-parser";

/** How a settings file is written, for what is put into it. */
export interface JsonStyle {
  eol: string;
  /** One step of indentation. */
  indent: string;
}

/** Line end and indentation that a text uses; `\n` and two spaces where it shows none. */
export function styleOf(text: string): JsonStyle {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const indent = /[\r\n]([ \t]+)["}\]{[]/.exec(text)?.[1] ?? "  ";
  return { eol, indent };
}

/** Value of the last property of that name: the one a JSON reader takes. Undefined where there is none. */
export function propertyOf(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1];
}

/** Puts a property behind the last one of an object. Text and comments around it stay. */
export function appendProperty(
  text: string,
  object: Node,
  name: string,
  value: unknown,
  style: JsonStyle,
): Edit[] {
  return append(text, object, (render) => `${JSON.stringify(name)}: ${render(value)}`, style);
}

/** Puts an element behind the last one of an array. */
export function appendElement(text: string, array: Node, value: unknown, style: JsonStyle): Edit[] {
  return append(text, array, (render) => render(value), style);
}

type Render = (value: unknown) => string;

function append(text: string, container: Node, say: (render: Render) => string, style: JsonStyle): Edit[] {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const start = last === undefined ? container.offset + 1 : endOf(last);
  const trivia = triviaOf(text, start, close);
  const comma: Edit[] = last === undefined || trivia.comma !== null ? [] : [insertAt(start, ",")];
  // A list that ends with a comma goes on to do so.
  const trailing = last !== undefined && trivia.comma !== null ? "," : "";
  if (last !== undefined && !text.slice(container.offset, close).match(/[\r\n]/)) {
    return [...comma, insertAt(trivia.end, ` ${say(compact)}${trailing}`)];
  }
  const outer = lineIndent(text, close);
  const inner =
    last !== undefined && isFirstOnLine(text, last.offset)
      ? lineIndent(text, last.offset)
      : outer + style.indent;
  const rendered = say((value) => block(value, inner, style));
  const insert = `${style.eol}${inner}${rendered}${trailing}`;
  // Where the closing bracket stands on a line of its own it keeps that line; else it gets one.
  const own = isFirstOnLine(text, close) && trivia.end < close;
  const tail = own
    ? []
    : [{ offset: trivia.end, length: close - trivia.end, content: `${style.eol}${outer}` }];
  return merged([...comma, insertAt(trivia.end, insert), ...tail]);
}

/** Edits at one place become one: their order would not be kept. */
function merged(edits: Edit[]): Edit[] {
  const out: Edit[] = [];
  for (const edit of edits) {
    const before = out.at(-1);
    if (before !== undefined && before.offset + before.length === edit.offset) {
      out[out.length - 1] = {
        offset: before.offset,
        length: before.length + edit.length,
        content: before.content + edit.content,
      };
    } else out.push(edit);
  }
  return out;
}

/**
 * Takes children out of an object or an array with the commas that go with them. A comment beside or above them is a
 * person's and stays.
 */
export function removeChildren(text: string, container: Node, gone: readonly Node[]): Edit[] {
  const children = container.children ?? [];
  const close = container.offset + container.length - 1;
  const lastKept = children.findLast((child) => !gone.includes(child));
  const edits: Edit[] = [];
  for (const child of children.filter((one) => gone.includes(one))) {
    const next = children[children.indexOf(child) + 1];
    const comma = triviaOf(text, endOf(child), next?.offset ?? close).comma;
    edits.push(...cutOut(text, child, comma));
  }
  // Nothing follows the last one that stays: its comma goes, unless the list ended with one before.
  const trailing = triviaOf(text, endOf(children.at(-1) ?? container), close).comma;
  if (lastKept !== undefined && lastKept !== children.at(-1) && trailing === null) {
    const next = children[children.indexOf(lastKept) + 1];
    const comma = triviaOf(text, endOf(lastKept), next?.offset ?? close).comma;
    if (comma !== null) edits.push({ offset: comma, length: 1, content: "" });
  }
  const sorted = edits.toSorted((a, b) => a.offset - b.offset);
  return lastKept === undefined ? closedUp(text, container, sorted) : sorted;
}

/** An empty list closes on the line it was opened on, unless a comment is left in it. */
function closedUp(text: string, container: Node, edits: Edit[]): Edit[] {
  const start = container.offset + 1;
  const end = container.offset + container.length - 1;
  let left = "";
  let at = start;
  for (const edit of edits) {
    left += text.slice(at, edit.offset);
    at = edit.offset + edit.length;
  }
  left += text.slice(at, end);
  return left.trim() === "" ? [{ offset: start, length: end - start, content: "" }] : edits;
}

function cutOut(text: string, child: Node, comma: number | null): Edit[] {
  const end = endOf(child);
  const glued = comma !== null && text.slice(end, comma).trim() === "";
  const stop = glued ? comma + 1 : end;
  let start = child.offset;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? "")) start -= 1;
  const ownLine = start > 0 && /[\r\n]/.test(text[start - 1] ?? "");
  const restOfLine = /^[ \t]*(?:\r\n|[\r\n])/.exec(text.slice(stop));
  if (ownLine && restOfLine !== null) start -= text.slice(0, start).endsWith("\r\n") ? 2 : 1;
  else if (ownLine) start = child.offset;
  const cut = { offset: start, length: stop - start, content: "" };
  return glued || comma === null ? [cut] : [cut, { offset: comma, length: 1, content: "" }];
}

/** Writes another value in the place of one. */
export function replaceValue(value: Node, to: unknown): Edit {
  return { offset: value.offset, length: value.length, content: compact(to) };
}

function insertAt(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/** Between two values stand space, comments and at most one comma. */
const TRIVIA = /\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/gy;

/** What stands between two values: where the comma is, and where the last comment or comma ends. */
function triviaOf(text: string, start: number, stop: number): { comma: number | null; end: number } {
  let comma: number | null = null;
  let end = start;
  TRIVIA.lastIndex = start;
  for (let match = TRIVIA.exec(text); match !== null && match.index < stop; match = TRIVIA.exec(text)) {
    if (match[0].trim() === "") continue;
    if (match[0] === ",") comma ??= match.index;
    end = match.index + match[0].length;
  }
  return { comma, end };
}

function lineIndent(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function isFirstOnLine(text: string, offset: number): boolean {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return text.slice(start, offset).trim() === "";
}

function compact(value: unknown): string {
  return JSON.stringify(value);
}

/** A value over several lines, as the file indents them. */
function block(value: unknown, indent: string, style: JsonStyle): string {
  return JSON.stringify(value, null, style.indent).split("\n").join(`${style.eol}${indent}`);
}
