import type { Definition, Nodes, Root } from "mdast";
import { walk } from "../markdown/walk.ts";

/** A place that leads to a file: a link, a bare path, or a wiki link `[[name]]`. */
export interface Pointer {
  form: "link" | "bare" | "wiki";
  /** As written: link destination, path, or name. */
  target: string;
  /** Anchor without `#`, or null. */
  anchor: string | null;
  /** What it may stand for, relative to the memory root, likeliest first; empty when it leads out of the root. */
  paths: string[];
  /** UTF-16 offsets of the whole link, path or wiki link. */
  start: number;
  end: number;
}

/** Where the text stands and which bare paths count besides those ending in `.md`. */
export interface PointerContext {
  /** Relative path of the file that the node is part of. */
  file: string;
  /** The text the node's offsets point into. */
  text: string;
  /** Link definitions of the file, for `[text][id]`. */
  definitions: ReadonlyMap<string, Definition>;
}

const SCHEME = /^[a-z][a-z0-9+.-]+:|^\/\//iu;
/** Characters of a bare path; a sentence's punctuation may follow it. */
const BARE =
  /(?<![\p{L}\p{N}_./\\~@:+-])(?:\.{1,2}\/)*(?:[\p{L}\p{M}\p{N}_.@+-]+\/)*[\p{L}\p{M}\p{N}_.@+-]*[\p{L}\p{M}\p{N}_@+-]\.md(?![\p{L}\p{N}_/\\-]|\.[\p{L}\p{N}])/giu;
const WIKI = /\[\[([^[\]|#\n]+)(?:#([^[\]|\n]*))?(?:\|[^[\]\n]*)?\]\]/gu;

/** Nodes below which no block stands. */
const WITHOUT_BLOCKS: ReadonlySet<Nodes["type"]> = new Set(["paragraph", "heading", "table"]);

/** Link definitions of a tree by normalised id. */
export function definitionsOf(tree: Root): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  walk(tree, (node) => {
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    return !WITHOUT_BLOCKS.has(node.type);
  });
  return definitions;
}

/** Every pointer below a node, in order. Images and links to other places of the web are none. */
export function pointersOf(node: Nodes, context: PointerContext): Pointer[] {
  const pointers: Pointer[] = [];
  walk(node, (child) => {
    if (child.type === "link") {
      pointers.push(...linkPointer(child.url, child, context));
      return false;
    }
    if (child.type === "linkReference") {
      const url = context.definitions.get(child.identifier)?.url;
      if (url !== undefined) pointers.push(...linkPointer(url, child, context));
      return false;
    }
    if (child.type === "text" || child.type === "inlineCode") pointers.push(...textPointers(child, context));
    return undefined;
  });
  return pointers.sort((a, b) => a.start - b.start);
}

/** The first of a pointer's paths that exists; a wiki link also finds a file by its stem anywhere. Null: none. */
export function resolvePointer(pointer: Pointer, files: ReadonlyMap<string, unknown>): string | null {
  const direct = pointer.paths.find((path) => files.has(path));
  if (direct !== undefined || pointer.form !== "wiki") return direct ?? null;
  const name = `/${pointer.target.toLowerCase()}.md`;
  for (const path of files.keys()) if (`/${path.toLowerCase()}`.endsWith(name)) return path;
  return null;
}

/** A relative destination as a path below the root; null when it climbs out or is absolute. `folder` ends in `/` or is empty. */
export function resolvePath(folder: string, target: string): string | null {
  if (target.startsWith("/") || target.includes("\\") || target.includes("\0")) return null;
  const segments: string[] = [];
  for (const segment of `${folder}${target}`.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.length === 0 ? null : segments.join("/");
}

/** The folder of a path with its closing `/`; empty for a file in the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function linkPointer(url: string, node: Nodes, context: PointerContext): Pointer[] {
  if (SCHEME.test(url) || url.startsWith("#") || url === "") return [];
  const hash = url.indexOf("#");
  const written = (hash === -1 ? url : url.slice(0, hash)).replace(/\?.*$/u, "");
  const anchor = hash === -1 ? null : decoded(url.slice(hash + 1));
  return [
    pointer(
      "link",
      decoded(written),
      anchor,
      node.position?.start.offset ?? 0,
      node.position?.end.offset ?? 0,
      context,
    ),
  ];
}

function textPointers(node: Nodes, context: PointerContext): Pointer[] {
  const start = node.position?.start.offset ?? 0;
  const written = context.text.slice(start, node.position?.end.offset ?? start);
  // Most texts point nowhere.
  if (!/\[\[|\.md/iu.test(written)) return [];
  const pointers: Pointer[] = [];
  const rest = written.replace(
    WIKI,
    (whole: string, name: string, anchor: string | undefined, at: number) => {
      pointers.push(wikiPointer(name.trim(), anchor ?? null, start + at, start + at + whole.length, context));
      return " ".repeat(whole.length);
    },
  );
  for (const match of rest.matchAll(BARE)) {
    const at = start + match.index;
    pointers.push(pointer("bare", match[0], null, at, at + match[0].length, context));
  }
  return pointers;
}

function wikiPointer(
  name: string,
  anchor: string | null,
  start: number,
  end: number,
  context: PointerContext,
): Pointer {
  const file = /\.md$/iu.test(name) ? name : `${name}.md`;
  return { ...pointer("wiki", file, anchor, start, end, context), target: name.replace(/\.md$/iu, "") };
}

function pointer(
  form: Pointer["form"],
  target: string,
  anchor: string | null,
  start: number,
  end: number,
  context: PointerContext,
): Pointer {
  const nearby = resolvePath(folderOf(context.file), target);
  // people write bare paths from the root of the memory, wherever the file stands
  const fromRoot = form === "link" ? null : resolvePath("", target);
  const paths = [nearby, fromRoot].filter((path) => path !== null);
  return { form, target, anchor, paths: [...new Set(paths)], start, end };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
