import type { Section } from "../manifest/manifest.ts";
import type { BasedRow, IndexBase } from "../memory/index-base.ts";
import type { IndexRow } from "../memory/index.ts";
import { type MemoryDraft, isUnreadable } from "./draft.ts";
import { decideCells } from "./index-cells.ts";
import {
  foreignRows,
  foreignTargets,
  type Page,
  readPage,
  slotsOf,
  subIndexPath,
  titlesOf,
} from "./index-page.ts";
import { type DerivedRow, recentRows, recentSection, topicRows } from "./index-rows.ts";
import { trustTexts } from "../lint/shown-text.ts";
import { itemText, tableCells } from "../lint/topic-cells.ts";

/** A row with the cells it is to have on the page where it stands. */
export interface PlacedRow {
  row: DerivedRow;
  /** Null: it stands nowhere yet. */
  page: string | null;
  cells: string[];
  base: string[];
  /** Carries what a person wrote: stays where it is. */
  pinned: boolean;
}

/** A section in the making. */
export interface SectionWork {
  section: Section;
  main: { slots: readonly BasedRow[]; titles: string[]; foreign: number };
  sub: { page: Page; slots: readonly BasedRow[]; titles: string[] } | null;
  rows: readonly PlacedRow[];
  /** The most rows the section takes in the index, a link to a sub-index included. */
  max: number;
  /** How many of the rows the index itself shows. */
  shown: number;
}

/** Reads index and sub-indexes and pairs what stands there with what is to stand, section by section. */
export function sectionWorks(draft: MemoryDraft, base: IndexBase, main: Page): SectionWork[] {
  const { manifest } = draft;
  const recent = recentSection(manifest);
  trustTexts(
    manifest,
    base.rows.flatMap((row) => row.cells),
  );
  const wanted = topicRows(draft);
  const pages = new Map<Section, Page>();
  const listed = manifest.sections.filter((section) => section.form !== "line" && section !== recent);
  for (const section of listed) {
    const file = subIndexPath(manifest, section);
    if (isUnreadable(draft, file)) continue;
    pages.set(section, readPage(draft, base, file, section));
  }
  const slots = new Map(
    manifest.sections.map((section) => [section, ownRows(main, section, wanted)] as const),
  );
  const ours = new Set<IndexRow>([...slots.values()].flatMap((rows) => rows.map(({ row }) => row)));
  for (const [section, page] of pages) for (const { row } of slotsOf(page, section)) ours.add(row);
  const foreign = foreignTargets(draft, main, ours);
  for (const page of pages.values())
    for (const target of foreignTargets(draft, page, ours)) foreign.add(target);
  return manifest.sections.map((section): SectionWork => {
    const own = slots.get(section) ?? [];
    const others = foreignRows(main, section, ours).length;
    const page = pages.get(section) ?? null;
    const inSub = page === null ? [] : slotsOf(page, section);
    const work: SectionWork = {
      section,
      main: { slots: own, titles: titlesOf(main, section, own), foreign: others },
      sub: page === null ? null : { page, slots: inSub, titles: titlesOf(page, section, inSub) },
      rows: [],
      max: section === recent ? Number.POSITIVE_INFINITY : maxOf(draft, section) - others,
      shown: 0,
    };
    const rows = rowsFor(draft, section, recent, wanted, others).filter((row) => !foreign.has(row.file));
    work.rows = rows.map((row) => place(draft, row, work, main.file));
    return work;
  });
}

/** The most rows a section takes: its own maximum; a list without one is short. */
function maxOf(draft: MemoryDraft, { max, form }: Section): number {
  return max ?? (form === "list" ? draft.manifest.limits.listItems : Number.POSITIVE_INFINITY);
}

/** Our rows of a section: those of the base, and a person's rows that say exactly what we would write. */
function ownRows(main: Page, section: Section, wanted: readonly DerivedRow[]): BasedRow[] {
  const known = slotsOf(main, section);
  const titles = titlesOf(main, section, known);
  const adopted = main.rows.filter(({ row, base, file }) => {
    const derived = wanted.find((candidate) => candidate.section === section && candidate.file === file);
    if (base !== null || derived === undefined || !row.own || row.form !== section.form) return false;
    const holder = main.index.sections.find((candidate) => candidate.rows.includes(row));
    if (holder?.section !== section) return false;
    const cells = cellsOf(derived, titles);
    return row.cells.length === cells.length && row.cells.every((cell, at) => cell.text.trim() === cells[at]);
  });
  const rows = [...known, ...adopted];
  return rows.sort((a, b) => a.row.start - b.row.start);
}

function rowsFor(
  draft: MemoryDraft,
  section: Section,
  recent: Section | null,
  wanted: readonly DerivedRow[],
  others: number,
): DerivedRow[] {
  if (section !== recent) return wanted.filter((row) => row.section === section);
  const max = Math.min(draft.manifest.limits.recent, section.max ?? draft.manifest.limits.recent);
  return recentRows(draft, section, Math.max(0, max - others));
}

/** Cells of a table row in the order of the titles, or the one text of an item. */
export function cellsOf(row: DerivedRow, titles: readonly string[]): string[] {
  const { section, values, topic } = row;
  return section.form === "table"
    ? tableCells(section, values, titles)
    : [itemText(section, values, topic !== null)];
}

/** Finds where a row stands and decides its cells there. */
function place(draft: MemoryDraft, row: DerivedRow, work: SectionWork, mainFile: string): PlacedRow {
  const onMain = work.main.slots.find((slot) => slot.file === row.file);
  const onSub = work.sub?.slots.find((slot) => slot.file === row.file);
  const standing = onMain ?? onSub;
  const titles = onMain === undefined && onSub !== undefined ? (work.sub?.titles ?? []) : work.main.titles;
  const cells = cellsOf(row, titles);
  if (standing === undefined) return { row, page: null, cells, base: cells, pinned: false };
  const page = onMain === undefined ? (work.sub?.page.file ?? mainFile) : mainFile;
  if (standing.base === null) return { row, page, cells, base: cells, pinned: false };
  const decided = decideCells(draft, standing, row, cells, titles);
  const pinned = decided.cells.some((cell, at) => cell !== cells[at] || cell !== decided.base[at]);
  return { row, page, ...decided, pinned };
}
