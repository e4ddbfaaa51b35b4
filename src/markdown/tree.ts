import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";

/** Loaded by a hook: a YAML parser (see `parse.ts`) would double what that has to load. */

export type LineEnding = "\n" | "\r\n" | "\r";

/** A Markdown file as tree and text. Offsets of the tree are UTF-16 units into `text`, which has no BOM. */
export interface MarkdownTree {
  tree: Root;
  text: string;
  hasBom: boolean;
  /** The file's prevailing line ending. */
  lineEnding: LineEnding;
}

const extensions = [gfm(), frontmatter(["yaml"])];
const mdastExtensions = [gfmFromMarkdown(), frontmatterFromMarkdown(["yaml"])];

const BOM = "\uFEFF";

/** Parses GFM with front matter as one node. The BOM is taken off first: with it every offset is one too small. */
export function parseTree(source: string): MarkdownTree {
  const tree = fromMarkdown(withoutBom(source), { extensions, mdastExtensions });
  return treeOf(source, tree);
}

/** The same for a tree that somebody else parsed, with GFM and YAML front matter. */
export function treeOf(source: string, tree: Root): MarkdownTree {
  const text = withoutBom(source);
  return { tree, text, hasBom: source.startsWith(BOM), lineEnding: prevailingLineEnding(text) };
}

function withoutBom(source: string): string {
  return source.startsWith(BOM) ? source.slice(1) : source;
}

/** The text to write to disk for an edited body: the BOM comes back when the file had one. */
export function toSource(parsed: Pick<MarkdownTree, "hasBom">, text: string): string {
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

/** Whether a text ends in a blank line, or is one; CR LF is one line end. */
export function endsInBlankLine(text: string): boolean {
  return /(?:^|\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))$/u.test(text);
}
