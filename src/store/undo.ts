import { statSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { sha256 } from "../files/hash.ts";
import { ifExists } from "../files/system-errors.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { FileEdit, Plan } from "../plan/plan.ts";
import { entriesInEffect } from "./in-effect.ts";
import { currentText, textBefore } from "./kept-text.ts";
import { LEDGER_FOLDER, type LedgerEntry, listLedger, openEntry } from "./ledger.ts";
import { loadSnapshot, MANIFEST_FILE } from "./load-snapshot.ts";
import { transact, type TransactOptions } from "./transact.ts";
import { type UndoCase, undoCase } from "./undo-ledger.ts";
import { editTo, type PartialUndo, undoPartly } from "./undo-partly.ts";

export interface UndoResult {
  /** Memory files that stand as before that receipt, or without its change. */
  restored: string[];
  /** Memory files left alone: edited since, linked to by a person, or their former text is gone. */
  refused: string[];
  /** Files of that receipt that stay as they are because others need them: MANIFEST.md, facts that were said again. */
  kept: string[];
  /** Null when nothing was written. */
  receipt: Receipt | null;
}

/**
 * Reverses a receipt; null: the newest one that stands. Where nothing came after it, the bytes of before come back;
 * else its files and facts go and the index is derived from what is left. Reversing the receipt of an undo is a redo.
 * A receipt that is reversed already: nothing happens, unless files were left as they were; those are tried again.
 * Errors: `receipt-not-found`, `nothing-to-undo` where none was named, `file-unreadable`, and those of `transact`.
 */
export async function undo(
  root: string,
  receiptId: string | null,
  options: TransactOptions = {},
): Promise<UndoResult> {
  if (listLedger(root).length === 0) {
    await loadSnapshot(root, options);
    // Else the transaction would create the folder only to find no receipt in it.
    throw notFound(root, receiptId);
  }
  const result: UndoResult = { restored: [], refused: [], kept: [], receipt: null };
  result.receipt = await transact(
    root,
    (snapshot) => {
      const { plan, ...reversal } = reverse(snapshot, receiptId, options.now ?? new Date());
      Object.assign(result, reversal);
      return plan;
    },
    options,
  );
  return result;
}

type Reversal = Omit<UndoResult, "receipt"> & { plan: Plan };

function reverse(snapshot: MemorySnapshot, receiptId: string | null, now: Date): Reversal {
  const { root } = snapshot;
  const entries = listLedger(root);
  const standing = entriesInEffect(entries);
  const entry =
    receiptId === null
      ? standing.find(({ undoes }) => undoes === null)
      : entries.find(({ id }) => id === receiptId);
  const receipt = entry === undefined ? null : openEntry(root, entry);
  if (entry === undefined || receipt === null) {
    throw notFound(root, receiptId);
  }
  const reversing = standing.filter(({ undoes }) => undoes === entry.id);
  if (!standing.includes(entry) && reversing.some(({ partly }) => !partly)) {
    return {
      plan: planOf(receipt, { edits: [], refused: [], kept: [] }),
      restored: [],
      refused: [],
      kept: [],
    };
  }
  const undone = undoFiles(snapshot, entries, entry, receipt, now);
  const { restored, refused, kept } = undone;
  return { plan: planOf(receipt, undone), restored, refused, kept };
}

function notFound(root: string, receiptId: string | null): HandoffError {
  if (receiptId === null) return new HandoffError("nothing-to-undo", { path: root });
  return new HandoffError("receipt-not-found", { path: join(root, LEDGER_FOLDER) });
}

function undoFiles(
  snapshot: MemorySnapshot,
  entries: readonly LedgerEntry[],
  entry: LedgerEntry,
  receipt: Receipt,
  now: Date,
): PartialUndo {
  const undo = undoCase(snapshot.root, entries, entry, receipt);
  const edits = undo.isNewest && !isNeeded(snapshot, undo) ? exactEdits(snapshot.root, receipt) : null;
  if (edits === null) return undoPartly(snapshot, undo, now);
  const memory = receipt.files.map(({ file }) => file).filter((file) => !file.startsWith(".handoff/"));
  return { edits, refused: [], restored: memory, kept: [] };
}

/** The edits that bring every byte of before back; null when a file is not as the receipt left it, or a text is lost. */
function exactEdits(root: string, receipt: Receipt): FileEdit[] | null {
  const edits: FileEdit[] = [];
  for (const file of receipt.files) {
    const now = currentText(root, file.file);
    if (now === undefined) return null;
    const hash = now === null ? null : sha256(now);
    if (hash === file.before) continue;
    const before = hash === file.after ? textBefore(root, receipt, file) : undefined;
    if (before === undefined) return null;
    edits.push(editTo(file.file, now, before, receipt.id));
  }
  return edits;
}

/**
 * Whether a memory that this receipt set up holds something of a person by now: a file that nobody wrote down and that
 * is younger than the receipt.
 */
function isNeeded(snapshot: MemorySnapshot, { receipt, entry, known }: UndoCase): boolean {
  const created = receipt.files.some(({ file, before }) => before === null && file === MANIFEST_FILE);
  if (!created) return false;
  const path = join(snapshot.root, LEDGER_FOLDER, entry.name);
  const since = ifExists(() => statSync(path).mtimeMs, 0);
  const own = new Set(receipt.files.map(({ file }) => file));
  return [...snapshot.files.values()].some(
    ({ path, hash, modifiedAt }) => !own.has(path) && !known.has(`${hash} ${path}`) && modifiedAt > since,
  );
}

function planOf(receipt: Receipt, { edits, refused, kept }: Omit<PartialUndo, "restored">): Plan {
  const left = refused.map((file) => `${file}: edited or linked to after that receipt, left as it is`);
  const needed = kept.map((file) => `${file}: stays, the rest of the memory needs it`);
  // Cells and rows that a person changed in a derived file go with what they belonged to.
  const changed = edits.filter(({ file, op, base, area }) => {
    const written = receipt.files.find((one) => one.file === file);
    return area === "memory" && op === "delete" && written !== undefined && written.after !== base;
  });
  const gone = changed.map(({ file }) => `${file} was edited since and went; undo this undo to get it back`);
  return {
    edits,
    receipt: {
      command: "undo",
      key: null,
      boundary: null,
      provider: null,
      fallback: null,
      usage: null,
      counts: { restored: edits.length, refused: refused.length },
      updates: [],
      topicsToReview: [],
      notes: [...left, ...needed, ...gone],
      undoes: receipt.id,
    },
  };
}
