import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { contain } from "../files/containment.ts";
import { sha256 } from "../files/hash.ts";
import { ifExists } from "../files/system-errors.ts";
import type { Receipt, ReceiptFile } from "../handoff/receipt.ts";
import { ProvenanceFile } from "../memory/provenance.ts";
import type { FileEdit, Plan } from "../plan/plan.ts";
import { TRASH_FOLDER } from "./apply-plan.ts";
import { entriesInEffect } from "./in-effect.ts";
import { LEDGER_FOLDER, type LedgerEntry, listLedger, readEntry } from "./ledger.ts";
import { mergeInternal } from "./records-merge.ts";
import { mergeLines } from "./three-way.ts";
import { transact, type TransactOptions } from "./transact.ts";

export interface UndoResult {
  /** Memory files that stand as before that receipt, or without its change. */
  restored: string[];
  /** Memory files left alone: edited since, changed again in the same lines, or their former text is gone. */
  refused: string[];
  /** Null when nothing was written. */
  receipt: Receipt | null;
}

/**
 * Reverses a receipt; null: the newest one that stands. Where it made the last change, the bytes of before come back;
 * where later receipts changed the file too, only its own lines are taken out. Reversing the receipt of an undo is a
 * redo. A receipt that is reversed already: nothing happens. Errors: `receipt-not-found`, and those of `transact`.
 */
export async function undo(
  root: string,
  receiptId: string | null,
  options: TransactOptions = {},
): Promise<UndoResult> {
  // Else the transaction would create the folder only to find no receipt in it.
  if (!existsSync(join(root, LEDGER_FOLDER)))
    throw new HandoffError("receipt-not-found", { path: LEDGER_FOLDER });
  const result: UndoResult = { restored: [], refused: [], receipt: null };
  result.receipt = await transact(
    root,
    (snapshot) => {
      const reversal = reverse(snapshot.root, receiptId);
      result.restored = reversal.restored;
      result.refused = reversal.refused;
      return reversal.plan;
    },
    options,
  );
  return result;
}

interface Reversal {
  plan: Plan;
  restored: string[];
  refused: string[];
}

function reverse(root: string, receiptId: string | null): Reversal {
  const entries = listLedger(root);
  const standing = entriesInEffect(entries);
  const entry =
    receiptId === null
      ? standing.find(({ undoes }) => undoes === null)
      : entries.find(({ id }) => id === receiptId);
  const receipt = entry === undefined ? null : readEntry(root, entry);
  if (entry === undefined || receipt === null) {
    throw new HandoffError("receipt-not-found", { path: LEDGER_FOLDER });
  }
  if (!standing.includes(entry)) return { plan: planOf(receipt, [], []), restored: [], refused: [] };
  return reverseFiles(root, receipt, laterReceipts(root, entries, entry));
}

function reverseFiles(root: string, receipt: Receipt, later: readonly Receipt[]): Reversal {
  const edits: FileEdit[] = [];
  const restored: string[] = [];
  const refused: string[] = [];
  const isState = ({ file }: ReceiptFile): boolean => file.startsWith(".handoff/");
  for (const file of receipt.files.filter((file) => !isState(file))) {
    const edit = reverseFile(root, receipt, file, later);
    if (edit === "refused") refused.push(file.file);
    else restored.push(file.file);
    if (edit !== null && edit !== "refused") edits.push(edit);
  }
  for (const file of receipt.files.filter(isState)) {
    const edit = reverseFile(root, receipt, file, later);
    // The provenance of a file that stays as it is stays too: its facts still come from there.
    if (edit === null || edit === "refused" || refused.includes(subjectOf(root, edit) ?? "")) continue;
    edits.push(edit);
  }
  return { plan: planOf(receipt, edits, refused), restored, refused };
}

/** The edit that takes one file back; null when it stands so already. */
function reverseFile(
  root: string,
  receipt: Receipt,
  file: ReceiptFile,
  later: readonly Receipt[],
): FileEdit | null | "refused" {
  const now = currentText(root, file.file);
  if (now === undefined) return "refused";
  const base = now === null ? null : sha256(now);
  if (base === file.before) return null;
  const before = file.before === null ? null : keptText(root, receipt, file.file, file.before);
  if (before === undefined) return "refused";
  if (base === file.after) return editTo(file.file, base, before, receipt);
  const touching = later.filter(({ files }) => files.some((other) => other.file === file.file));
  const after = afterText(root, file, touching);
  if (after === undefined || !isLastAfter(touching, file.file, base)) return "refused";
  if (now === null || after === null) return "refused";
  const merge = file.file.startsWith(".handoff/")
    ? mergeInternal({ base: after, ours: now, theirs: before })
    : before === null
      ? null
      : mergeLines(after, now, before);
  return merge === null ? "refused" : editTo(file.file, base, merge, receipt);
}

function editTo(file: string, base: string | null, after: string | null, receipt: Receipt): FileEdit {
  const op = after === null ? "delete" : base === null ? "create" : "update";
  const area = file.startsWith(".handoff/") ? "internal" : "memory";
  return { file, op, base, after, reasons: [`undo of ${receipt.id}`], area };
}

/** What the receipt left in the file: the next receipt that touched it kept it. Undefined when nobody did. */
function afterText(root: string, file: ReceiptFile, touching: readonly Receipt[]): string | null | undefined {
  if (file.after === null) return null;
  const next = touching[0];
  return next === undefined ? undefined : keptText(root, next, file.file, file.after);
}

/** Whether the file is as the last receipt left it: else a person edited it. */
function isLastAfter(touching: readonly Receipt[], file: string, hash: string | null): boolean {
  return touching.at(-1)?.files.find((other) => other.file === file)?.after === hash;
}

/** Text a receipt kept of a file, if it still is the one with this hash. */
function keptText(root: string, receipt: Receipt, file: string, hash: string): string | undefined {
  const kept = receipt.trash[file];
  if (kept === undefined) return undefined;
  const text = currentText(root, `${TRASH_FOLDER}/${receipt.id}/${kept}`);
  return text === null || text === undefined || sha256(text) !== hash ? undefined : text;
}

/** Null when the file does not exist, undefined when it is not UTF-8. */
function currentText(root: string, file: string): string | null | undefined {
  const bytes = ifExists(() => readFileSync(contain(root, file).path), null);
  if (bytes === null) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The memory file that a provenance file is about; null for other files. */
function subjectOf(root: string, edit: FileEdit): string | null {
  for (const text of [edit.after, currentText(root, edit.file)]) {
    const parsed = ProvenanceFile.safeParse(parseJson(text ?? ""));
    if (parsed.success) return parsed.data.file;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Newer than `entry`, oldest first. */
function laterReceipts(root: string, entries: readonly LedgerEntry[], entry: LedgerEntry): Receipt[] {
  const later = entries.slice(entries.indexOf(entry) + 1);
  return later.map((other) => readEntry(root, other)).filter((receipt) => receipt !== null);
}

function planOf(receipt: Receipt, edits: FileEdit[], refused: readonly string[]): Plan {
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
      notes: refused.map((file) => `${file}: edited after that receipt, left as it is`),
      undoes: receipt.id,
    },
  };
}
