import type { List, Root, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { endsInBlankLine, toSource } from "../markdown/tree.ts";
import { applySplices, type Splice } from "../markdown/splice.ts";
import type { Fact } from "../memory/facts.ts";
import { headingText, inlineText } from "./fragment.ts";
import { type FieldValue, renderFrontMatter } from "./front-matter.ts";
import { readText } from "./read-text.ts";
import { addedFact, lostOnly } from "./unharmed.ts";

/** Where in a topic file a fact goes: under this heading, or right under the title when null. */
export interface Spot {
  heading: string | null;
}

/** A new topic file: front matter (none without fields), title, and nothing else. */
export function newTopicFile(title: string, fields: readonly FieldValue[]): string {
  const front = fields.length === 0 ? "" : `${renderFrontMatter(fields, "\n")}\n`;
  return `${front}# ${headingText(title)}\n`;
}

/**
 * The file with one more list item. Every byte that was there stays. Null when the item would not be read as a fact
 * of its own there (an open fence or comment), so that it has to go elsewhere.
 */
export function insertFact(source: string, spot: Spot, text: string): string | null {
  const parsed = readText(source).markdown;
  const splice = insertSplice(parsed, spot, inlineText(text));
  const after = toSource(parsed, applySplices(parsed.text, [splice]));
  return addedFact(source, after) !== null ? after : null;
}

/** The words of one fact as they stand in a file, without what hangs below it; null for a table row. */
export function headOf(source: string, fact: Fact): string | null {
  const { markdown } = readText(source);
  const range = headRange(markdown.tree, fact);
  return range === null ? null : markdown.text.slice(range.start, range.end);
}

/** The file with the words of one fact replaced where it stands; what hangs below it stays. Null for a table row. */
export function replaceFact(source: string, fact: Fact, text: string): string | null {
  const parsed = readText(source).markdown;
  const range = headRange(parsed.tree, fact);
  if (range === null) return null;
  return toSource(parsed, applySplices(parsed.text, [{ ...range, insert: inlineText(text) }]));
}

/** The file without the whole lines of one fact; null when other facts would change. */
export function removeFact(source: string, fact: Fact): string | null {
  const parsed = readText(source).markdown;
  const { text } = parsed;
  const start = lineStart(text, fact.start);
  if (text.slice(start, fact.start).trim() !== "" && fact.block === "paragraph") return null;
  let end = lineEnd(text, fact.end);
  const aloneAbove = start === 0 || endsInBlankLine(text.slice(0, start));
  const blank = /^[ \t]*(?:\r\n|\n|\r)/u.exec(text.slice(end))?.[0];
  if (aloneAbove && blank !== undefined) end += blank.length;
  const splice: Splice = { start, end, insert: "" };
  const after = toSource(parsed, applySplices(text, [splice]));
  return lostOnly(source, after, fact.hash) ? after : null;
}

/** What a section holds: nodes from behind its heading to the next heading. */
export interface Range {
  nodes: RootContent[];
  /** Offset where its content begins: behind the heading, or behind the front matter. */
  start: number;
}

/** Nodes under a heading (compared without case); null when there is no such heading. */
export function sectionRange(tree: Root, heading: string): Range | null {
  const wanted = heading.trim().toLowerCase();
  const at = tree.children.findIndex(
    (node) => node.type === "heading" && toString(node).trim().toLowerCase() === wanted,
  );
  return at === -1 ? null : rangeAfter(tree, at);
}

/** Splice that puts a list item (its text already safe) behind the last one of a range. */
export function itemSplice(parsed: ParsedMarkdown, range: Range, item: string): Splice {
  const eol = parsed.lineEnding;
  const last = range.nodes.at(-1);
  if (last?.type === "list" && last.ordered !== true && !isIntroduced(range.nodes)) {
    const at = lineEndAfter(parsed.text, last.position?.end.offset ?? parsed.text.length);
    const gap = last.spread === true ? eol + eol : eol;
    const box = typeof last.children.at(-1)?.checked === "boolean" ? "[ ] " : "";
    return closed(parsed, at, `${gap}${markerOf(parsed.text, last)} ${box}${item}`);
  }
  const at = lineEndAfter(parsed.text, last?.position?.end.offset ?? range.start);
  const marker = last?.type === "list" && markerOf(parsed.text, last).trim() === "-" ? "*" : "-";
  return closed(parsed, at, `${leading(parsed, at)}${marker} ${item}`);
}

/** Offset of the end of the line on which `at` stands, when nothing but spaces follows it there; else `at`. */
export function lineEndAfter(text: string, at: number): number {
  const spaces = /^[ \t]*(?=\r|\n|$)/u.exec(text.slice(at))?.[0];
  return at + (spaces ?? "").length;
}

/** Offset behind the last line that is not blank. */
export function contentEnd(text: string): number {
  return text.length - (/(?:(?:\r\n|\n|\r)[ \t]*)*$/u.exec(text)?.[0] ?? "").length;
}

/** A splice at `at` whose text is followed by a blank line, the end, or what follows already. */
export function closed(parsed: ParsedMarkdown, at: number, insert: string): Splice {
  const eol = parsed.lineEnding;
  const rest = parsed.text.slice(at);
  const next = /^[ \t]*(?:\r\n|\n|\r)([^\r\n]*)/u.exec(rest)?.[1];
  const needsBlank = next !== undefined && next.trim() !== "";
  if (needsBlank) return { start: at, end: at, insert: insert + eol };
  if (next === undefined && rest.trim() !== "") return { start: at, end: at, insert: insert + eol + eol };
  return { start: at, end: at, insert: insert + (parsed.text === "" ? eol : "") };
}

/** Line ends that make what follows `at` start behind a blank line. */
export function leading(parsed: ParsedMarkdown, at: number): string {
  const before = parsed.text.slice(0, at);
  if (before.trim() === "") return "";
  const eol = parsed.lineEnding;
  if (endsInBlankLine(before)) return "";
  return /[\r\n]$/u.test(before) ? eol : eol + eol;
}

function insertSplice(parsed: ParsedMarkdown, spot: Spot, item: string): Splice {
  if (spot.heading === null) return itemSplice(parsed, topRange(parsed.tree), item);
  const range = sectionRange(parsed.tree, spot.heading);
  if (range !== null) return itemSplice(parsed, range, item);
  const eol = parsed.lineEnding;
  const end = contentEnd(parsed.text);
  return closed(parsed, end, `${leading(parsed, end)}## ${headingText(spot.heading)}${eol}${eol}- ${item}`);
}

/** What stands under the title (or before any heading). */
function topRange(tree: Root): Range {
  const first = tree.children.findIndex((node) => node.type === "heading");
  const heading = tree.children[first];
  if (heading?.type === "heading" && heading.depth === 1) return rangeAfter(tree, first);
  const front = tree.children[0]?.type === "yaml" ? 0 : -1;
  return rangeAfter(tree, front);
}

function rangeAfter(tree: Root, at: number): Range {
  const start = tree.children[at]?.position?.end.offset ?? 0;
  const nodes: RootContent[] = [];
  for (const node of tree.children.slice(at + 1)) {
    if (node.type === "heading") break;
    nodes.push(node);
  }
  return { nodes, start };
}

/** A list that a line like "Steps:" introduces is somebody's own list, not the place for any fact. */
function isIntroduced(nodes: readonly RootContent[]): boolean {
  const above = nodes.at(-2);
  return above?.type === "paragraph" && /[:：]$/u.test(toString(above).trim());
}

/** Indentation and bullet of a list's last item. */
function markerOf(text: string, list: List): string {
  const start = list.children.at(-1)?.position?.start.offset ?? 0;
  const indent = text.slice(lineStart(text, start), start);
  return `${/^ {1,3}$/u.test(indent) ? indent : ""}${text[start] ?? "-"}`;
}

function headRange(tree: Root, fact: Fact): { start: number; end: number } | null {
  const node = nodeAt(tree, fact);
  const head = node?.type === "listItem" ? node.children[0] : node;
  if (head?.type !== "paragraph") return null;
  const start = head.position?.start.offset;
  const end = head.position?.end.offset;
  return start === undefined || end === undefined ? null : { start, end };
}

function nodeAt(tree: Root, fact: Fact): RootContent | undefined {
  const isIt = (node: RootContent): boolean =>
    node.position?.start.offset === fact.start && node.position.end.offset === fact.end;
  if (fact.block === "paragraph") return tree.children.find(isIt);
  return tree.children.flatMap((node) => (node.type === "list" ? node.children : [])).find(isIt);
}

function lineStart(text: string, position: number): number {
  return Math.max(text.lastIndexOf("\n", position - 1), text.lastIndexOf("\r", position - 1)) + 1;
}

function lineEnd(text: string, position: number): number {
  const match = /\r\n|\n|\r/u.exec(text.slice(position));
  return match === null ? text.length : position + match.index + match[0].length;
}
