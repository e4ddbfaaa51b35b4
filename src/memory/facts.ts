import type { Heading, List, Paragraph, Root, RootContent, Table } from "mdast";
import { toString } from "mdast-util-to-string";
import { parseMarkdown } from "../markdown/parse.ts";
import { hardTokens } from "./hard-tokens.ts";
import { factHash } from "./normalise.ts";

/** One fact of a topic file: a top-level list item with its children, a table body row, or a paragraph. */
export interface Fact {
  block: "item" | "row" | "paragraph";
  /** Headings above it, outermost first, without markup. */
  headings: string[];
  /** The line that introduces a list or table ("Steps:"), or null. It is no fact itself. */
  lead: string | null;
  /** UTF-16 offsets into the text without BOM; they slice to `text`. */
  start: number;
  end: number;
  /** 1-based line of its start. */
  line: number;
  /** As written, markup and line ends included. */
  text: string;
  /** `factHash(text)`. */
  hash: string;
  hardTokens: string[];
  /** State of a task list item, else null. */
  checked: boolean | null;
}

/** What is known at a place while reading from top to bottom. */
interface Context {
  text: string;
  headings: { depth: number; text: string }[];
  lead: string | null;
}

type Node = Pick<RootContent, "position">;

/**
 * Facts of a topic file in order. Takes the file as stored. Headings, code blocks, rules, comments, definitions and
 * front matter are no facts; a paragraph that only introduces the next block is its `lead`.
 */
export function readFacts(source: string): Fact[] {
  const { tree, text } = parseMarkdown(source);
  return factsOf(tree, text);
}

/** Same, for a tree that is parsed already; `text` is the text without BOM. */
export function factsOf(tree: Root, text: string): Fact[] {
  const context: Context = { text, headings: [], lead: null };
  return tree.children.flatMap((node, position) => readBlock(node, tree.children[position + 1], context));
}

function readBlock(node: RootContent, next: RootContent | undefined, context: Context): Fact[] {
  if (node.type === "heading") {
    enterHeading(node, context);
    return [];
  }
  if (node.type === "paragraph" && introduces(node, next)) {
    context.lead = toString(node).trim();
    return [];
  }
  const facts = readContent(node, context);
  context.lead = null;
  return facts;
}

function readContent(node: RootContent, context: Context): Fact[] {
  switch (node.type) {
    case "list":
      return readList(node, context);
    case "table":
      return readTable(node, context);
    case "html":
      return hasWords(node.value) ? [factAt(node, "paragraph", context)] : [];
    case "paragraph":
    case "blockquote":
    case "footnoteDefinition":
      return [factAt(node, "paragraph", context)];
    default:
      return [];
  }
}

function readList(list: List, context: Context): Fact[] {
  return list.children.map((item) => factAt(item, "item", context, item.checked ?? null));
}

function readTable(table: Table, context: Context): Fact[] {
  return table.children.slice(1).map((row) => factAt(row, "row", context));
}

function factAt(node: Node, block: Fact["block"], context: Context, checked: boolean | null = null): Fact {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  const text = context.text.slice(start, end);
  // Many facts are only counted or looked up by their hash.
  let tokens: string[] | undefined;
  return {
    block,
    headings: context.headings.map((heading) => heading.text),
    lead: context.lead,
    start,
    end,
    line: node.position?.start.line ?? 1,
    text,
    hash: factHash(text),
    get hardTokens() {
      tokens ??= hardTokens(text);
      return tokens;
    },
    checked,
  };
}

function enterHeading(heading: Heading, context: Context): void {
  context.headings = context.headings.filter((above) => above.depth < heading.depth);
  context.headings.push({ depth: heading.depth, text: toString(heading).trim() });
  context.lead = null;
}

/** Longest label in words and characters; a longer line that ends in a colon says something itself. */
const LABEL_WORDS = 6;
const LABEL_CHARS = 60;

/** A label: a few words ending in a colon, or in bold alone above a list, table or code block. */
function introduces(node: Paragraph, next: RootContent | undefined): boolean {
  const text = toString(node).trim();
  if (text.length > LABEL_CHARS || text.split(/\s+/u).length > LABEL_WORDS || /[\r\n]/u.test(text))
    return false;
  if (/[:：]$/u.test(text)) return true;
  const [only, ...others] = node.children;
  const isBold = only?.type === "strong" && others.length === 0;
  return isBold && (next?.type === "list" || next?.type === "table" || next?.type === "code");
}

/** True when an HTML block holds more than tags and comments. */
function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<!--[\s\S]*?(?:-->|$)/gu, "").replace(/<[^>]*>/gu, ""));
}
