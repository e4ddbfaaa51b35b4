import { carriesPointer } from "../../lint/pointer.ts";
import { findSecrets } from "../../privacy/find-secrets.ts";
import { definitionsFor } from "./chunk.ts";
import type { Marks } from "./marks.ts";
import { type Entry, type Page, titleOf } from "./page.ts";

/** What leaves a page. */
export interface Moving {
  /** Whole entries that go. */
  entries: ReadonlySet<Entry>;
  /** Sections that go with their heading, by each of their entries. */
  sections: ReadonlyMap<Entry, Entry>;
  /** Rows that stay as pointers but lose cells. */
  rows: ReadonlySet<Entry>;
  /** Entries that hold a secret: nobody copies that to another file. */
  secret: ReadonlySet<Entry>;
}

/** Whether an entry leads somewhere. */
export function isPointer({ block }: Entry): boolean {
  return block !== null && block.node !== null && carriesPointer(block.node);
}

/** Decides which entries leave a page because of what was found in them. */
export function movingOn(page: Page, marks: Marks): Moving {
  const entries = new Set<Entry>();
  const sections = new Map<Entry, Entry>();
  const rows = new Set<Entry>();
  for (const entry of marks.places.keys()) {
    if (entry.form === "heading") markSection(page, entry, sections);
    else if (entry.table !== null) markRow(page, entry, marks, entries, rows);
    else if (entry.form === "footnote") for (const one of footnoteUsers(page, entry)) entries.add(one);
    else if (entry.block !== null && entry.form !== "definition") entries.add(entry);
  }
  for (const entry of page.entries) {
    if (entry.list !== null && marks.overfull.has(entry.list)) entries.add(entry);
  }
  for (const entry of sections.keys()) entries.add(entry);
  addHtmlPairs(page, entries);
  const secret = withoutSecrets(entries, rows);
  addHeadings(page, entries);
  return { entries, sections, rows, secret };
}

/** Entries of a heading's section, the heading first. */
export function sectionOf(page: Page, heading: Entry): Entry[] {
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
function markRow(page: Page, entry: Entry, marks: Marks, entries: Set<Entry>, rows: Set<Entry>): void {
  const whole = page.entries.filter(({ table }) => table?.start === entry.table?.start);
  const head = whole.find(({ form }) => form === "table-head");
  const isPointers = whole.some(isPointer);
  if (isPointers && head !== undefined && !marks.places.has(head)) rows.add(entry);
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

function withoutSecrets(entries: Set<Entry>, rows: Set<Entry>): ReadonlySet<Entry> {
  const secret = new Set<Entry>();
  for (const entry of [...entries, ...rows]) {
    if (findSecrets(entry.text).length === 0) continue;
    secret.add(entry);
    for (const other of entries) {
      if (other === entry || (entry.table !== null && other.table?.start === entry.table.start))
        entries.delete(other);
    }
    rows.delete(entry);
  }
  return secret;
}

/** A heading inside a section goes with what stands below it, when all of that goes. */
function addHeadings(page: Page, entries: Set<Entry>): void {
  const title = titleOf(page);
  for (const heading of page.entries.filter(({ form }) => form === "heading").reverse()) {
    const isInner = heading.headings.length > Number(title !== null);
    if (!isInner || entries.has(heading)) continue;
    const [, ...below] = sectionOf(page, heading);
    const content = below.filter(({ form }) => form !== "definition" && form !== "footnote");
    // pointers stay in the index or go to a sub-index: their heading says what they are
    const goes = content.every((entry) => entries.has(entry) && !isPointer(entry));
    if (content.length > 0 && goes) entries.add(heading);
  }
}
