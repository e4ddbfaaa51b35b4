import type { Heading, List, Paragraph, RootContent, Table } from "mdast";
import { toString } from "mdast-util-to-string";
import type { ParsedMarkdown } from "../markdown/parse.ts";

/** What a block is: `lead` is a line that only introduces what follows it ("Steps:"). */
export type BlockForm =
  | "paragraph"
  | "sentence"
  | "lead"
  | "item"
  | "row"
  | "code"
  | "quote"
  | "html"
  | "footnote"
  | "definition";

/** A heading above a block. */
export interface HeadingAbove {
  depth: number;
  /** Without markup. */
  text: string;
  /** Offset of the heading: tells two headings of one text apart. */
  start: number;
}

/** The table that a row stands in. */
export interface RowTable {
  /** Offsets of the whole table; its head (titles and delimiter) ends at `headEnd`, line end not included. */
  start: number;
  end: number;
  headEnd: number;
  titles: string[];
}

/** A piece of a Markdown text that is moved as one. */
export interface Block {
  form: BlockForm;
  /** UTF-16 offsets into the text without BOM; they slice to `text`. */
  start: number;
  end: number;
  /** 1-based line of its start. */
  line: number;
  /** As written, markup and line ends included. */
  text: string;
  /** Headings above it, outermost first. */
  headings: HeadingAbove[];
  /** The line that introduces the list, table or code it belongs to, without markup; null without one. */
  lead: string | null;
  /** Cells of a row without markup; empty for anything else. */
  cells: string[];
  table: RowTable | null;
  /** Language of a code block (empty: none said); null for anything else. */
  language: string | null;
  /** State of a task item, else null. */
  checked: boolean | null;
  /** The parsed piece; null for a sentence, and for text that the parser gave to no node. */
  node: RootContent | Table["children"][number] | List["children"][number] | null;
}

/** What stands between blocks and belongs to none: headings, table heads, rules, front matter. */
export interface Frame {
  form: "heading" | "table-head" | "rule" | "front-matter";
  start: number;
  end: number;
  line: number;
  /** Text of a heading without markup, titles of a table joined by " | "; else empty. */
  text: string;
  /** Depth of a heading, else 0. */
  depth: number;
}

/** A text as blocks and frames, both in the order they stand. */
export interface Outline {
  blocks: Block[];
  frames: Frame[];
}

/** What is known while reading from top to bottom. */
interface Reader {
  text: string;
  headings: HeadingAbove[];
  lead: string | null;
  blocks: Block[];
  frames: Frame[];
}

interface Positioned {
  position?: RootContent["position"];
}

/**
 * The pieces of a Markdown text in the order they stand: paragraphs, table body rows, top-level list items with their
 * children, code, quotes, HTML, footnotes, definitions. Every byte that is neither blank nor part of a frame belongs to
 * exactly one of them.
 */
export function blocksOf(markdown: Pick<ParsedMarkdown, "tree" | "text">): Block[] {
  return outlineOf(markdown).blocks;
}

/** Blocks, and the frames between them. */
export function outlineOf({ tree, text }: Pick<ParsedMarkdown, "tree" | "text">): Outline {
  const reader: Reader = { text, headings: [], lead: null, blocks: [], frames: [] };
  for (const [position, node] of tree.children.entries()) {
    readNode(node, tree.children[position + 1], reader);
  }
  return withResidue(reader);
}

function readNode(node: RootContent, next: RootContent | undefined, reader: Reader): void {
  if (node.type === "heading") return enterHeading(node, reader);
  if (node.type === "thematicBreak" || node.type === "yaml") {
    addFrame(node.type === "yaml" ? "front-matter" : "rule", node, reader);
    return;
  }
  if (node.type === "paragraph" && introduces(node, next)) {
    reader.blocks.push(blockAt("lead", node, reader));
    reader.lead = toString(node).trim();
    return;
  }
  readContent(node, reader);
  if (node.type !== "definition") reader.lead = null;
}

function readContent(node: RootContent, reader: Reader): void {
  switch (node.type) {
    case "list":
      for (const item of node.children) {
        reader.blocks.push({ ...blockAt("item", item, reader), checked: item.checked ?? null });
      }
      return;
    case "table":
      return readTable(node, reader);
    case "code":
      reader.blocks.push({ ...blockAt("code", node, reader), language: node.lang ?? "" });
      return;
    case "blockquote":
      reader.blocks.push(blockAt("quote", node, reader));
      return;
    case "html":
      reader.blocks.push(blockAt("html", node, reader));
      return;
    case "footnoteDefinition":
      reader.blocks.push(blockAt("footnote", node, reader));
      return;
    case "definition":
      reader.blocks.push(blockAt("definition", node, reader));
      return;
    default:
      reader.blocks.push(blockAt("paragraph", node, reader));
  }
}

