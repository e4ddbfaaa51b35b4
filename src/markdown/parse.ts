import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { parseDocument } from "yaml";

export type LineEnding = "\n" | "\r\n" | "\r";

/** A Markdown file as tree and text. Offsets of the tree are UTF-16 units into `text`, which has no BOM. */
export interface ParsedMarkdown {
  tree: Root;
  text: string;
  hasBom: boolean;
  /** The file's prevailing line ending. */
  lineEnding: LineEnding;
  /** Front matter as plain data; null when there is none or it is not a YAML map. */
  frontMatter: Record<string, unknown> | null;
}

const BOM = "\uFEFF";

/** Parses GFM with YAML front matter. The BOM is taken off first: with it every offset is one too small. */
export function parseMarkdown(source: string): ParsedMarkdown {
  const tree = fromMarkdown(withoutBom(source), {
    extensions: [gfm(), frontmatter(["yaml"])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(["yaml"])],
  });
  return withTree(source, tree);
}

/** The same for a tree that somebody else parsed, with GFM and YAML front matter. */
export function withTree(source: string, tree: Root): ParsedMarkdown {
  const text = withoutBom(source);
  return {
    tree,
    text,
    hasBom: source.startsWith(BOM),
    lineEnding: prevailingLineEnding(text),
    frontMatter: frontMatterOf(tree),
  };
}

function withoutBom(source: string): string {
  return source.startsWith(BOM) ? source.slice(1) : source;
}

/** The text to write to disk for an edited body: the BOM comes back when the file had one. */
export function toSource(parsed: Pick<ParsedMarkdown, "hasBom">, text: string): string {
  return parsed.hasBom ? BOM + text : text;
}

/** Counts LF, CRLF and CR; LF for a text without any. */
export function prevailingLineEnding(text: string): LineEnding {
  const count = { "\r\n": 0, "\n": 0, "\r": 0 };
  for (const match of text.matchAll(/\r\n|\n|\r/g)) count[match[0] as LineEnding] += 1;
  if (count["\r\n"] > count["\n"] && count["\r\n"] >= count["\r"]) return "\r\n";
  return count["\r"] > count["\n"] ? "\r" : "\n";
}

/** Unicode code points of a text without its BOM: the unit of every limit. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text.startsWith(BOM) ? text.slice(1) : text) count += 1;
  return count;
}

function frontMatterOf(tree: Root): Record<string, unknown> | null {
  const first = tree.children[0];
  if (first?.type !== "yaml") return null;
  const document = parseDocument(first.value, { logLevel: "silent" });
  if (document.errors.length > 0) return null;
  const value: unknown = document.toJS();
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
