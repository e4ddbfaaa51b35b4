import type { Cursor } from "../session/cursor.ts";
import { SeenIds } from "../session/seen-ids.ts";

/** Ids kept with the cursor: a record is written twice within few records, if at all. */
const KEPT = 32;

/** The ids of the records read, so that none counts twice; the last ones go on in the cursor. */
export class RecordIds {
  readonly #seen = new SeenIds();
  readonly #recent: { id: string; offset: number }[] = [];

  constructor(cursor: Cursor | null) {
    for (const id of cursor?.recentIds ?? []) this.add(id, -1);
  }

  /** Remembers the id of the record at an offset; false when it was read before. */
  add(id: string, offset: number): boolean {
    if (!this.#seen.add(id)) return false;
    this.#recent.push({ id, offset });
    if (this.#recent.length > 20 * KEPT) this.#recent.splice(0, 10 * KEPT);
    return true;
  }

  /** The last ids of records before an offset, oldest first, for the cursor. */
  before(offset: number): string[] {
    const before = this.#recent.filter((record) => record.offset < offset);
    return before.slice(-KEPT).map(({ id }) => id);
  }
}

/** Id of the n-th block (from 0) of a record. */
export function blockId(id: string, n: number): string {
  return n === 0 ? id : `${id}#${n}`;
}
