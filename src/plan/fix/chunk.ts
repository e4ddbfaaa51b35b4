import type { Definition, Nodes, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { applySplices, type Splice } from "../../markdown/splice.ts";
import { linkPath } from "../index-text.ts";
import { folderOf, resolvePath } from "../../memory/pointers.ts";
import type { Entry, Page } from "./page.ts";

/** Text on its way to another file. */
export interface Chunk {
  /** As it stood, whole lines; only relative link destinations fit the new place. */
  text: string;
  /** Definitions and footnotes that it refers to, likewise. */
  definitions: readonly { identifier: string; footnote: boolean; text: string }[];
}

/** A run of neighbouring entries as it stands, or several runs joined by line ends. */
export type Runs = readonly (readonly [from: Entry, to: Entry])[];

/**
 * Runs of a page as text for a file; null when a relative destination cannot be found in what is written, so that it
 * could not be made to fit.
 */
export function chunkOf(page: Page, runs: Runs, target: string): Chunk | null {
  const texts = runs.map(([from, to]) => rewritten(page, from.start, to.end, target));
  const own = new Set(runs.flatMap(([from, to]) => page.entries.slice(from.at, to.at + 1)));
  const definitions = carriedAlong(page, own).map((entry) => {
    const text = rewritten(page, entry.start, entry.end, target);
    return text === null ? null : { ...identifierOf(entry), text };
  });
  if (texts.includes(null) || definitions.includes(null)) return null;
  return {
    text: texts.join(page.markdown.lineEnding),
    definitions: definitions.filter((one) => one !== null),
  };
}

/** Definitions and footnotes of a page that entries refer to, also through one another, and that are not among them. */
export function carriedAlong(page: Page, entries: ReadonlySet<Entry>): Entry[] {
  const found = new Set<Entry>();
  const queue = [...entries];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    for (const definition of definitionsFor(page, entry)) {
      if (entries.has(definition) || found.has(definition)) continue;
      found.add(definition);
      queue.push(definition);
    }
  }
  return [...found].sort((a, b) => a.at - b.at);
}

/** The definitions and footnotes that one entry refers to by itself. */
export function definitionsFor(page: Page, entry: Entry): Entry[] {
  const wanted = new Set<string>();
  for (const node of nodesIn(page, entry.start, entry.end)) {
    visit(node, (child) => {
      const { start, end } = offsetsOf(child);
      if (start < entry.start || end > entry.end) return;
      if (child.type === "linkReference" || child.type === "imageReference")
        wanted.add(`[${child.identifier}`);
      if (child.type === "footnoteReference") wanted.add(`^${child.identifier}`);
    });
  }
  if (wanted.size === 0) return [];
  const taken = new Set<string>();
  return page.entries.filter((other) => {
    if (other.form !== "definition" && other.form !== "footnote") return false;
    const { identifier, footnote } = identifierOf(other);
    const key = `${footnote ? "^" : "["}${identifier}`;
    // of two with one name the first counts
    const isFirst = !taken.has(key);
    taken.add(key);
    return isFirst && wanted.has(key);
  });
}

function identifierOf(entry: Entry): { identifier: string; footnote: boolean } {
  const node = entry.block?.node;
  const identifier =
    node?.type === "definition" || node?.type === "footnoteDefinition" ? node.identifier : "";
  return { identifier, footnote: entry.form === "footnote" };
}

/** The lines between two offsets with relative destinations that lead to the same place from the target's folder. */
function rewritten(page: Page, start: number, end: number, target: string): string | null {
  const text = page.text.slice(start, end);
  const splices: Splice[] = [];
  let lost = false;
  for (const node of nodesIn(page, start, end)) {
    visit(node, (child) => {
      if (child.type !== "link" && child.type !== "image" && child.type !== "definition") return;
      const place = offsetsOf(child);
      if (place.start < start || place.end > end) return;
      const moved = movedUrl(child.url, page.file, target);
      if (moved === null) return;
      const at = destinationIn(page.text.slice(place.start, place.end), child);
      if (at === null) lost = true;
      else
        splices.push({
          start: place.start + at.start - start,
          end: place.start + at.end - start,
          insert: moved,
        });
    });
  }
  return lost ? null : applySplices(text, splices);
}

/** A destination as it reads from another folder; null when it stays as it is. */
function movedUrl(url: string, page: string, target: string): string | null {
  const [from, to] = [folderOf(page), folderOf(target)];
  if (url.startsWith("#") && url !== "#") return `${linkPath(relativeTo(to, page))}${url}`;
  if (from === to || url === "" || /^(?:[a-z][a-z0-9+.-]+:|[/#?\\])/iu.test(url)) return null;
  const rest = /[?#].*$/su.exec(url)?.[0] ?? "";
  const written = url.slice(0, url.length - rest.length);
  const path = resolvePath(from, decoded(written));
  const inFolder = path === null ? null : relativeTo(to, path);
  // what climbs out of the memory is so many folders further up
  const moved = inFolder ?? `${"../".repeat(depthOf(to))}${from}${decoded(written)}`;
  const slash = written.endsWith("/") && !moved.endsWith("/") ? "/" : "";
  return `${linkPath(moved)}${slash}${rest}`;
}

/** A path of the memory as it is written in a file of a folder (which ends in `/` or is empty). */
export function relativeTo(folder: string, path: string): string {
  const [here, there] = [folder.split("/").filter(Boolean), path.split("/")];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1;
  return `${"../".repeat(here.length - shared)}${there.slice(shared).join("/")}`;
}

const depthOf = (folder: string): number => folder.split("/").length - 1;

/** Where in a link, image or definition its destination stands; angle brackets included. */
function destinationIn(
  source: string,
  node: Extract<Nodes, { type: "link" | "image" }> | Definition,
): { start: number; end: number } | null {
  const opening = node.type === "definition" ? /\]:\s*/gu : /\]\(\s*/gu;
  let found: { start: number; end: number } | null = null;
  for (const match of source.matchAll(opening)) {
    const start = match.index + match[0].length;
    const raw = /^(?:<(?:\\.|[^<>\n\\])*>|(?:\\.|[^\s\\])+)/u.exec(source.slice(start))?.[0] ?? "";
    const ends = raw.startsWith("<") ? [raw.length] : endsOf(raw);
    const end = ends.find((length) => plain(raw.slice(0, length)) === node.url);
    // of several the last: before it stands text
    if (end !== undefined) found = { start, end: start + end };
  }
  return found;
}

/** Lengths that a destination without brackets may have: parentheses may belong to it or close the link. */
function endsOf(raw: string): number[] {
  const closing = [...raw.matchAll(/\)/gu)].map((match) => match.index);
  return [raw.length, ...closing.reverse()];
}

function plain(raw: string): string {
  return raw.replace(/^<|>$/gu, "").replace(/\\([!-/:-@[-`{-~])/gu, "$1");
}

function nodesIn(page: Page, start: number, end: number): RootContent[] {
  return page.markdown.tree.children.filter((node) => {
    const place = offsetsOf(node);
    return place.start < end && place.end > start;
  });
}

function offsetsOf(node: Nodes): { start: number; end: number } {
  const start = node.position?.start.offset ?? 0;
  return { start, end: node.position?.end.offset ?? start };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
