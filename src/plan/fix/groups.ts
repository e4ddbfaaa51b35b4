import { slugOf } from "../../manifest/slug.ts";
import { folderOf, resolvePointer } from "../../memory/pointers.ts";
import type { MemoryDraft } from "../draft.ts";
import type { Chunk, Runs } from "./chunk.ts";
import {
  archiveDestination,
  type Destination,
  fileDestination,
  inboxDestination,
  isNamed,
  kindDestination,
  moveRuns,
  takesContent,
} from "./destination.ts";
import { type Kind, kindsOf } from "./kind.ts";
import type { Marks } from "./marks.ts";
import type { Moving } from "./moving.ts";
import { type Entry, type Page, pointersIn, titleOf } from "./page.ts";

/** A page being fixed, and what leaves it. */
export interface Work {
  draft: MemoryDraft;
  page: Page;
  marks: Marks;
  moving: Moving;
}

/** Neighbouring entries that go, of which one place of the index is left. */
export type Run = readonly Entry[];

/** Where entries of a run went. */
export interface Moved {
  entries: readonly Entry[];
  path: string;
  /** Text of the pointer that stays. */
  label: string;
  title: string;
  chunk: Chunk;
}

/** Runs of entries that go, in order. Items that leave a list in which others stay are a run of their own. */
export function runsOf({ page, moving }: Pick<Work, "page" | "moving">): Run[] {
  const runs: Entry[][] = [];
  let last: Entry | null = null;
  for (const entry of page.entries) {
    if (!moving.entries.has(entry)) continue;
    const open = runs.at(-1);
    const key = partialList(entry, page, moving);
    const follows =
      last?.at === entry.at - 1 &&
      key === (last === null ? null : partialList(last, page, moving)) &&
      moving.sections.get(entry) === moving.sections.get(last);
    if (open !== undefined && follows) open.push(entry);
    else runs.push([entry]);
    last = entry;
  }
  return runs;
}

/** The list of an item that leaves it while others stay; else null. */
export function partialList(entry: Entry, page: Page, moving: Moving): Entry["list"] {
  if (entry.list === null) return null;
  const stays = page.entries.some((other) => other.list === entry.list && !moving.entries.has(other));
  return stays ? entry.list : null;
}

/** Moves the entries of a run to their files, one move a file; null when one of them cannot be moved. */
export function moveRun(work: Work, run: Run): Moved[] | null {
  const groups = groupsOf(work, run);
  const moved: Moved[] = [];
  for (const { entries, destination } of groups) {
    if (destination === null) return null;
    const done = moveRuns(work.draft, work.page, rangesOf(entries), destination);
    if (done === null) return null;
    moved.push({ entries, path: done.path, label: destination.title, title: done.title, chunk: done.chunk });
  }
  return moved;
}

/** Runs of entries that follow each other on the page. */
export function rangesOf(entries: readonly Entry[]): Runs {
  const ranges: [Entry, Entry][] = [];
  for (const entry of entries) {
    const open = ranges.at(-1);
    if (open !== undefined && open[1].at === entry.at - 1) open[1] = entry;
    else ranges.push([entry, entry]);
  }
  return ranges;
}

interface Group {
  entries: Entry[];
  destination: Destination | null;
}

/** The entries of a run by where they go, each group in the order of the page. */
function groupsOf(work: Work, run: Run): Group[] {
  const groups = new Map<string, Group>();
  for (const [entry, destination] of destinationsOf(work, run)) {
    const spot = destination?.spot;
    const key = JSON.stringify([destination?.path, spot?.heading, spot?.day]);
    const group = groups.get(key) ?? { entries: [], destination };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ entries, destination }) => ({
    entries,
    destination: destination === null ? null : withoutTwice(work.page, destination, entries[0]),
  }));
}

/** A heading that comes along itself is not written above the text once more: the one above it is. */
function withoutTwice(page: Page, destination: Destination, first: Entry | undefined): Destination {
  const { heading } = destination.spot;
  if (first?.form !== "heading" || heading === null || headingLabel(first.text) !== heading)
    return destination;
  const above = headingFor(page, first);
  const isTitle = above !== null && isNamed(destination.title, above);
  return { ...destination, spot: { ...destination.spot, heading: isTitle ? null : above } };
}

/** Each entry with where it goes; a heading goes with what follows it. */
function destinationsOf(work: Work, run: Run): [Entry, Destination | null][] {
  const decided = new Map<Entry, Destination | null>();
  for (const entry of run) {
    if (entry.form === "heading") continue;
    const own = specialDestination(work, entry);
    if (own !== undefined) decided.set(entry, own);
  }
  for (const set of contentSets(run.filter((entry) => entry.form !== "heading" && !decided.has(entry)))) {
    const kinds = kindsOf(work.draft, work.page, set);
    for (const [at, entry] of set.entries())
      decided.set(entry, contentDestination(work, entry, kinds[at] ?? null));
  }
  let next: Destination | null = null;
  const all = [...run].reverse().map((entry): [Entry, Destination | null] => {
    next = decided.get(entry) ?? next;
    return [entry, next];
  });
  return all.reverse();
}

/** Where a row goes: to the topic it points to, else where its text belongs. */
export function rowDestination(work: Work, row: Entry): Destination | null {
  const special = specialDestination(work, row);
  if (special !== undefined) return special;
  return contentDestination(work, row, kindsOf(work.draft, work.page, [row])[0] ?? null);
}

