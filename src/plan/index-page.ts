import { slugOf } from "../manifest/slug.ts";
import type { Manifest, Section } from "../manifest/manifest.ts";
import {
  type BasedRow,
  type BaseRow,
  type IndexBase,
  matchIndexBase,
  targetsOf,
} from "../memory/index-base.ts";
import { type Index, type IndexRow, type IndexSection, readIndex } from "../memory/index.ts";
import { folderOf } from "../memory/pointers.ts";
import { type MemoryDraft, textOf } from "./draft.ts";
import { columnsFor } from "../lint/topic-cells.ts";
import { emptyIndex } from "./plan-init.ts";

/** The index or a sub-index as it stands, with what we wrote there last time. */
export interface Page {
  file: string;
  /** As stored; null when it does not exist. */
  source: string | null;
  index: Index;
  rows: readonly BasedRow[];
}

/** Reads the index (a new one is empty) or a sub-index (a new one has only its title). */
export function readPage(draft: MemoryDraft, base: IndexBase, file: string, section: Section | null): Page {
  const { manifest } = draft;
  const source = textOf(draft, file);
  const isMain = file === manifest.index;
  const title = section?.section === "" ? "Topics" : (section?.section ?? "Memory");
  const text = source ?? (isMain ? emptyIndex(manifest.own) : `# ${title}\n`);
  const index = readIndex(text, isMain ? manifest : { ...manifest, own: "file" }, file);
  const own = base.rows.filter((row) => row.index === file);
  // a file that went meanwhile still names its row
  const files = new Map<string, unknown>([...own.map((row) => [row.file, row] as const), ...draft.files]);
  return { file, source, index, rows: matchIndexBase(index, { version: 1, rows: own }, files) };
}

/** `index-<section>.md` beside the index. */
export function subIndexPath(manifest: Manifest, section: Section): string {
  return `${folderOf(manifest.index)}index-${slugOf(section.section === "" ? "topics" : section.section)}.md`;
}

/** Our rows of a section on a page: those of the base, on one line, that still stand in that section. */
export function slotsOf(page: Page, section: Section): BasedRow[] {
  return page.rows.filter((based) => {
    if (based.base?.section !== section.section || based.row.text.trim().includes("\n")) return false;
    const holder = holderOf(page.index, based.row);
    return holder?.section === section || (section.section === "" && holder?.section === null);
  });
}

/** Titles of the table that a section's rows stand in, or the manifest's. */
export function titlesOf(page: Page, section: Section, slots: readonly BasedRow[]): string[] {
  if (section.form !== "table") return [];
  const first = slots[0]?.row;
  const holder =
    first === undefined
      ? page.index.sections.find((candidate) => candidate.section === section)
      : holderOf(page.index, first);
  const table = holder?.tables.find((candidate) =>
    first === undefined
      ? columnsFor(section, candidate.titles).some((column) => column?.source === "path")
      : candidate.start <= first.start && first.end <= candidate.end,
  );
  return table?.titles ?? section.columns.map((column) => column.title);
}

/** Files that rows of others on a page point to. */
export function foreignTargets(draft: MemoryDraft, page: Page, ours: ReadonlySet<IndexRow>): Set<string> {
  const targets = new Set<string>();
  for (const { row } of page.rows) {
    if (!ours.has(row)) for (const target of targetsOf(row, draft.files)) targets.add(target);
  }
  return targets;
}

/** Rows of others in a section of a page. */
export function foreignRows(page: Page, section: Section, ours: ReadonlySet<IndexRow>): IndexRow[] {
  const holders = page.index.sections.filter((candidate) => candidate.section === section && candidate.own);
  return holders.flatMap((holder) =>
    holder.rows.filter((row) => !ours.has(row) && row.form === section.form),
  );
}

/** A base row for a row as it stands or is to stand. */
export function baseRow(
  section: Section,
  file: string,
  page: string,
  cells: readonly string[],
  usedAt: string | null,
): BaseRow {
  return {
    section: section.section,
    file,
    index: page,
    cells: [...cells],
    usedAt: usedAt?.slice(0, 10) ?? null,
  };
}

function holderOf(index: Index, row: IndexRow): IndexSection | undefined {
  return index.sections.find((section) => section.rows.includes(row));
}
