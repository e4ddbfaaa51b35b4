import type { Entry, Skipped } from "./entry.ts";

/**
 * Most a read keeps, in estimated bytes. Measured on a transcript of 1 GB: what lives after a full collection is 24 MB,
 * but the heap grows to four times that between two of them, so the peak is 190 MB; with 24 MB kept it was 223 MB.
 */
const LIMIT = 9_000_000;
/** Share that stays after dropping: some room, so that dropping is rare. */
const STAYS = 0.6;
/** Estimated bytes of an entry beside its text. */
const OVERHEAD = 400;

/** The kinds that go first, in order; within one the oldest. */
const DROP_ORDER: readonly (readonly Entry["kind"][])[] = [
  ["tool-call", "tool-result"],
  ["assistant"],
  ["human", "compaction"],
];

/** The entries of a read within bounded memory: over the limit the oldest tool entries go, the fold has seen them. */
export class KeptEntries {
  #entries: Entry[] = [];
  #bytes = 0;
  readonly #skipped: Skipped;
  readonly #limit: number;

  /** `limit`: most estimated bytes kept; six tenths stay after dropping. */
  constructor(skipped: Skipped, limit = LIMIT) {
    this.#skipped = skipped;
    this.#limit = limit;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += bytesOf(entry);
    if (this.#bytes > this.#limit) this.#drop();
  }

  #drop(): void {
    const target = this.#limit * STAYS;
    for (const kinds of DROP_ORDER) {
      if (this.#bytes <= target) return;
      this.#entries = this.#entries.filter((entry, at) => {
        // The last entry is the boundary: it stays.
        const goes = this.#bytes > target && kinds.includes(entry.kind) && at < this.#entries.length - 1;
        if (goes) {
          this.#bytes -= bytesOf(entry);
          this.#skipped.dropped += 1;
        }
        return !goes;
      });
    }
  }
}

function bytesOf(entry: Entry): number {
  if (entry.kind !== "tool-call") return OVERHEAD + entry.text.length;
  return OVERHEAD + entry.detail.length + (entry.command?.length ?? 0);
}
