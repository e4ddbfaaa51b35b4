import { chmodSync, existsSync, readFileSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { atomicReplace, fsyncFolder } from "./atomic-replace.ts";
import {
  dropWork,
  type Entry,
  hashAt,
  type Journal,
  journalPath,
  relativeOf,
  removeIfEmpty,
  type Site,
  undoPath,
  workPath,
} from "./journal.ts";
import { ifExists, writing } from "./system-errors.ts";

/**
 * Takes a transaction back. The journal gets another name first, so that a crash in the midst goes on backwards and
 * never forwards; a rename needs no free space.
 */
export function rollBack(site: Site, journal: Journal): void {
  const marked = undoPath(site, journal);
  if (!existsSync(marked)) {
    site.step("journal-rename");
    renameSync(journalPath(site, journal), marked);
    fsyncFolder(dirname(marked), site.step);
  }
  for (const entry of [...journal.entries].reverse()) restore(site, journal, entry);
  for (const folder of [...journal.folders].reverse()) removeIfEmpty(join(site.root, folder));
  flushFolders(site, journal);
  dropWork(site, journal.id);
  site.step("journal-unlink");
  rmSync(marked, { force: true });
}

function restore(site: Site, journal: Journal, entry: Entry): void {
  const target = join(site.root, entry.file);
  const kept = join(workPath(site, journal), entry.file);
  // Only what we wrote is taken back: anything else there is a person's.
  if (entry.base !== entry.after && hashAt(target) === entry.after) {
    site.step("restore");
    if (entry.base === null) ifExists(() => unlinkSync(target), undefined);
    else if (existsSync(kept)) restoreBytes(target, kept, entry, site);
  }
  if (entry.temp !== null) rmSync(join(site.root, entry.temp), { force: true });
}

function restoreBytes(target: string, kept: string, entry: Entry, site: Site): void {
  if (entry.mode !== null) chmodSync(kept, entry.mode);
  try {
    renameSync(kept, target);
  } catch {
    // Another file system below the root.
    atomicReplace(target, readFileSync(kept), { mode: entry.mode ?? 0o600, step: site.step });
  }
}

/** Makes the renames of a transaction durable. */
export function flushFolders(site: Site, journal: Journal): void {
  const folders = new Set(journal.entries.map((entry) => dirname(join(site.root, entry.file))));
  for (const folder of journal.folders) folders.add(dirname(join(site.root, folder)));
  for (const folder of folders) {
    if (existsSync(folder)) writing(relativeOf(site, folder), () => fsyncFolder(folder, site.step));
  }
}
