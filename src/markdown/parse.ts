import type { Root } from "mdast";
import { type MarkdownTree, parseTree } from "./tree.ts";
import { parseYaml } from "./yaml.ts";

/** A Markdown file with what its front matter says. */
export interface ParsedMarkdown extends MarkdownTree {
  /** Front matter as plain data; null when there is none or it is not a YAML map. */
  frontMatter: Record<string, unknown> | null;
}

/** Parses GFM with YAML front matter. */
export function parseMarkdown(source: string): ParsedMarkdown {
  const parsed = parseTree(source);
  return { ...parsed, frontMatter: frontMatterOf(parsed.tree) };
}

const read = new WeakMap<Root, Record<string, unknown> | null>();

/** Front matter of a tree as plain data, parsed once a tree; null when there is none or it is not a YAML map. */
export function frontMatterOf(tree: Root): Record<string, unknown> | null {
  const known = read.get(tree);
  if (known !== undefined) return known;
  const data = parsedFrontMatter(tree);
  read.set(tree, data);
  return data;
}

function parsedFrontMatter(tree: Root): Record<string, unknown> | null {
  const first = tree.children[0];
  if (first?.type !== "yaml") return null;
  const document = parseYaml(first.value);
  if (document.errors.length > 0) return null;
  const value: unknown = document.toJS();
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
