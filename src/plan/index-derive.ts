import type { Section } from "../manifest/manifest.ts";
import { codePoints } from "../markdown/parse.ts";
import {
  type BasedRow,
  type BaseRow,
  INDEX_BASE_PATH,
  type IndexBase,
  parseIndexBase,
} from "../memory/index-base.ts";
import type { IndexRow } from "../memory/index.ts";
import { type Draft, putText, textOf } from "./draft.ts";
import { internalText } from "./edits.ts";
import { refusedRules } from "./gate.ts";
import { decideCells } from "./index-cells.ts";
import {
  baseRow,
  foreignRows,
  foreignTargets,
  type Page,
  readPage,
  slotsOf,
  subIndexPath,
  titlesOf,
} from "./index-page.ts";
import { renderIndex, type ShownRow, type ShownSection } from "./index-render.ts";
import {
  byUse,
  type DerivedRow,
  itemText,
  linkRow,
  recentRows,
  recentSection,
  tableCells,
  topicRows,
} from "./index-rows.ts";

/** Share of the limit that the index may fill before the linter warns. */
const COMFORTABLE = 0.9;

/** Marks and line end around the cells of a row, at least. */
const ROW_MARKS = 3;

/** A row with the cells it is to have on the page where it stands. */
interface PlacedRow {
  row: DerivedRow;
  /** Null: it stands nowhere yet. */
  page: string | null;
  cells: string[];
  base: string[];
  /** Carries what a person wrote: stays where it is. */
  pinned: boolean;
}

/** A section in the making. */
interface SectionWork {
  section: Section;
  main: { slots: readonly BasedRow[]; titles: string[]; foreign: number };
  sub: { page: Page; slots: readonly BasedRow[]; titles: string[] } | null;
  rows: readonly PlacedRow[];
  /** How many of the rows the index itself shows. */
  shown: number;
}

/**
 * Brings the index up to date with the topics: new rows, changed cells, Recent, and sub-indexes for what does not fit.
 * Returns the text of the base for the next time, null when there is none to keep.
 */
export function deriveIndex(draft: Draft): string | null {
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text);
  const main = readPage(draft, base, draft.manifest.index, null);
  const works = sectionWorks(draft, base, main);
  const before = main.source;
  const limit = budgetOf(draft, before);
  let rendered = renderMain(draft, main, works);
  for (let over = codePoints(rendered.text) - limit; over > 0; over = codePoints(rendered.text) - limit) {
    if (!evictRows(works, over)) break;
    rendered = renderMain(draft, main, works);
  }
  const accepted = passing(draft, main, works, limit);
  if (accepted.works.length < works.length) noteWaiting(draft, works, accepted.works, main);
  rendered = accepted.rendered;
  if (rendered.text !== before && (before !== null || rendered.base.length > 0)) {
    putText(draft, main.file, rendered.text, "the index follows its topics");
  }
  const kept = new Set(accepted.works.map(({ section }) => section.section));
  const waiting = base.rows.filter((row) => !kept.has(row.section));
  const rows = [...rendered.base, ...accepted.works.flatMap((work) => renderSub(draft, work)), ...waiting];
  return baseText(draft, { version: 1, rows });
}

interface Rendered {
  text: string;
  base: BaseRow[];
}

/** The sections that may land: all, else all but one, else none; what may not stays as it is. */
function passing(
  draft: Draft,
  main: Page,
  works: readonly SectionWork[],
  limit: number,
): { works: readonly SectionWork[]; rendered: Rendered } {
  const trials = [works, ...works.map((left) => works.filter((work) => work !== left))];
  for (const trial of trials) {
    const rendered = renderMain(draft, main, trial);
    const fits = codePoints(rendered.text) <= limit;
    if (fits && refusedRules(draft.snapshot, main.file, main.source, rendered.text).length === 0) {
      return { works: trial, rendered };
    }
  }
  return { works: [], rendered: renderMain(draft, main, []) };
}

function budgetOf(draft: Draft, before: string | null): number {
  const max = draft.manifest.limits.indexChars;
  const comfortable = Math.ceil(max * COMFORTABLE) - 1;
  const chars = before === null ? 0 : codePoints(before);
  if (chars >= max) return chars;
  return chars > comfortable ? max - 1 : comfortable;
}

function sectionWorks(draft: Draft, base: IndexBase, main: Page): SectionWork[] {
  const { manifest } = draft;
  const recent = recentSection(manifest);
  const wanted = topicRows(draft);
  const pages = new Map<Section, Page>();
  const listed = manifest.sections.filter((section) => section.form !== "line" && section !== recent);
  for (const section of listed) {
    const file = subIndexPath(manifest, section);
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
      shown: 0,
    };
    const rows = rowsFor(draft, section, recent, wanted, others).filter((row) => !foreign.has(row.file));
    work.rows = rows.map((row) => place(draft, row, work, main.file));
    work.shown = shownAtFirst(work, recent);
    return work;
  });
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
  draft: Draft,
  section: Section,
  recent: Section | null,
  wanted: readonly DerivedRow[],
  others: number,
): DerivedRow[] {
  if (section !== recent) return wanted.filter((row) => row.section === section);
  const max = Math.min(draft.manifest.limits.recent, section.max ?? draft.manifest.limits.recent);
  return recentRows(draft, section, Math.max(0, max - others));
}

function cellsOf(row: DerivedRow, titles: readonly string[]): string[] {
  return row.section.form === "table" ? tableCells(row, titles) : [itemText(row)];
}

