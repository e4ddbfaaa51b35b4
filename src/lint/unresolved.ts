import type { Nodes, Root, RootContent } from "mdast";
import type { MarkdownTree } from "../markdown/tree.ts";
import {
  definitionsOf,
  folderOf,
  type Pointer,
  type PointerContext,
  pointersOf,
  resolvePointer,
} from "../memory/pointers.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";

/** A page whose pointers are followed. */
export interface Page {
  /** Relative path. */
  file: string;
  markdown: Pick<MarkdownTree, "tree" | "text">;
}

/** A pointer that leads to no Markdown file of the memory. */
export interface Unresolved {
  pointer: Pointer;
  /** What it names, relative to the memory's root; `../` at its start leads out of it. */
  target: string;
}

/** A pointer that leads to a file of the memory. */
export interface Resolved {
  pointer: Pointer;
  /** Relative path of the file. */
  path: string;
}

/** What the pointers of a page lead to. */
export interface Followed {
  resolved: Resolved[];
  unresolved: Unresolved[];
}

/**
 * Follows the pointers of a page. A bare path or wiki link that leads nowhere is only a pointer where it stands as one:
 * alone in a cell, at the start of a line or behind a colon or arrow, in a line that leads nowhere else. Elsewhere it
 * mentions a file ("fixed README.md"), and is left out; so is a path with a gap to fill ("logs/YYYY-MM-DD.md").
 */
export function followPointers({ file, markdown }: Page, snapshot: MemorySnapshot): Followed {
  const context: PointerContext = {
    file,
    text: markdown.text,
    definitions: definitionsOf(markdown.tree),
  };
  const followed: Followed = { resolved: [], unresolved: [] };
  for (const line of linesOf(markdown.tree)) followLine(line, context, snapshot, followed);
  return followed;
}

function followLine(line: Nodes, context: PointerContext, snapshot: MemorySnapshot, into: Followed): void {
  const pointers = pointersOf(line, context);
  const found = pointers.map((pointer) => ({ pointer, path: pathOf(pointer, snapshot) }));
  const leads = found.some(({ path }) => path !== null);
  for (const { pointer, path } of found) {
    if (path !== null) into.resolved.push({ pointer, path });
    else if (isMeant(pointer, line, context.text, leads))
      into.unresolved.push({ pointer, target: targetOf(context.file, pointer.target) });
  }
}

function isMeant(pointer: Pointer, line: Nodes, text: string, leads: boolean): boolean {
  if (/[{}<>*]|YYYY|\b(?:MM|DD|NNN+|XXX+)\b/u.test(pointer.target)) return false;
  if (pointer.form === "link") return true;
  if (leads || line.type === "heading") return false;
  const start = line.position?.start.offset ?? 0;
  const before = text.slice(start, pointer.start);
  const after = text.slice(pointer.end, line.position?.end.offset ?? pointer.end);
  if (/[{}<>*/]$/u.test(before) && !before.endsWith("**")) return false;
  return (
    STANDS_BEFORE.test(before) ||
    (/[:→=|(]\s*[*_`"'[]*$/u.test(before) && /^[*_`"'\].)]*\s*(?:$|\|)/u.test(after))
  );
}

/** Nothing but list marks, emphasis and a label stands before it in its line or cell. */
const STANDS_BEFORE = /^(?:.*\|)?[\s>|*_`"'[\]x\d.)+-]*$/su;

/** AGENTS.md may stand in the project beside the memory. */
function pathOf(pointer: Pointer, snapshot: MemorySnapshot): string | null {
  const path = resolvePointer(pointer, snapshot.files);
  if (path !== null || !snapshot.hasAgentsFile) return path;
  return pointer.target.split("/").at(-1) === "AGENTS.md" ? pointer.target : null;
}

/** Rows, items and paragraphs: what one pointer may stand for. */
function linesOf(node: Root | RootContent): Nodes[] {
  if (node.type === "root") return node.children.flatMap(linesOf);
  if (node.type === "table") return node.children;
  if (node.type === "list") return node.children;
  if (node.type === "blockquote") return node.children.flatMap(linesOf);
  return node.type === "paragraph" || node.type === "heading" ? [node] : [];
}

/** A target relative to a file as a path from the root; `../` is kept where it leads out. */
function targetOf(file: string, target: string): string {
  if (/^(?:[/\\~]|[a-z]:)/iu.test(target)) return target;
  const segments: string[] = [];
  for (const segment of `${folderOf(file)}${target}`.split(/[/\\]/u)) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else segments.push(segment);
  }
  return segments.join("/");
}
