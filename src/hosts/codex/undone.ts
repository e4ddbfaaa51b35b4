/** Bytes of a transcript that a person took back: from, up to (exclusive). */
export type Undone = readonly (readonly [number, number])[];

/** Which turns of one pass a person took back (`thread_rolled_back` names how many, counted from the end). */
export class TurnLog {
  #starts: number[] = [];
  readonly #undone: [number, number][] = [];
  #reachesBack = false;

  /** A person's prompt at an offset begins a turn. */
  began(offset: number): void {
    this.#starts.push(offset);
  }

  /** The last `turns` turns were taken back by the record at `offset`. */
  rolledBack(turns: number, offset: number): void {
    const kept = this.#starts.length - turns;
    if (kept < 0) this.#reachesBack = true;
    const from = this.#starts[Math.max(0, kept)];
    if (from !== undefined) this.#undone.push([from, offset]);
    this.#starts = this.#starts.slice(0, Math.max(0, kept));
  }

  get undone(): Undone {
    return this.#undone;
  }

  /** A turn from before this pass was taken back. */
  get reachesBack(): boolean {
    return this.#reachesBack;
  }
}

/** Whether an offset lies in bytes that were taken back. */
export function isUndone(undone: Undone, offset: number): boolean {
  return undone.some(([from, to]) => offset >= from && offset < to);
}