/** Finds where a row stands and decides its cells there. */
function place(draft: Draft, row: DerivedRow, work: SectionWork, mainFile: string): PlacedRow {
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

/** As many rows as the section's own maximum allows; one is for the link to the sub-index when not all do. */
function shownAtFirst({ section, rows, main }: SectionWork, recent: Section | null): number {
  const max =
    section === recent || section.max === null ? Number.POSITIVE_INFINITY : section.max - main.foreign;
  if (rows.length <= max) return rows.length;
  return Math.max(rows.filter((row) => row.pinned).length, max - 1, 0);
}

/** Moves the least recently used rows to their sub-indexes, worth about `chars`; false when none is left to move. */
function evictRows(works: readonly SectionWork[], chars: number): boolean {
  let freed = 0;
  while (freed < chars) {
    const row = evictOne(works);
    if (row === null) break;
    freed += codePoints(row.cells.join(" | ")) + ROW_MARKS;
  }
  return freed > 0;
}

function evictOne(works: readonly SectionWork[]): PlacedRow | null {
  let chosen: { work: SectionWork; placed: PlacedRow } | null = null;
  for (const work of works) {
    const last = shownRows(work).findLast((placed) => !placed.pinned);
    if (work.sub === null || last === undefined) continue;
    if (chosen === null || byUse(last.row, chosen.placed.row) > 0) chosen = { work, placed: last };
  }
  if (chosen === null) return null;
  chosen.work.shown -= 1;
  return chosen.placed;
}

/** The rows that the index itself shows: pinned ones and the most recently used, in the order of use. */
function shownRows({ rows, shown }: SectionWork): PlacedRow[] {
  const free = shown - rows.filter((row) => row.pinned).length;
  const chosen = new Set(rows.filter((row) => !row.pinned).slice(0, Math.max(0, free)));
  return rows.filter((row) => row.pinned || chosen.has(row));
}

function hiddenRows(work: SectionWork): PlacedRow[] {
  const shown = new Set(shownRows(work));
  return work.rows.filter((row) => !shown.has(row));
}

function renderMain(
  draft: Draft,
  main: Page,
  works: readonly SectionWork[],
): { text: string; base: BaseRow[] } {
  const base: BaseRow[] = [];
  const sections = works.map((work): ShownSection => {
    const { section } = work;
    const { slots, titles } = work.main;
    const rows: ShownRow[] = shownRows(work).map((placed) => {
      const cells = onPage(placed, main.file, titles);
      base.push(baseRow(section, placed.row.file, main.file, cells.base, placed.row.usedAt));
      return { file: placed.row.file, cells: cells.cells };
    });
    const hidden = hiddenRows(work);
    if (work.sub !== null && hidden.length > 0) {
      const link = linkRow(draft.manifest, section, work.sub.page.file, hidden[0]?.row.usedAt ?? null);
      const cells = cellsOf(link, titles);
      base.push(baseRow(section, link.file, main.file, cells, link.usedAt));
      rows.push({ file: link.file, cells });
    }
    if (section.form === "line" && draft.snapshot.hasAgentsFile)
      rows.push({ file: "", cells: [section.template] });
    return { section, slots: slots.map(({ row }) => row), rows, titles };
  });
  return { text: renderIndex(main.index, sections, draft.manifest.own), base };
}

/** Cells of a row on a page: as decided where it stands, freshly written where it moves to. */
function onPage(
  placed: PlacedRow,
  page: string,
  titles: readonly string[],
): { cells: string[]; base: string[] } {
  if (placed.page === page || placed.pinned) return placed;
  const cells = cellsOf(placed.row, titles);
  return { cells, base: cells };
}

/** Writes the sub-index of a section, or takes it away when nothing is left in it. */
function renderSub(draft: Draft, work: SectionWork): BaseRow[] {
  const { section, sub } = work;
  const hidden = hiddenRows(work);
  if (sub === null || (hidden.length === 0 && sub.slots.length === 0)) return [];
  const { page, slots, titles } = sub;
  if (hidden.length === 0 && page.rows.length === slots.length) {
    putText(draft, page.file, null, "all its rows are in the index again");
    return [];
  }
  const base: BaseRow[] = [];
  const rows = hidden.map((placed): ShownRow => {
    const cells = onPage(placed, page.file, titles);
    base.push(baseRow(section, placed.row.file, page.file, cells.base, placed.row.usedAt));
    return { file: placed.row.file, cells: cells.cells };
  });
  const shown: ShownSection = { section, slots: slots.map(({ row }) => row), rows, titles };
  const text = renderIndex(page.index, [shown], "file");
  if (text !== textOf(draft, page.file))
    putText(draft, page.file, text, "rows that the index has no room for");
  return base;
}

/** Says which rows wait because their section would break a rule of the index or has no room. */
function noteWaiting(
  draft: Draft,
  works: readonly SectionWork[],
  accepted: readonly SectionWork[],
  main: Page,
): void {
  const left = works.filter((work) => !accepted.includes(work));
  const waiting = left.flatMap((work) => work.rows.filter((placed) => placed.page !== main.file));
  if (waiting.length === 0) return;
  const files = waiting.map((placed) => placed.row.file).join(", ");
  draft.notes.push(`${main.file} has no room or would break its rules; rows wait: ${files}`);
}

function baseText(draft: Draft, base: IndexBase): string | null {
  const existed = draft.snapshot.internal.has(INDEX_BASE_PATH);
  return base.rows.length === 0 && !existed ? null : internalText(base);
}
