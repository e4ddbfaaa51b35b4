import type { Disposition, Receipt, ReceiptFile } from "../handoff/receipt.ts";
import { MANIFEST_FILE } from "./load-snapshot.ts";
import { entriesInEffect } from "./in-effect.ts";
import { type LedgerEntry, readEntry } from "./ledger.ts";

/** What the ledger says about one receipt that is to be reversed. */
export interface UndoCase {
  receipt: Receipt;
  entry: LedgerEntry;
  /** Receipts that followed it, oldest first. */
  later: Receipt[];
  /** Nothing but undos of later receipts followed, as far as it is in effect: what stood before it may come back whole. */
  isNewest: boolean;
  /** Fact ids that receipts put down of which none is in effect once this one is reversed. */
  withdrawn: Set<string>;
  /** Fact ids that a receipt which stays in effect vouches for. */
  vouched: Set<string>;
  /** Files that a receipt created. */
  made: Set<string>;
  /** Every hash that a receipt left a file with, as `hash path`. */
  known: Set<string>;
  /** Hashes of the MANIFEST.md that receipts wrote; null when another one stays in effect. */
  manifests: Set<string> | null;
  /** The receipt that took MANIFEST.md away last; null while it stands. */
  schemaTakenBy: { receipt: Receipt; file: ReceiptFile } | null;
}

/** Outcomes by which a receipt vouches for the fact that its disposition names. */
const VOUCHING: ReadonlySet<Disposition["outcome"]> = new Set([
  "added",
  "corrected",
  "duplicate",
  "inbox",
  "proposal",
]);

/** Reads the ledger around a receipt. Entries that cannot be read are passed over. */
export function undoCase(
  root: string,
  entries: readonly LedgerEntry[],
  entry: LedgerEntry,
  receipt: Receipt,
): UndoCase {
  const receipts = entries.flatMap((other) => readEntry(root, other) ?? []);
  const reversal: LedgerEntry = { ...entry, id: "~", undoes: receipt.id, partly: false };
  const staying = new Set(entriesInEffect([...entries, reversal]).map(({ id }) => id));
  const vouched = new Set<string>();
  const withdrawn = new Set<string>();
  for (const other of receipts) {
    for (const id of vouchedBy(other)) (staying.has(other.id) ? vouched : withdrawn).add(id);
  }
  for (const id of vouched) withdrawn.delete(id);
  const files = receipts.flatMap((other) => other.files);
  const captures = receipts.filter(({ id, undoes }) => undoes === null && staying.has(id));
  const manifests = files.flatMap(({ file, after }) => (file === MANIFEST_FILE ? (after ?? []) : []));
  return {
    receipt,
    entry,
    later: receipts.filter(({ id }) => id > receipt.id),
    isNewest: isNewest(entries, entry),
    withdrawn,
    vouched,
    made: new Set(files.filter(({ before }) => before === null).map(({ file }) => file)),
    known: new Set(files.flatMap(({ file, before, after }) => [`${before} ${file}`, `${after} ${file}`])),
    manifests: captures.length > 0 ? null : new Set(manifests),
    schemaTakenBy: schemaTakenBy(receipts),
  };
}

function schemaTakenBy(receipts: readonly Receipt[]): UndoCase["schemaTakenBy"] {
  const touching = receipts.flatMap((receipt) =>
    receipt.files.filter(({ file }) => file === MANIFEST_FILE).map((file) => ({ receipt, file })),
  );
  const last = touching.at(-1);
  return last?.file.after === null ? last : null;
}

function vouchedBy(receipt: Receipt): string[] {
  return receipt.updates.flatMap(({ outcome, factId }) => (VOUCHING.has(outcome) ? (factId ?? []) : []));
}

function isNewest(entries: readonly LedgerEntry[], entry: LedgerEntry): boolean {
  const later = entriesInEffect(entries).filter(({ id }) => id > entry.id);
  return later.every(({ undoes }) => undoes !== null && undoes > entry.id);
}
