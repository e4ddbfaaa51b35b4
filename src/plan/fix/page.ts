import type { Definition, List, RootContent } from "mdast";
import { definitionsOf, type Pointer, pointersOf } from "../../memory/pointers.ts";
import { type ParsedMarkdown, parseMarkdown } from "../../markdown/parse.ts";
import type { Block, BlockForm, Frame, HeadingAbove, RowTable } from "../../relocate/blocks.ts";
import { outlineOf } from "../../relocate/blocks.ts";

/** A block or frame of a page, on lines of its own. */
export interface Entry {
  /** Its number on the page. */
  at: number;
  form: BlockForm | Frame["form"];
  /** UTF-16 offsets of the whole lines it stands on, without the last line end (text without BOM). */
  start: number;
  end: number;
  /** As parsed: without the indentation before it and the spaces behind it. */
  text: string;
  /** Headings above it, outermost first. */
  headings: readonly HeadingAbove[];
  /** Depth of a heading, else 0. */
  depth: number;
  /** Null for headings, table heads, rules and front matter. */
  block: Block | null;
  /** The list an item is part of, and the table a row or head is part of. */
  list: List | null;
  table: Pick<RowTable, "start" | "end"> | null;
}

/** A Markdown file as whole-line entries: everything between them is blank. */
export interface Page {
  file: string;
  source: string;
  markdown: ParsedMarkdown;
  /** Without BOM. */
  text: string;
  definitions: ReadonlyMap<string, Definition>;
  entries: readonly Entry[];
}

/** A fix reads each text it makes several times, and few at once. */
const KEPT = 16;
const parsed = new Map<string, ParsedMarkdown>();

/** Parses a text as stored; the last few are kept. */
export function parseKept(source: string): ParsedMarkdown {
  const known = parsed.get(source) ?? parseMarkdown(source);
  parsed.delete(source);
  parsed.set(source, known);
  const [oldest] = parsed.keys();
  if (parsed.size > KEPT && oldest !== undefined) parsed.delete(oldest);
  return known;
}

/** Reads a file as stored; null when two of its entries share a line, so that none could be moved alone. */
export function readPage(file: string, source: string): Page | null {
  const markdown = parseKept(source);
  const { text, tree } = markdown;
  const { blocks, frames } = outlineOf(markdown);
  const lists = listsByItem(tree.children);
  const found = [
    ...blocks.map((block) => entryOfBlock(block, lists)),
    ...frames.map((frame) => entryOfFrame(frame)),
  ].sort((a, b) => a.start - b.start);
  const open: HeadingAbove[] = [];
  const entries = found.map((entry, at): Entry => {
    const headings = [...open];
    if (entry.form === "heading") {
      while ((open.at(-1)?.depth ?? 0) >= entry.depth) open.pop();
      headings.splice(open.length);
      open.push({ depth: entry.depth, text: entry.label, start: entry.start });
    }
    const { label: _, ...rest } = entry;
    return { ...rest, at, headings, ...wholeLines(text, entry), text: text.slice(entry.start, entry.end) };
  });
  return isLined(text, entries)
    ? { file, source, markdown, text, definitions: definitionsOf(tree), entries }
    : null;
}

/** What a text is made of, piece by piece: equal before and after where nothing was changed. */
export function piecesOf(source: string): string[] | null {
  return readPage("", source)?.entries.map(pieceOf) ?? null;
}

/** One entry as a value to compare. */
export function pieceOf({ form, text }: Entry): string {
  const plain = form === "lead" || form === "sentence" ? "paragraph" : form;
  return `${plain} ${text}`;
}

/** The title of a page: its first heading, when it is the only one of its depth and none is above it. */
export function titleOf(page: Page): Entry | null {
  const headings = page.entries.filter((entry) => entry.form === "heading");
  const [first] = headings;
  if (first === undefined) return null;
  return headings.every((entry) => entry === first || entry.depth > first.depth) ? first : null;
}

/** Links, wiki links and bare paths to files in an entry; links to the web are none. */
export function pointersIn(page: Page, entry: Entry): Pointer[] {
  const node = entry.block?.node ?? null;
  if (node === null) return [];
  return pointersOf(node, { file: page.file, text: page.text, definitions: page.definitions });
}

type Found = Omit<Entry, "at" | "headings" | "text"> & { label: string };

function entryOfBlock(block: Block, lists: ReadonlyMap<unknown, List>): Found {
  const { form, start, end, table, node } = block;
  return { form, start, end, depth: 0, block, list: lists.get(node) ?? null, table, label: "" };
}

function entryOfFrame({ form, start, end, depth, text }: Frame): Found {
  const table = form === "table-head" ? { start, end } : null;
  return { form, start, end, depth, block: null, list: null, table, label: text };
}

function listsByItem(nodes: readonly RootContent[]): ReadonlyMap<unknown, List> {
  const lists = new Map<unknown, List>();
  for (const node of nodes) {
    if (node.type === "list") for (const item of node.children) lists.set(item, node);
  }
  return lists;
}

function wholeLines(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  let from = start;
  while (from > 0 && /[ \t]/u.test(text[from - 1] ?? "")) from -= 1;
  let to = end;
  while (to < text.length && /[ \t]/u.test(text[to] ?? "")) to += 1;
  return { start: from, end: to };
}

function isLined(text: string, entries: readonly Entry[]): boolean {
  let end = 0;
  for (const entry of entries) {
    const gap = text.slice(end, entry.start);
    if (entry.start < end || gap.trim() !== "" || (end > 0 && !/[\r\n]/u.test(gap))) return false;
    end = entry.end;
  }
  return text.slice(end).trim() === "";
}
