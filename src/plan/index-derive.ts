import { HOST_LIMITS, sizeIn } from "../manifest/host-limits.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { codePoints } from "../markdown/tree.ts";
import { type BaseRow, INDEX_BASE_PATH, type IndexBase, parseIndexBase } from "../memory/index-base.ts";
import { readIndex, rowsOf } from "../memory/index.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { type MemoryDraft, isUnreadable, putText, textOf } from "./draft.ts";
import { internalText } from "./edits.ts";
import { refusedRules } from "./gate.ts";
import { baseRow, type Page, readPage } from "./index-page.ts";
import { renderIndex, type ShownRow, type ShownSection } from "./index-render.ts";
import { pruneSections } from "./index-prune.ts";
import { linkRow } from "./index-rows.ts";
import { cellsOf, type PlacedRow, type SectionWork, sectionWorks } from "./index-work.ts";
import { evictRows, hiddenRows, shownAtFirst, shownRows } from "./overflow.ts";

/** Share of the limit that the index may fill before the linter warns. */
const COMFORTABLE = 0.9;

/**
 * Brings the index up to date with the topics: new rows, changed cells, Recent, and sub-indexes for what does not fit.
 * Returns the text of the base for the next time, null when there is none to keep.
 */
export function deriveIndex(draft: MemoryDraft): string | null {
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text);
  if (isUnreadable(draft, draft.manifest.index)) {
    draft.notes.push(`${draft.manifest.index} cannot be read; it was left as it is`);
    return baseText(draft, base);
  }
  const main = readPage(draft, base, draft.manifest.index, null);
  const works = sectionWorks(draft, base, main);
  for (const work of works) work.shown = shownAtFirst(work);
  const before = main.source;
  const limit = budgetOf(draft, before);
  const excess = (text: string): number =>
    Math.max(codePoints(text) - limit, Number(isCutByHost(draft.manifest, before, text)));
  let rendered = renderMain(draft, main, works);
  for (let over = excess(rendered.text); over > 0; over = excess(rendered.text)) {
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
  draft: MemoryDraft,
  main: Page,
  works: readonly SectionWork[],
  limit: number,
): { works: readonly SectionWork[]; rendered: Rendered } {
  const trials = [works, ...works.map((left) => works.filter((work) => work !== left))];
  for (const trial of trials) {
    const rendered = renderMain(draft, main, trial);
    const fits =
      codePoints(rendered.text) <= limit &&
      !isCutByHost(draft.manifest, main.source, rendered.text) &&
      isReadBack(draft, main, rendered);
    const planned = { ...draft.snapshot, files: filesWith(draft, trial) };
    if (fits && refusedRules(planned, main.file, main.source, rendered.text).length === 0) {
      return { works: trial, rendered };
    }
  }
  return { works: [], rendered: renderMain(draft, main, []) };
}

/** Files as planned, sub-indexes that are still to be written too: a row may point to what is new as well. */
function filesWith(draft: MemoryDraft, works: readonly SectionWork[]): ReadonlyMap<string, MemoryFile> {
  const files = new Map(draft.files);
  for (const work of works) {
    const path = work.sub?.page.file;
    if (path === undefined || hiddenRows(work).length === 0 || files.has(path)) continue;
    files.set(path, { path, text: "", hash: "", modifiedAt: 0 });
  }
  return files;
}

/** An open fence or comment of others would swallow our rows: they must be there when the text is read again. */
function isReadBack(draft: MemoryDraft, main: Page, { text, base }: Rendered): boolean {
  if (text === main.source) return true;
  const rows = rowsOf(readIndex(text, draft.manifest, main.file));
  const own = rows
    .filter((row) => row.own)
    .flatMap((row) => row.pointers.flatMap((pointer) => pointer.paths));
  const named = new Set(own);
  return base.every((row) => named.has(row.file));
}

/**
 * Whether a longer index would lose its end in the host, which drops what is over its limit: a person's own line must
 * not be pushed out by one of ours.
 */
function isCutByHost(manifest: Manifest, before: string | null, after: string): boolean {
  const limits = HOST_LIMITS.filter(
    ({ host, file, total }) => host === manifest.preset && file === manifest.index && total !== true,
  );
  return limits.some(({ unit, max }) => {
    const size = sizeIn(unit, after);
    return size > max && size > sizeIn(unit, before ?? "");
  });
}

function budgetOf(draft: MemoryDraft, before: string | null): number {
  const max = draft.manifest.limits.indexChars;
  const comfortable = Math.ceil(max * COMFORTABLE) - 1;
  const chars = before === null ? 0 : codePoints(before);
  if (chars >= max) return chars;
  return chars > comfortable ? max - 1 : comfortable;
}

function renderMain(
  draft: MemoryDraft,
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
  const emptied = sections.filter(({ slots, rows }) => slots.length > 0 && rows.length === 0);
  const text = renderIndex(main.index, sections, draft.manifest.own);
  const names = emptied.map(({ section }) => section);
  return { text: pruneSections(text, names, draft.manifest, main.file), base };
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
function renderSub(draft: MemoryDraft, work: SectionWork): BaseRow[] {
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
  draft: MemoryDraft,
  works: readonly SectionWork[],
  accepted: readonly SectionWork[],
  main: Page,
): void {
  const left = works.filter((work) => !accepted.includes(work));
  const waiting = left.flatMap((work) => work.rows.filter((placed) => placed.page !== main.file));
  if (waiting.length === 0) return;
  const files = waiting.map((placed) => placed.row.file).join(", ");
  draft.notes.push(
    `${main.file} has no room for new rows beside what others wrote into it: move that to topic files; until then these wait: ${files}`,
  );
}

function baseText(draft: MemoryDraft, base: IndexBase): string | null {
  const existed = draft.snapshot.internal.has(INDEX_BASE_PATH);
  return base.rows.length === 0 && !existed ? null : internalText(base);
}