/** Where an entry goes whatever its text is about; undefined: its text decides. */
function specialDestination(work: Work, entry: Entry): Destination | null | undefined {
  const { draft, page, marks, moving } = work;
  const section = moving.sections.get(entry);
  if (section !== undefined) {
    const all = [...moving.sections].filter(([, heading]) => heading === section).map(([one]) => one);
    return all.some((one) => moving.pointers.has(one)) ? subIndexOf(page, section) : undefined;
  }
  if (moving.bundled.has(entry)) return subIndexOf(page, innermost(page, entry));
  if (entry.list !== null && marks.overfull.has(entry.list)) return undefined;
  const own = ownTarget(work, entry);
  if (own !== undefined) return fileDestination(draft, own, labelOf(page, entry, own) ?? "");
  if (!marks.temporary.has(entry)) return undefined;
  return kindDestination(draft, "todo", "", headingFor(page, entry)) ?? undefined;
}

/** The topic that an item or row is about, or the only one that a passage names. */
function ownTarget(work: Work, entry: Entry): string | undefined {
  const [first, ...others] = ownTargets(work, entry);
  return entry.form === "item" || entry.form === "row" || others.length === 0 ? first : undefined;
}

/** Topic files that an entry points to: what it says about them belongs there. */
export function ownTargets({ draft, page }: Pick<Work, "draft" | "page">, entry: Entry): string[] {
  const targets = pointersIn(page, entry).flatMap((pointer) => resolvePointer(pointer, draft.files) ?? []);
  return [...new Set(targets)].filter((path) => path !== page.file && takesContent(draft, path));
}

/** Text of the link to a file as it stands in an entry; null for a bare path. */
function labelOf(page: Page, entry: Entry, path: string): string | null {
  const pointer = pointersIn(page, entry).find(({ paths }) => paths.includes(path));
  const written = pointer === undefined ? "" : page.text.slice(pointer.start, pointer.end);
  return /^\[([^\][]*)\]/u.exec(written)?.[1] ?? null;
}

/** Entries that are about one thing: those of a list or table, and what a line introduces. */
function contentSets(entries: readonly Entry[]): Entry[][] {
  const sets: Entry[][] = [];
  for (const entry of entries) {
    const open = sets.at(-1);
    const last = open?.at(-1);
    if (open !== undefined && last !== undefined && belongsTo(entry, last)) open.push(entry);
    else sets.push([entry]);
  }
  return sets;
}

function belongsTo(entry: Entry, last: Entry): boolean {
  if (innermostStart(entry) !== innermostStart(last)) return false;
  if (entry.list !== null && entry.list === last.list) return true;
  if (entry.table !== null && last.table !== null && entry.table.start === last.table.start) return true;
  if (last.at !== entry.at - 1) return false;
  return last.form === "lead" || entry.form === "code" || entry.form === "html" || last.form === "html";
}

/** The file for content: the archive for what ages, else by what it is about, else the inbox. */
function contentDestination({ draft, page }: Work, entry: Entry, kind: Kind): Destination | null {
  const heading = headingFor(page, entry);
  if (kind?.how === "archive") return archiveDestination(draft, kind.subject, heading);
  const place = kind === null ? null : kindDestination(draft, kind.kind, kind.subject, heading);
  return place ?? inboxDestination(draft, heading);
}

/** `index-<heading>.md` beside the index: where pointers go that are too many for it. */
export function subIndexOf(page: Page, heading: Entry | null): Destination {
  const title = heading === null ? "Topics" : headingLabel(heading.text);
  const path = `${folderOf(page.file)}index-${slugOf(title)}.md`;
  return { path, title, row: null, spot: { heading: null, day: null } };
}

const keptHeadings = new WeakMap<Moving, (Entry | null)[]>();

/** The heading that an entry stands below once what goes is gone. */
export function keptHeading({ page, moving }: Pick<Work, "page" | "moving">, entry: Entry): Entry | null {
  let known = keptHeadings.get(moving);
  if (known === undefined) {
    let last: Entry | null = null;
    known = page.entries.map((one) => {
      const above = last;
      if (one.form === "heading" && !moving.entries.has(one)) last = one;
      return above;
    });
    keptHeadings.set(moving, known);
  }
  return known[entry.at] ?? null;
}

/** The nearest heading above an entry; the page's title does not count. */
export function innermost(page: Page, entry: Entry): Entry | null {
  const start = innermostStart(entry);
  const heading = page.entries.find(
    (one) => one.form === "heading" && one.block === null && startOf(page, one) === start,
  );
  return heading === undefined || heading === titleOf(page) ? null : heading;
}

const innermostStart = (entry: Entry): number => entry.headings.at(-1)?.start ?? -1;

function startOf(page: Page, entry: Entry): number {
  return entry.start + (/^[ \t]*/u.exec(page.text.slice(entry.start, entry.end))?.[0] ?? "").length;
}

/** The heading that content keeps in its new file. */
function headingFor(page: Page, entry: Entry): string | null {
  const heading = innermost(page, entry);
  return heading === null ? null : headingLabel(heading.text);
}

/** Text of a heading as written, without its marks; links in it lead from elsewhere, so only their words stay. */
function headingLabel(source: string): string {
  return source
    .replace(/(?:\r\n|\n|\r)[ \t]*(?:=+|-+)[ \t]*$/u, "")
    .replace(/^#{1,6}[ \t]*/u, "")
    .replace(/[ \t]+#+[ \t]*$/u, "")
    .replace(/!?\[([^\][]*)\]\([^()]*\)/gu, "$1")
    .replace(/\s+/gu, " ")
    .trim();
}
