import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { contain, foldedPath } from "../files/containment.ts";
import { sha256 } from "../files/hash.ts";
import { applyChanges } from "../files/apply-changes.ts";
import type { Site } from "../files/journal.ts";
import type { Change } from "../files/stage.ts";
import { ifExists, writing } from "../files/system-errors.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { FileEdit, Plan } from "../plan/plan.ts";
import { LEDGER_FOLDER, ledgerName, nextReceiptId } from "./ledger.ts";

/** Folder of what edits replaced, relative to the root; one folder a receipt. */
export const TRASH_FOLDER = ".handoff/trash";

const IGNORE_FILE = ".handoff/.gitignore";
/** Provenance, ledger and tombstones are worth keeping in git; these are of this machine. */
const IGNORED = "/lock*\n/journal/\n/trash/\n/resume/\n.handoff-tmp-*\n";
/** What only the store itself writes below `.handoff/`. */
const RESERVED = /^\.handoff\/(?:lock|journal|trash|ledger|\.gitignore)(?:[./]|$)/i;
/** Before the umask. Our records are as readable as the memory they are about: several users may share it. */
const MODE = 0o666;

/**
 * Applies a plan under the lock and returns its receipt; null when no byte would change.
 * Errors: as `transact`; the memory is as before.
 */
export function applyPlan(
  site: Site,
  plan: Plan,
  options: { now: Date; beforeCommit: () => void },
): Receipt | null {
  const prepared = prepare(site, plan.edits);
  if (prepared.length === 0) return null;
  const receipt = receiptOf(site, plan, prepared, options.now);
  const changes = [
    ...ignoreFile(site),
    ...prepared.map(({ change }) => change),
    receiptChange(site, receipt),
  ];
  const keepIn = `${TRASH_FOLDER}/${receipt.id}`;
  applyChanges(site, receipt.id, changes, { keepIn, beforeCommit: options.beforeCommit });
  return receipt;
}

interface Prepared {
  edit: FileEdit;
  change: Change;
}

/** Edits as changes on disk, those that change no byte left out. */
function prepare(site: Site, edits: readonly FileEdit[]): Prepared[] {
  const prepared: Prepared[] = [];
  const seen = new Map<string, Change>();
  for (const edit of edits) {
    assertArea(edit);
    const change = changeOf(site, edit);
    if (change === null) continue;
    const folded = foldedPath(change.place.relative);
    const twin = seen.get(folded);
    if (twin !== undefined) {
      assertSame(edit, change, twin);
      continue;
    }
    seen.set(folded, change);
    prepared.push({ edit, change });
  }
  return prepared;
}

function changeOf(site: Site, edit: FileEdit): Change | null {
  const place = writing(edit.file, () => contain(site.root, edit.file));
  const now = writing(edit.file, () => ifExists(() => readFileSync(place.path), null));
  const base = now === null ? null : sha256(now);
  if (base !== edit.base) throw new HandoffError("memory-changed", { path: edit.file });
  // A rename would replace a file that its owner made read-only.
  if (now !== null) writing(edit.file, () => accessSync(place.path, constants.W_OK));
  const bytes = edit.after === null ? null : Buffer.from(edit.after, "utf8");
  if (base === (bytes === null ? null : sha256(bytes))) return null;
  return { place, base, bytes, mode: MODE, keep: true };
}

/** Memory edits stay out of our state and of git's; internal ones inside our state. */
function assertArea(edit: FileEdit): void {
  const parts = edit.file.split("/").map((part) => part.toLowerCase());
  const inState = parts[0] === ".handoff";
  const allowed =
    edit.area === "internal" ? inState && !RESERVED.test(edit.file) : !inState && !parts.includes(".git");
  if (!allowed) throw new HandoffError("path-outside-root", { path: edit.file });
}

/** Two names of one file (a symlink) may ask for the same bytes, not for different ones. */
function assertSame(edit: FileEdit, change: Change, twin: Change): void {
  const same =
    change.place.path === twin.place.path &&
    (change.bytes === null
      ? twin.bytes === null
      : twin.bytes !== null && Buffer.compare(change.bytes, twin.bytes) === 0);
  if (!same) throw new HandoffError("path-outside-root", { path: edit.file });
}

function receiptOf(site: Site, plan: Plan, prepared: readonly Prepared[], now: Date): Receipt {
  const trash: Record<string, string> = {};
  for (const { edit, change } of prepared) {
    if (change.base !== null) trash[edit.file] = change.place.relative;
  }
  return {
    version: 1,
    id: nextReceiptId(site.root, now),
    at: now.toISOString(),
    ...plan.receipt,
    files: prepared.map(({ edit, change }) => ({
      file: edit.file,
      op: edit.op,
      before: change.base,
      after: change.bytes === null ? null : sha256(change.bytes),
      reasons: edit.reasons,
    })),
    trash,
  };
}

function receiptChange(site: Site, receipt: Receipt): Change {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  return newFile(site, `${LEDGER_FOLDER}/${ledgerName(receipt)}`, text);
}

function ignoreFile(site: Site): Change[] {
  return existsSync(join(site.root, IGNORE_FILE)) ? [] : [newFile(site, IGNORE_FILE, IGNORED)];
}

function newFile(site: Site, file: string, text: string): Change {
  return {
    place: writing(file, () => contain(site.root, file)),
    base: null,
    bytes: Buffer.from(text, "utf8"),
    mode: MODE,
    keep: false,
  };
}
