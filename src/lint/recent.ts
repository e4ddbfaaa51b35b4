import type { List, ListItem, Root, Table } from "mdast";
import { toString } from "mdast-util-to-string";
import type { Manifest, Section } from "../manifest/manifest.ts";
import { walk } from "../markdown/walk.ts";

/** A list of the index and the headings above it, outermost first. */
export interface SectionList {
  list: List;
  headings: string[];
  /** False for a list inside a list item or quote. */
  topLevel: boolean;
}

/** Every list of a tree with the headings it stands under. */
export function listsOf(tree: Root): SectionList[] {
  const lists: SectionList[] = [];
  for (const { node, headings } of underHeadings(tree)) {
    walk(node, (child) => {
      if (child.type === "list") lists.push({ list: child, headings, topLevel: child === node });
      return undefined;
    });
  }
  return lists;
}

/** Every table of a tree with the headings it stands under, outermost first. */
export function tablesOf(tree: Root): { table: Table; headings: string[] }[] {
  return underHeadings(tree).flatMap(({ node, headings }) =>
    node.type === "table" ? [{ table: node, headings }] : [],
  );
}

function underHeadings(tree: Root): { node: Root["children"][number]; headings: string[] }[] {
  const open: { depth: number; text: string }[] = [];
  return tree.children.map((node) => {
    if (node.type === "heading") {
      while ((open.at(-1)?.depth ?? 0) >= node.depth) open.pop();
      open.push({ depth: node.depth, text: toString(node) });
    }
    return { node, headings: open.map((heading) => heading.text) };
  });
}

/** The manifest's section that a heading opens. */
export function sectionOf(headings: readonly string[], manifest: Manifest): Section | undefined {
  const names = headings
    .map(plainName)
    .filter((name) => name !== "")
    .reverse();
  for (const name of names) {
    const section = manifest.sections.find((row) => plainName(row.section) === name);
    if (section !== undefined) return section;
  }
  return undefined;
}

/** Whether a list holds Recent items: its section is a dated list of the manifest, or it is called Recent. */
export function isRecent(headings: readonly string[], manifest: Manifest): boolean {
  const section = sectionOf(headings, manifest);
  if (section?.form === "list" && /\bdate\b/.test(section.template)) return true;
  return headings.some((heading) => plainName(heading) === "recent");
}

/** The ISO day a list item starts with, and its time when it has one; null when there is none or no such day. */
export function dayOf(item: ListItem): { day: string; time: string | null } | null {
  const match = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:?\d{2}(?::?\d{2})?))?(?![\d-])/.exec(toString(item));
  const day = match?.[1];
  if (day === undefined) return null;
  const parsed = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day) return null;
  return { day, time: match?.[2]?.replaceAll(":", "") ?? null };
}

/** A heading's words without case, punctuation and signs. */
function plainName(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
