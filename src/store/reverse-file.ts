import { sha256 } from "../files/hash.ts";
import type { Receipt, ReceiptFile } from "../handoff/receipt.ts";
import { currentText, textAfter, textBefore } from "./kept-text.ts";
import { mergeInternal } from "./records-merge.ts";
import { mergeLines } from "./three-way.ts";

/** What a file becomes when a receipt is taken out of it. */
export type Reversed =
  /** The bytes of before; null: it goes. */
  | { as: "before"; text: string | null }
  /** Later changes stay, its own lines go. */
  | { as: "merged"; text: string }
  /** It cannot be told apart from what came later, or a person edited it. */
  | { as: "conflict" }
  /** The former text is gone, or the file is no text. */
  | { as: "lost" };

/** Takes one receipt out of one file. `later`: the receipts that followed, oldest first. */
export function reverseFile(
  root: string,
  receipt: Receipt,
  file: ReceiptFile,
  later: readonly Receipt[],
): Reversed {
  const now = currentText(root, file.file);
  if (now === undefined) return { as: "lost" };
  const hash = now === null ? null : sha256(now);
  if (hash === file.before) return { as: "before", text: now };
  const before = textBefore(root, receipt, file);
  if (before === undefined) return { as: "lost" };
  if (hash === file.after) return { as: "before", text: before };
  const after = textAfter(root, file, later);
  if (after === undefined) return { as: "lost" };
  if (now === null || after === null || !isLastAfter(later, file.file, hash)) return { as: "conflict" };
  const text = merge(file.file, after, now, before);
  return text === null ? { as: "conflict" } : { as: "merged", text };
}

/** Records of ours can be told apart even where a receipt created their file; lines cannot. */
function merge(file: string, base: string, ours: string, theirs: string | null): string | null {
  if (file.startsWith(".handoff/")) return mergeInternal({ base, ours, theirs });
  return theirs === null ? null : mergeLines(base, ours, theirs);
}

/** Whether the file is as the last of these receipts left it: else a person edited it. */
export function isLastAfter(later: readonly Receipt[], file: string, hash: string | null): boolean {
  const last = later.findLast(({ files }) => files.some((other) => other.file === file));
  return last?.files.find((other) => other.file === file)?.after === hash;
}
