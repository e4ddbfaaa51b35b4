import { codePoints } from "../markdown/tree.ts";
import { byUse } from "./index-rows.ts";
import type { PlacedRow, SectionWork } from "./index-work.ts";

/** Marks and line end around the cells of a row, at least. */
const ROW_MARKS = 3;

/** As many rows as the section's own maximum allows; one is for the link to the sub-index when not all do. */
export function shownAtFirst({ rows, max }: SectionWork): number {
  if (rows.length <= max) return rows.length;
  return Math.max(rows.filter((row) => row.pinned).length, max - 1, 0);
}

/** Moves the least recently used rows to their sub-indexes, worth about `chars`; false when none is left to move. */
export function evictRows(works: readonly SectionWork[], chars: number): boolean {
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
export function shownRows({ rows, shown }: SectionWork): PlacedRow[] {
  const free = shown - rows.filter((row) => row.pinned).length;
  const chosen = new Set(rows.filter((row) => !row.pinned).slice(0, Math.max(0, free)));
  return rows.filter((row) => row.pinned || chosen.has(row));
}

/** The rows that go to the sub-index, in the order of use. */
export function hiddenRows(work: SectionWork): PlacedRow[] {
  const shown = new Set(shownRows(work));
  return work.rows.filter((row) => !shown.has(row));
}
