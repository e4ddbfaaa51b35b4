import type { Root } from "mdast";
import { parseDocument } from "yaml";
import { type MarkdownTree, parseTree, treeOf } from "./tree.ts";

/** A Markdown file with what its front matter says. */
export interface ParsedMarkdown extends MarkdownTree {
  /** Front matter as plain data; null when there is none or it is not a YAML map. */
  frontMatter: Record<string, unknown> | null;
}

/** Parses GFM with YAML front matter. */
export function parseMarkdown(source: string): ParsedMarkdown {
  return withTree(source, parseTree(source).tree);
}

/** `parseMarkdown` for a tree that somebody else parsed, with GFM and YAML front matter. */
export function withTree(source: string, tree: Root): ParsedMarkdown {
  return { ...treeOf(source, tree), frontMatter: frontMatterOf(tree) };
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
