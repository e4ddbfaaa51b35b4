import { resolvePointer } from "../../memory/pointers.ts";
import { findSecrets } from "../../privacy/find-secrets.ts";
import { definitionsFor } from "./chunk.ts";
import type { Marks } from "./marks.ts";
import { type Entry, type Page, pointersIn, titleOf } from "./page.ts";

/** What leaves a page. */
export interface Moving {
  /** Whole entries that go. */
  entries: ReadonlySet<Entry>;
  /** Sections that go with their heading, by each of their entries. */
  sections: ReadonlyMap<Entry, Entry>;
  /** Pointers that go to a sub-index, with what introduces them. */
  bundled: ReadonlySet<Entry>;
  /** Rows that stay as pointers but lose cells. */
  rows: ReadonlySet<Entry>;
  /** Entries that lead to a file. */
  pointers: ReadonlySet<Entry>;
}

/** Decides which entries leave a page because of what was found in them. What holds a secret is copied nowhere. */
export function movingOn(page: Page, marks: Marks, files: ReadonlyMap<string, unknown>): Moving {
  const pointers = pointersOn(page, files);
  const entries = new Set<Entry>();
  const sections = new Map<Entry, Entry>();
  const rows = new Set<Entry>();
  for (const entry of marks.places.keys()) {
    if (entry.form === "heading") markSection(page, entry, sections);
    else if (entry.table !== null) markRow(page, entry, { marks, pointers, entries, rows });
    else if (entry.form === "footnote") for (const one of footnoteUsers(page, entry)) entries.add(one);
    else if (entry.block !== null && entry.form !== "definition") entries.add(entry);
  }
  const bundled = new Set<Entry>();
  for (const entry of page.entries) {
    if (entry.list === null || !marks.overfull.has(entry.list)) continue;
    entries.add(entry);
    if (pointers.has(entry)) bundled.add(entry);
  }
  for (const entry of sections.keys()) entries.add(entry);
  addIntroduced(page, { entries, rows, bundled, pointers });
  addHtmlPairs(page, entries);
  // a row that goes with what it stands in does not stay as a pointer
  for (const row of rows) if (entries.has(row)) rows.delete(row);
  dropSecrets(entries, rows);
  addHeadings(page, entries, pointers);
  return { entries, sections, bundled, rows, pointers };
}

/**
 * Entries that lead to a file. In a list or table in which most do not, a path is part of what is said, unless the file
 * stands in the memory.
 */
function pointersOn(page: Page, files: ReadonlyMap<string, unknown>): ReadonlySet<Entry> {
  const leading = new Set<Entry>();
  const standing = new Set<Entry>();
  for (const entry of page.entries) {
    const found = pointersIn(page, entry);
    if (found.length > 0) leading.add(entry);
    if (found.some((pointer) => resolvePointer(pointer, files) !== null)) standing.add(entry);
  }
  return new Set(
    [...leading].filter((entry) => {
      const kin = kinOf(page, entry);
      return standing.has(entry) || kin.filter((one) => leading.has(one)).length * 2 >= kin.length;
    }),
  );
}

/** Entries of the list or table that one is part of, a table's head left out; itself alone elsewhere. */
export function kinOf(page: Page, entry: Entry): Entry[] {
  if (entry.list !== null) return page.entries.filter(({ list }) => list === entry.list);
  if (entry.table === null) return [entry];
  return page.entries.filter(({ form, table }) => form === "row" && table?.start === entry.table?.start);
}

interface Leaving {
  entries: Set<Entry>;
  rows: Set<Entry>;
  bundled: Set<Entry>;
  pointers: ReadonlySet<Entry>;
}

/** A line that introduces pointers and may not stay alone takes them along, into a sub-index. */
function addIntroduced(page: Page, { entries, rows, bundled, pointers }: Leaving): void {
  for (const lead of page.entries) {
    const next = page.entries[lead.at + 1];
    if (lead.form !== "lead" || !entries.has(lead) || next === undefined) continue;
    if (next.list === null && next.table === null) continue;
    const kin = kinOf(page, next);
    if (kin.length === 0 || kin.filter((entry) => pointers.has(entry)).length * 2 < kin.length) continue;
    for (const entry of new Set([lead, next, ...kin])) {
      entries.add(entry);
      bundled.add(entry);
      rows.delete(entry);
    }
  }
}