function readTable(table: Table, reader: Reader): void {
  const [head, ...rows] = table.children;
  const [start, end] = offsetsOf(table);
  const first = rows[0];
  const headEnd =
    first === undefined ? end : trimmedEnd(reader.text, start, lineStart(reader.text, offsetsOf(first)[0]));
  const titles = (head?.children ?? []).map((cell) => toString(cell).trim());
  const about: RowTable = { start, end, headEnd, titles };
  reader.frames.push({
    form: "table-head",
    start,
    end: headEnd,
    line: table.position?.start.line ?? 1,
    text: titles.join(" | "),
    depth: 0,
  });
  for (const row of rows) {
    const cells = row.children.map((cell) => toString(cell).trim());
    reader.blocks.push({ ...blockAt("row", row, reader), cells, table: about });
  }
}

function blockAt(form: BlockForm, node: NonNullable<Block["node"]>, reader: Reader): Block {
  const [start, end] = offsetsOf(node);
  return {
    form,
    start,
    end,
    line: node.position?.start.line ?? 1,
    text: reader.text.slice(start, end),
    headings: [...reader.headings],
    lead: reader.lead,
    cells: [],
    table: null,
    language: null,
    checked: null,
    node,
  };
}

function enterHeading(node: Heading, reader: Reader): void {
  addFrame("heading", node, reader);
  const { text, start } = reader.frames.at(-1) ?? { text: "", start: 0 };
  reader.headings = reader.headings.filter((above) => above.depth < node.depth);
  reader.headings.push({ depth: node.depth, text, start });
  reader.lead = null;
}

function addFrame(form: Frame["form"], node: RootContent, reader: Reader): void {
  const [from, end] = offsetsOf(node);
  const start = behindLast(reader, from, end);
  const isHeading = node.type === "heading";
  reader.frames.push({
    form,
    start,
    end,
    line: node.position?.start.line ?? 1,
    text: isHeading ? toString(node).trim() : "",
    depth: isHeading ? node.depth : 0,
  });
}

/** The parser lets an underlined heading begin with the definitions above it. */
function behindLast({ blocks, text }: Reader, from: number, end: number): number {
  const taken = blocks.at(-1)?.end ?? 0;
  if (taken <= from) return from;
  return taken + (/^\s*/u.exec(text.slice(taken, end))?.[0] ?? "").length;
}

/** Longest label in words and characters; a longer line that ends in a colon says something itself. */
const LEAD_WORDS = 12;
const LEAD_CHARS = 100;

/** A line before a list, table or code block that ends in a colon or is bold alone. */
function introduces(node: Paragraph, next: RootContent | undefined): boolean {
  if (next?.type !== "list" && next?.type !== "table" && next?.type !== "code") return false;
  const text = toString(node).trim();
  if (text.length > LEAD_CHARS || text.split(/\s+/u).length > LEAD_WORDS || /[\r\n]/u.test(text))
    return false;
  const [only, ...others] = node.children;
  return /[:：]$/u.test(text) || (only?.type === "strong" && others.length === 0);
}

/** Text that no node covers would be lost: it becomes a paragraph of its own. */
function withResidue(reader: Reader): Outline {
  const { text } = reader;
  const taken = [...reader.blocks, ...reader.frames].sort((a, b) => a.start - b.start);
  const blocks = [...reader.blocks];
  let at = 0;
  for (const { start, end } of [...taken, { start: text.length, end: text.length }]) {
    const gap = text.slice(at, Math.max(at, start));
    if (gap.trim() !== "") blocks.push(residue(text, at, at + gap.length, reader.blocks));
    at = Math.max(at, end);
  }
  return {
    blocks: blocks.sort((a, b) => a.start - b.start),
    frames: reader.frames,
  };
}

function residue(text: string, from: number, to: number, blocks: readonly Block[]): Block {
  const start = from + (/^\s*/u.exec(text.slice(from, to))?.[0] ?? "").length;
  const end = trimmedEnd(text, start, to);
  const above = blocks.findLast((block) => block.start < start);
  return {
    form: "paragraph",
    start,
    end,
    line: text.slice(0, start).split(/\r\n|\n|\r/u).length,
    text: text.slice(start, end),
    headings: above?.headings ?? [],
    lead: null,
    cells: [],
    table: null,
    language: null,
    checked: null,
    node: null,
  };
}

function offsetsOf(node: Positioned): [number, number] {
  const start = node.position?.start.offset ?? 0;
  return [start, node.position?.end.offset ?? start];
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
