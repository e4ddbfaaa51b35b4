import type { Index, IndexRow, IndexSection } from "../memory/index.ts";
import { BLOCK_BEGIN, BLOCK_END } from "../memory/index.ts";
import type { Section } from "../manifest/manifest.ts";
import { toSource } from "../markdown/tree.ts";
import { applySplices, type Splice } from "../markdown/splice.ts";
import { tableRow } from "./index-text.ts";
import { closed, contentEnd, leading, lineEndAfter } from "./topic-file.ts";

/** A row of ours as it is to stand: cells of a table row (in the order of the table's titles), or one item text. */
export interface ShownRow {
  file: string;
  cells: string[];
}

/** What one section of an index is to show. */
export interface ShownSection {
  section: Section;
  /** Our rows as they stand now, in order. */
  slots: readonly IndexRow[];
  /** Our rows as they are to stand, in order. */
  rows: readonly ShownRow[];
  /** Titles of the table the rows are for; empty for a list or line. */
  titles: readonly string[];
}

/** Depth mark of headings that we add. */
const HEADING = "##";

/** The index with these sections; rows of others and untouched rows stay byte for byte. */
export function renderIndex(index: Index, sections: readonly ShownSection[], own: "file" | "block"): string {
  const { markdown } = index;
  const splices: Splice[] = [];
  const missing: ShownSection[] = [];
  for (const shown of sections) {
    const standing = standingSection(index, shown, own);
    if (standing !== null) splices.push(...sectionSplices(index, standing, shown));
    else if (shown.rows.length > 0) missing.push(shown);
  }
  splices.push(...newSections(index, missing, sections, own));
  return toSource(markdown, applySplices(markdown.text, splices));
}

/** The section of an index that belongs to a manifest's one; null when it is not there yet. */
function standingSection(index: Index, shown: ShownSection, own: "file" | "block"): IndexSection | null {
  const { section, slots } = shown;
  const first = slots[0];
  if (first !== undefined) {
    const holder = index.sections.find((candidate) => candidate.rows.includes(first));
    if (holder !== undefined) return holder;
  }
  const isOurs = (candidate: IndexSection): boolean => own === "file" || candidate.own;
  return index.sections.find((candidate) => candidate.section === section && isOurs(candidate)) ?? null;
}

function sectionSplices(index: Index, standing: IndexSection, shown: ShownSection): Splice[] {
  const { text } = index.markdown;
  const { slots, rows } = shown;
  if (shown.section.form === "line") return [];
  const others = standing.rows.filter((row) => row.form === "list" && !slots.includes(row));
  if (others.length > 0 && rows.some((row) => dayOf(row.cells[0]) !== null)) {
    return mergeByDay(index, others, shown);
  }
  const splices: Splice[] = [];
  for (const [position, slot] of slots.entries()) {
    const row = rows[position];
    if (row === undefined) splices.push(wholeLines(text, slot));
    else if (!showsCells(slot, row.cells)) splices.push(rewrite(slot, row));
  }
  const more = rows.slice(slots.length);
  if (more.length > 0) splices.push(addition(index, standing, shown, more));
  return splices;
}

/** Among dated items of others: ours are taken out and put back, each before the first older one. */
function mergeByDay(
  { markdown }: Index,
  others: readonly IndexRow[],
  { slots, rows }: ShownSection,
): Splice[] {
  const { text, lineEnding: eol } = markdown;
  const taken = slots.map((slot) => wholeLines(text, slot));
  const added = rows.map((row): Splice => {
    const day = dayOf(row.cells[0]) ?? "";
    const older = others.find((other) => (dayOf(other.cells[0]?.text) ?? "9999") < day);
    const line = `- ${row.cells[0] ?? ""}`;
    if (older !== undefined) return insertAt(older.start, line + eol);
    const last = others.at(-1);
    return insertAt(last?.end ?? text.length, eol + line);
  });
  return [...taken, ...added];
}

/** The ISO day an item starts with; null when it starts with none. */
function dayOf(item: string | undefined): string | null {
  return /^\d{4}-\d{2}-\d{2}/u.exec(item ?? "")?.[0] ?? null;
}

function showsCells(slot: IndexRow, cells: readonly string[]): boolean {
  return slot.cells.length === cells.length && slot.cells.every((cell, at) => cell.text.trim() === cells[at]);
}

function rewrite(slot: IndexRow, row: ShownRow): Splice {
  const [first] = slot.cells;
  if (slot.form === "table" || first === undefined) {
    return { start: slot.start, end: slot.end, insert: tableRow(row.cells) };
  }
  return { start: first.start, end: first.end, insert: row.cells[0] ?? "" };
}

