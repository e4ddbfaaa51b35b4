import { type Links, labelsIn, linksOf, relinkedPiece } from "../../relocate/relink.ts";
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

/** Runs of a page as text for a file. */
export function chunkOf(page: Page, runs: Runs, target: string): Chunk {
  const own = new Set(runs.flatMap(([from, to]) => page.entries.slice(from.at, to.at + 1)));
  const written = ({ start, end }: { start: number; end: number }): string =>
    relinkedPiece({ text: page.text.slice(start, end), start, end }, linksIn(page), page.file, target);
  const eol = page.markdown.lineEnding;
  return {
    text: joined(runs, (from, to) => written({ start: from.start, end: to.end }), eol),
    definitions: carriedAlong(page, own).map((entry) => ({ ...identifierOf(entry), text: written(entry) })),
  };
}

/** Items of a list and rows of a table stay together; blocks are told apart by a blank line. */
function joined(runs: Runs, written: (from: Entry, to: Entry) => string, eol: string): string {
  let text = "";
  for (const [at, [from, to]] of runs.entries()) {
    const last = runs[at - 1]?.[1];
    const isClose = last !== undefined && (last.list ?? last.table) !== null && isKin(last, from);
    text += (last === undefined ? "" : isClose ? eol : eol + eol) + written(from, to);
  }
  return text;
}

function isKin(a: Entry, b: Entry): boolean {
  return a.list === null ? a.table !== null && a.table.start === b.table?.start : a.list === b.list;
}

/** Definitions and footnotes of a page that entries refer to, also through one another, and that are not among them. */
function carriedAlong(page: Page, entries: ReadonlySet<Entry>): Entry[] {
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
  const all = linksIn(page);
  const wanted = new Set([
    ...labelsIn(entry, all, "link").map((label) => `[${label}`),
    ...labelsIn(entry, all, "footnote").map((label) => `^${label}`),
  ]);
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

/** A path of the memory as it is written in a file of a folder (which ends in `/` or is empty). */
export function relativeTo(folder: string, path: string): string {
  const [here, there] = [folder.split("/").filter(Boolean), path.split("/")];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1;
  return `${"../".repeat(here.length - shared)}${there.slice(shared).join("/")}`;
}

const links = new WeakMap<Page, Links>();

function linksIn(page: Page): Links {
  const known = links.get(page) ?? linksOf(page.markdown.tree, page.text);
  links.set(page, known);
  return known;
}
