import { existsSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { HandoffError } from "../errors.ts";
import { fsyncFolder } from "./atomic-replace.ts";
import { makeFolder } from "./folders.ts";
import {
  type Entry,
  hashAt,
  type Journal,
  JOURNAL_FOLDER,
  journalPath,
  removeIfEmpty,
  type Site,
  workPath,
  writeJournal,
} from "./journal.ts";
import { flushFolders, rollBack } from "./roll-back.ts";
import { assertBase, type Change, stage } from "./stage.ts";
import { ifExists, writing } from "./system-errors.ts";

/**
 * Makes all changes or none. Order: stage every new file beside its target, copy what stands there, write the journal
 * (from here on a crash is rolled forward), rename one by one (each target is read again right before), then move the
 * copies away and drop the journal. The last change is the commit point: when it is there, the transaction happened.
 * Errors: `memory-changed` when a target is not what its `base` says, `memory-unwritable`; in both cases everything
 * stands as before.
 */
export function applyChanges(
  site: Site,
  id: string,
  changes: readonly Change[],
  options: { keepIn: string | null; beforeCommit: () => void },
): void {
  const staged: string[] = [];
  let journal: Journal;
  try {
    journal = stage(site, id, changes, options.keepIn, staged);
    options.beforeCommit();
    for (const change of changes) assertBase(change);
    writeJournal(site, journal);
  } catch (error) {
    dropStaged(site, id, staged);
    throw error;
  }
  try {
    makeFolders(site, journal);
    for (const entry of journal.entries) applyEntry(site, journal, entry);
  } catch (error) {
    rollBackNow(site, journal);
    throw error;
  }
  try {
    finish(site, journal);
  } catch {
    // It happened; the next run finishes what is left to tidy.
  }
}

/** Clears away what staging left. What cannot be removed is swept by the next run; the first error is to be reported. */
function dropStaged(site: Site, id: string, staged: readonly string[]): void {
  const paths = [
    join(site.root, JOURNAL_FOLDER, `${id}.json`),
    ...staged,
    join(site.root, JOURNAL_FOLDER, id),
  ];
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Where no file can stand, none was left.
    }
  }
}

/** Makes the folders that the new files need: memory files and our records are for every user of the memory. */
export function makeFolders(site: Site, journal: Journal): void {
  for (const folder of journal.folders) {
    writing(folder, () => {
      site.step("folder-create");
      makeFolder(join(site.root, folder));
    });
  }
}

/** Makes one change. Errors: `memory-changed`, `memory-unwritable`. */
export function applyEntry(site: Site, journal: Journal, entry: Entry): void {
  const target = join(site.root, entry.file);
  writing(entry.file, () => {
    if (hashAt(target) !== entry.base) throw new HandoffError("memory-changed", { path: entry.file });
    if (entry.temp === null) {
      site.step("unlink");
      unlinkSync(target);
      return;
    }
    // The receipt is renamed last: everything before it must be on disk by then.
    if (entry === journal.entries.at(-1)) flushFolders(site, journal);
    site.step("rename");
    renameSync(join(site.root, entry.temp), target);
    if (entry === journal.entries.at(-1)) fsyncFolder(dirname(target), site.step);
  });
}

/** Moves the bytes of before to where they are kept, and drops the journal. */
export function finish(site: Site, journal: Journal): void {
  for (const { file, after } of journal.entries) if (after === null) removeEmptyFolders(site, file);
  if (journal.keepIn !== null && existsSync(workPath(site, journal))) {
    const to = join(site.root, journal.keepIn);
    makeFolder(dirname(to), 0o700);
    site.step("keep-rename");
    renameSync(workPath(site, journal), to);
    fsyncFolder(dirname(to), site.step);
  }
  site.step("journal-unlink");
  rmSync(journalPath(site, journal), { force: true });
  ifExists(() => fsyncFolder(join(site.root, JOURNAL_FOLDER), site.step), undefined);
}

function rollBackNow(site: Site, journal: Journal): void {
  try {
    rollBack(site, journal);
  } catch {
    // The journal stands: the next run goes on. The first error is the one to report.
  }
}

/** Removes the folders of a deleted file that hold nothing any more, up to the root. */
function removeEmptyFolders(site: Site, file: string): void {
  for (let parts = file.split("/").slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) {
    removeIfEmpty(join(site.root, ...parts));
  }
}
