import { type LedgerEntry, listLedger, readLedgerCounted } from "./ledger.ts";
import type { Receipt } from "../handoff/receipt.ts";

/** Ledger entries whose changes stand: neither reversed, nor reversed again after a redo. Newest first. */
export function entriesInEffect(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const reversed = new Set<string>();
  const standing: LedgerEntry[] = [];
  // Newest first: an undo that was itself undone has no say.
  for (const entry of [...entries].reverse()) {
    if (reversed.has(entry.id)) continue;
    standing.push(entry);
    if (entry.undoes !== null) reversed.add(entry.undoes);
  }
  return standing;
}

/**
 * The newest receipt of a capture with this idempotency key, and whether it was undone since; null when there is none.
 * After an undo, a capture by hand applies again; a catch-up does not.
 */
export function findCapture(root: string, key: string): { receipt: Receipt; undone: boolean } | null {
  const receipt = readLedgerCounted(root, { key, last: 1 }).receipts[0];
  if (receipt === undefined) return null;
  const standing = entriesInEffect(listLedger(root));
  return { receipt, undone: !standing.some((entry) => entry.id === receipt.id) };
}
