import { readFileSync } from "node:fs";
import { contain } from "../files/containment.ts";
import { sha256 } from "../files/hash.ts";
import { ifExists, reading } from "../files/system-errors.ts";
import type { Receipt, ReceiptFile } from "../handoff/receipt.ts";
import { TRASH_FOLDER } from "./apply-plan.ts";

/**
 * A file as it stands: null when it does not exist, undefined when it is not UTF-8. Errors: `file-unreadable`.
 */
export function currentText(root: string, file: string): string | null | undefined {
  const bytes = reading(file, () => ifExists(() => readFileSync(contain(root, file).path), null));
  if (bytes === null) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Text before a receipt: null when there was no file, undefined when it is not kept any more. */
export function textBefore(root: string, receipt: Receipt, file: ReceiptFile): string | null | undefined {
  return file.before === null ? null : keptText(root, receipt, file.file, file.before);
}

/**
 * Text that a receipt left: it stands still, or the next receipt that touched the file kept it. Undefined when nobody
 * did. `later`: the receipts that followed, oldest first.
 */
export function textAfter(
  root: string,
  file: ReceiptFile,
  later: readonly Receipt[],
): string | null | undefined {
  if (file.after === null) return null;
  const now = currentText(root, file.file);
  if (now !== null && now !== undefined && sha256(now) === file.after) return now;
  const next = later.find(({ files }) => files.some((other) => other.file === file.file));
  return next === undefined ? undefined : keptText(root, next, file.file, file.after);
}

/** Text a receipt kept of a file, if it still is the one with this hash. */
function keptText(root: string, receipt: Receipt, file: string, hash: string): string | undefined {
  const kept = receipt.trash[file];
  if (kept === undefined) return undefined;
  const text = currentText(root, `${TRASH_FOLDER}/${receipt.id}/${kept}`);
  return text === null || text === undefined || sha256(text) !== hash ? undefined : text;
}
