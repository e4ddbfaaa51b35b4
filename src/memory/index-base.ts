import { z } from "zod";
import type { Index, IndexRow } from "./index.ts";
import { rowsOf } from "./index.ts";
import { resolvePointer } from "./pointers.ts";
import { jsonOf } from "./provenance.ts";

/** Relative path of the index rows as derived last time: the base of the three-way decision about a cell. */
export const INDEX_BASE_PATH = ".handoff/provenance/index.json";

/** One index row as we wrote it. */
export const BaseRow = z.object({
  /** The manifest's section; empty for rows without a heading. */
  section: z.string(),
  /** The topic, sub-index or handoff it points to. */
  file: z.string(),
  /** The index or sub-index it stood in. */
  index: z.string(),
  /** Cells as written, without the surrounding spaces; one for an item. */
  cells: z.array(z.string()),
  /** ISO day of its last use: the least recently used rows move to a sub-index first. */
  usedAt: z.string().nullable(),
});
export type BaseRow = z.infer<typeof BaseRow>;

/** `.handoff/provenance/index.json` */
export const IndexBase = z.object({ version: z.literal(1), rows: z.array(BaseRow) });
export type IndexBase = z.infer<typeof IndexBase>;

/** The base in a JSON text; empty for a text that is none, so that every row then counts as a person's. */
export function parseIndexBase(text: string | undefined): IndexBase {
  const parsed = IndexBase.safeParse(text === undefined ? undefined : jsonOf(text));
  return parsed.success ? parsed.data : { version: 1, rows: [] };
}

/** A row of the index beside what we wrote there last time. */
export interface BasedRow {
  row: IndexRow;
  section: string;
  /** The first file it points to that exists; null when none does. */
  file: string | null;
  /** Null: a person's (or agent's) own row. */
  base: BaseRow | null;
  /** Positions of cells that a person changed since. */
  changedCells: number[];
}

/**
 * Pairs the rows of an index with the base, one to one: by section and target, then by target alone. A row that the
 * base does not know is a person's own, and so is one outside our block.
 */
export function matchIndexBase(
  index: Index,
  base: IndexBase,
  files: ReadonlyMap<string, unknown>,
): BasedRow[] {
  const free = [...base.rows];
  const rows = index.sections.flatMap((section) =>
    section.rows.map((row) => ({ row, section: section.section?.section ?? section.heading })),
  );
  const targets = rows.map(({ row }) => targetsOf(row, files));
  const found = new Map<IndexRow, BaseRow>();
  for (const anySection of [false, true]) {
    for (const [position, { row, section }] of rows.entries()) {
      if (found.has(row) || !row.own) continue;
      const named = new Set(row.pointers.flatMap((pointer) => pointer.paths));
      const at = free.findIndex(
        (candidate) => (anySection || candidate.section === section) && named.has(candidate.file),
      );
      const [base] = at === -1 || (targets[position] ?? []).length === 0 ? [] : free.splice(at, 1);
      if (base !== undefined) found.set(row, base);
    }
  }
  return rows.map(({ row, section }, position) => {
    const base = found.get(row) ?? null;
    const file = targets[position]?.[0] ?? null;
    return { row, section, file, base, changedCells: base === null ? [] : changed(row, base) };
  });
}

/** Existing files that a row points to, in order. */
export function targetsOf(row: IndexRow, files: ReadonlyMap<string, unknown>): string[] {
  return row.pointers.flatMap((pointer) => resolvePointer(pointer, files) ?? []);
}

/** Every existing file that an index points to. */
export function indexTargets(index: Index, files: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set(rowsOf(index).flatMap((row) => targetsOf(row, files)));
}

function changed(row: IndexRow, base: BaseRow): number[] {
  return row.cells.flatMap((cell, position) => (cell.text.trim() === base.cells[position] ? [] : [position]));
}