function wholeLines(text: string, row: IndexRow): Splice {
  const start = Math.max(text.lastIndexOf("\n", row.start - 1), text.lastIndexOf("\r", row.start - 1)) + 1;
  const rest = /\r\n|\n|\r/u.exec(text.slice(row.end));
  const end = rest === null ? text.length : row.end + rest.index + rest[0].length;
  return { start, end, insert: "" };
}

/** Puts further rows behind our last one, else where a section's rows begin or, in a table, end. */
function addition(
  index: Index,
  standing: IndexSection,
  shown: ShownSection,
  rows: readonly ShownRow[],
): Splice {
  const { markdown } = index;
  const eol = markdown.lineEnding;
  const last = shown.slots.at(-1);
  if (shown.section.form === "table") {
    const table = standing.tables.find((candidate) => sameTitles(candidate.titles, shown.titles));
    const at = last?.end ?? table?.end;
    const lines = rows.map((row) => tableRow(row.cells));
    if (at !== undefined) return insertAt(at, lines.map((line) => eol + line).join(""));
    const end = sectionEnd(index, standing);
    return closed(markdown, end, leading(markdown, end) + tableLines(shown, eol));
  }
  if (last !== undefined) {
    const marker = markerAt(markdown.text, last);
    return insertAt(last.end, rows.map((row) => `${eol}${marker} ${row.cells[0] ?? ""}`).join(""));
  }
  const first = standing.rows.find((row) => row.form === "list");
  if (first !== undefined) {
    const marker = markerAt(markdown.text, first);
    return insertAt(first.start, rows.map((row) => `${marker} ${row.cells[0] ?? ""}${eol}`).join(""));
  }
  const end = sectionEnd(index, standing);
  return closed(markdown, end, leading(markdown, end) + itemLines(rows, eol));
}

/** Whole sections that are not there yet, each before the next one that is, in the order of the manifest. */
function newSections(
  index: Index,
  missing: readonly ShownSection[],
  all: readonly ShownSection[],
  own: "file" | "block",
): Splice[] {
  const groups = new Map<number, string[]>();
  for (const shown of missing) {
    const later = all.slice(all.indexOf(shown) + 1);
    const next = later.map((other) => standingSection(index, other, own)).find((found) => found !== null);
    const at = next?.depth ? next.start : -1;
    groups.set(at, [...(groups.get(at) ?? []), sectionText(shown, index.markdown.lineEnding)]);
  }
  const { markdown, block } = index;
  const eol = markdown.lineEnding;
  return [...groups].map(([at, texts]) => {
    const body = texts.join(eol + eol);
    if (at >= 0) return insertAt(at, leading(markdown, at) + body + eol + eol);
    if (own === "file") {
      const end = contentEnd(markdown.text);
      return closed(markdown, end, leading(markdown, end) + body + (end === markdown.text.length ? eol : ""));
    }
    if (block !== null) return blockAddition(index, body);
    const end = contentEnd(markdown.text);
    const whole = [BLOCK_BEGIN, body, BLOCK_END].join(eol);
    return closed(markdown, end, leading(markdown, end) + whole + (end === markdown.text.length ? eol : ""));
  });
}

function blockAddition({ markdown, block }: Index, body: string): Splice {
  const eol = markdown.lineEnding;
  const at = block?.innerEnd ?? markdown.text.length;
  const open = /[\r\n]$/u.test(markdown.text.slice(0, at)) ? "" : eol;
  return insertAt(at, open + body + eol);
}

function sectionText(shown: ShownSection, eol: string): string {
  const heading = shown.section.section === "" ? "" : `${HEADING} ${shown.section.section}${eol}${eol}`;
  if (shown.section.form === "table") return heading + tableLines(shown, eol);
  if (shown.section.form === "line") return heading + shown.rows.map((row) => row.cells[0] ?? "").join(eol);
  return heading + itemLines(shown.rows, eol);
}

function tableLines({ titles, rows }: ShownSection, eol: string): string {
  const head = [tableRow(titles), tableRow(titles.map(() => "---"))];
  return [...head, ...rows.map((row) => tableRow(row.cells))].join(eol);
}

function itemLines(rows: readonly ShownRow[], eol: string): string {
  return rows.map((row) => `- ${row.cells[0] ?? ""}`).join(eol);
}

function sectionEnd({ markdown }: Index, standing: IndexSection): number {
  const body = markdown.text.slice(0, standing.end);
  return lineEndAfter(markdown.text, Math.max(contentEnd(body), standing.headingEnd));
}

function sameTitles(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((title, at) => title === b[at]);
}

function markerAt(text: string, row: IndexRow): string {
  const marker = text[row.start] ?? "-";
  return /[-*+]/u.test(marker) ? marker : "-";
}

function insertAt(at: number, insert: string): Splice {
  return { start: at, end: at, insert };
}
