import type { TableCell } from "mdast";
import { resolvePointer } from "../../memory/pointers.ts";
import { applySplices } from "../../markdown/splice.ts";
import { isUnpointed, moveRuns } from "./destination.ts";
import { rowDestination, type Work } from "./groups.ts";
import { linkTo, type PageEdit } from "./leave.ts";
import { type Entry, pointersIn } from "./page.ts";

/**
 * Copies a row whose cells say too much to its file, under the titles of its table, and takes those cells out of the
 * row; a pointer to the file stays in it, where that is a topic or the row leads nowhere else. Null when that cannot be done.
 */
export function fixRow(work: Work, row: Entry): PageEdit | null {
  const { draft, page } = work;
  const head = page.entries.find(
    ({ form, table }) => form === "table-head" && table?.start === row.table?.start,
  );
  const cells = cellsOf(row);
  const found = work.marks.places.get(row) ?? [];
  const bad = cells.filter(({ start, end }) => found.some((place) => place.start < end && place.end > start));
  const destination = rowDestination(work, row);
  if (head === undefined || bad.length === 0 || destination === null) return null;
  const moved = moveRuns(
    draft,
    page,
    [
      [head, head],
      [row, row],
    ],
    destination,
  );
  if (moved === null) return null;
  const link = linkTo(draft, page, moved.path, moved.title);
  const left = pointersIn(page, row).filter(
    (pointer) => !bad.some((cell) => cell.start <= pointer.start && pointer.end <= cell.end),
  );
  const stays =
    (left.length > 0 && isUnpointed(draft, moved.path)) ||
    left.some((pointer) => resolvePointer(pointer, draft.files) === moved.path);
  const splices = bad.map((cell, position) => ({
    start: cell.start - row.start,
    end: cell.end - row.start,
    insert: position === 0 && (!stays || cell === cells[0]) ? link : "",
  }));
  const insert = applySplices(page.text.slice(row.start, row.end), splices);
  return { start: row.start, end: row.end, insert, gone: [row], pieces: [`row ${insert.trim()}`] };
}

/** Offsets of what the cells of a row hold, without the spaces around it. */
function cellsOf({ block }: Entry): { start: number; end: number }[] {
  const node = block?.node;
  if (node?.type !== "tableRow") return [];
  return node.children.map(contentOf);
}

function contentOf(cell: TableCell): { start: number; end: number } {
  const start = cell.children[0]?.position?.start.offset ?? cell.position?.start.offset ?? 0;
  const end = cell.children.at(-1)?.position?.end.offset ?? start;
  return { start, end };
}