/** Entries of a heading's section, the heading first. */
function sectionOf(page: Page, heading: Entry): Entry[] {
  const rest = page.entries.slice(heading.at + 1);
  const length = rest.findIndex(({ form, depth }) => form === "heading" && depth <= heading.depth);
  return [heading, ...(length === -1 ? rest : rest.slice(0, length))];
}

/** What a heading says against a rule can only go with its section; a title stays. */
function markSection(page: Page, heading: Entry, sections: Map<Entry, Entry>): void {
  if (heading === titleOf(page)) return;
  for (const entry of sectionOf(page, heading)) {
    if (!sections.has(entry) && entry.form !== "definition") sections.set(entry, heading);
  }
}

/** A row with pointers around it stays a row; a table of content goes whole. */
function markRow(
  page: Page,
  entry: Entry,
  { marks, pointers, entries, rows }: Omit<Leaving, "bundled"> & { marks: Marks },
): void {
  const whole = page.entries.filter(({ table }) => table?.start === entry.table?.start);
  const head = whole.find(({ form }) => form === "table-head");
  if (whole.some((one) => pointers.has(one)) && head !== undefined && !marks.places.has(head))
    rows.add(entry);
  else for (const one of whole) entries.add(one);
}

/** A footnote goes with what refers to it; one that nothing refers to goes alone. */
function footnoteUsers(page: Page, footnote: Entry): Entry[] {
  const users = page.entries.filter(
    (entry) =>
      entry !== footnote && entry.form !== "heading" && definitionsFor(page, entry).includes(footnote),
  );
  return users.length === 0 ? [footnote] : users.filter(({ table }) => table === null);
}

/** An element that one block opens and another closes goes whole. */
function addHtmlPairs(page: Page, entries: Set<Entry>): void {
  for (const entry of entries) {
    if (entry.form !== "html") continue;
    for (
      let open = openTags(entry.text), at = entry.at + 1;
      open.length > 0 && at < page.entries.length;
      at += 1
    ) {
      const next = page.entries[at];
      if (next === undefined) break;
      const tags = next.form === "html" ? openTags(next.text, open) : open;
      open = tags;
      if (open.length > 0) continue;
      for (const one of page.entries.slice(entry.at, at + 1)) {
        if (one.form !== "definition" && one.form !== "footnote") entries.add(one);
      }
    }
  }
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/u;

/** Names of elements that are open after a piece of HTML. */
function openTags(html: string, before: readonly string[] = []): string[] {
  const open = [...before];
  for (const [, slash, name = "", end] of html
    .replace(/<!--[\s\S]*?(?:-->|$)/gu, "")
    .matchAll(/<(\/?)([a-z][a-z0-9-]*)[^<>]*?(\/?)>/giu)) {
    const tag = name.toLowerCase();
    if (slash === "/") {
      const at = open.lastIndexOf(tag);
      if (at !== -1) open.splice(at);
    } else if (end !== "/" && !VOID.test(tag)) open.push(tag);
  }
  return open;
}

function dropSecrets(entries: Set<Entry>, rows: Set<Entry>): void {
  for (const entry of [...entries, ...rows]) {
    if (findSecrets(entry.text).length === 0) continue;
    rows.delete(entry);
    entries.delete(entry);
    if (entry.table === null) continue;
    for (const one of entries) if (one.table?.start === entry.table.start) entries.delete(one);
  }
}

/** A heading inside a section goes with what stands below it, when all of that goes. */
function addHeadings(page: Page, entries: Set<Entry>, pointers: ReadonlySet<Entry>): void {
  const title = titleOf(page);
  for (const heading of page.entries.filter(({ form }) => form === "heading").reverse()) {
    const isInner = heading.headings.length > Number(title !== null);
    if (!isInner || entries.has(heading)) continue;
    const [, ...below] = sectionOf(page, heading);
    const content = below.filter(({ form }) => form !== "definition" && form !== "footnote");
    // pointers stay in the index or go to a sub-index: their heading says what they are
    const goes = content.every((entry) => entries.has(entry) && !pointers.has(entry));
    if (content.length > 0 && goes) entries.add(heading);
  }
}
