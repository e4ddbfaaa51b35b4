import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { HandoffError } from "../errors.ts";
import { atomicReplace, attributesOf, fsyncFolder, stageFile, tempName } from "./atomic-replace.ts";
import { type Contained, isRelativeInside } from "./containment.ts";
import { sha256 } from "./hash.ts";
import type { Step } from "./steps.ts";
import { ifExists, writing } from "./system-errors.ts";

/** Folder of the journals, relative to the root. */
export const JOURNAL_FOLDER = ".handoff/journal";

/** A whole-file change to be made as part of one transaction. */
export interface Change {
  place: Contained;
  /** sha256 of what stands there now; null: nothing. */
  base: string | null;
  /** Null deletes. */
  bytes: Uint8Array | null;
  /** For a new file. */
  mode: number;
  /** Keep the bytes of before: they are moved to `keepIn` when the transaction is done. */
  keep: boolean;
}

const safePath = z.string().refine(isRelativeInside);

const Entry = z.object({
  /** Real path of the file, relative to the root. */
  file: safePath,
  base: z.string().nullable(),
  after: z.string().nullable(),
  /** Staged bytes, relative to the root; null for a deletion. */
  temp: safePath.nullable(),
  mode: z.number().int().nullable(),
});
type Entry = z.infer<typeof Entry>;

const Journal = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[\w-]+$/),
  entries: z.array(Entry),
  /** Folders that did not exist, outermost first. */
  folders: z.array(safePath),
  /** Where the bytes of before go in the end; null: nowhere. */
  keepIn: safePath.nullable(),
});
type Journal = z.infer<typeof Journal>;

/** Everything a transaction needs to touch: the real root and its numbered steps. */
export interface Site {
  root: string;
  step: Step;
}

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
    rmSync(join(site.root, JOURNAL_FOLDER, `${id}.json`), { force: true });
    for (const temp of staged) rmSync(temp, { force: true });
    dropWork(site, id);
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

/**
 * Repairs what an ended process left: finishes a transaction whose journal stands, or takes it back where a person has
 * changed one of its files since. Work without a journal is dropped. Returns how many transactions were found.
 */
export function recoverJournals(site: Site): number {
  const folder = join(site.root, JOURNAL_FOLDER);
  const names = ifExists(() => readdirSync(folder), []);
  if (names.length === 0) return 0;
  let found = 0;
  for (const name of names.filter((name) => name.endsWith(".json")).sort()) {
    const journal = readJournal(join(folder, name));
    if (journal === null) {
      setAside(site, name);
      continue;
    }
    found += 1;
    writing(JOURNAL_FOLDER, () => recover(site, journal, name.endsWith(".undo.json")));
  }
  writing(JOURNAL_FOLDER, () => rmSync(folder, { recursive: true, force: true }));
  return found;
}

/** A journal that cannot be read (another version, a damaged disk) is kept with its copies, out of the way. */
function setAside(site: Site, name: string): void {
  const folder = join(site.root, JOURNAL_FOLDER);
  const to = join(site.root, ".handoff/trash", `unreadable-${name.replace(/(?:\.undo)?\.json$/, "")}`);
  writing(JOURNAL_FOLDER, () => {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    renameSync(join(folder, name), join(to, name));
    const work = join(folder, name.replace(/(?:\.undo)?\.json$/, ""));
    if (existsSync(work)) renameSync(work, join(to, "before"));
  });
}

function stage(
  site: Site,
  id: string,
  changes: readonly Change[],
  keepIn: string | null,
  staged: string[],
): Journal {
  const entries: Entry[] = [];
  const folders = new Set<string>();
  const touched = new Set<string>();
  const work = join(site.root, JOURNAL_FOLDER, id);
  writing(JOURNAL_FOLDER, () => mkdirSync(join(site.root, JOURNAL_FOLDER), { recursive: true, mode: 0o700 }));
  for (const { place, base, bytes, mode, keep } of changes) {
    const like = writing(place.relative, () => attributesOf(place.path));
    writing(place.relative, () => {
      if (keep && base !== null) copyBefore(site, place, join(work, place.relative), touched);
      if (bytes === null) return;
      const temp = join(place.ancestor, tempName());
      staged.push(temp);
      stageFile(temp, bytes, like, mode, site.step);
    });
    const temp = bytes === null ? null : relativeOf(site, staged.at(-1) ?? "");
    entries.push({
      file: place.relative,
      base,
      after: bytes === null ? null : sha256(bytes),
      temp,
      mode: like?.mode ?? null,
    });
    for (const folder of missingFolders(site, place)) folders.add(folder);
  }
  writing(JOURNAL_FOLDER, () => {
    for (const folder of touched) fsyncFolder(folder, site.step);
  });
  return { version: 1, id, entries, folders: [...folders], keepIn: touched.size === 0 ? null : keepIn };
}

function copyBefore(site: Site, place: Contained, to: string, touched: Set<string>): void {
  const bytes = ifExists(() => readFileSync(place.path), null);
  if (bytes === null) throw new HandoffError("memory-changed", { path: place.relative });
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  stageFile(to, bytes, null, 0o600, site.step);
  touched.add(dirname(to));
}

function assertBase({ place, base }: Change): void {
  const now = writing(place.relative, () => hashAt(place.path));
  if (now !== base) throw new HandoffError("memory-changed", { path: place.relative });
}

function writeJournal(site: Site, journal: Journal): void {
  writing(JOURNAL_FOLDER, () => {
    atomicReplace(journalPath(site, journal), `${JSON.stringify(journal)}\n`, { step: site.step });
  });
}

function makeFolders(site: Site, journal: Journal): void {
  for (const folder of journal.folders) {
    writing(folder, () => {
      site.step("folder-create");
      const mode = folder.startsWith(".handoff/") ? 0o700 : 0o777;
      mkdirSync(join(site.root, folder), { recursive: true, mode });
    });
  }
}

function applyEntry(site: Site, journal: Journal, entry: Entry): void {
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

function flushFolders(site: Site, journal: Journal): void {
  const folders = new Set(journal.entries.map((entry) => dirname(join(site.root, entry.file))));
  for (const folder of journal.folders) folders.add(dirname(join(site.root, folder)));
  for (const folder of folders) {
    if (existsSync(folder)) writing(relativeOf(site, folder), () => fsyncFolder(folder, site.step));
  }
}

function finish(site: Site, journal: Journal): void {
  for (const { file, after } of journal.entries) if (after === null) removeEmptyFolders(site, file);
  if (journal.keepIn !== null && existsSync(workPath(site, journal))) {
    const to = join(site.root, journal.keepIn);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    site.step("keep-rename");
    renameSync(workPath(site, journal), to);
    fsyncFolder(dirname(to), site.step);
  }
  site.step("journal-unlink");
  rmSync(journalPath(site, journal), { force: true });
  ifExists(() => fsyncFolder(join(site.root, JOURNAL_FOLDER), site.step), undefined);
}

/**
 * Takes a transaction back. The journal gets another name first, so that a crash in the midst goes on backwards and
 * never forwards; a rename needs no free space.
 */
function rollBack(site: Site, journal: Journal): void {
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

function rollBackNow(site: Site, journal: Journal): void {
  try {
    rollBack(site, journal);
  } catch {
    // The journal stands: the next run goes on. The first error is the one to report.
  }
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

function recover(site: Site, journal: Journal, backwards: boolean): void {
  if (backwards || (!isCommitted(site, journal) && mustRollBack(site, journal))) {
    return rollBack(site, journal);
  }
  if (!isCommitted(site, journal)) {
    makeFolders(site, journal);
    for (const entry of journal.entries) {
      if (hashAt(join(site.root, entry.file)) === entry.base) applyEntry(site, journal, entry);
    }
  }
  for (const { temp } of journal.entries) {
    if (temp !== null) rmSync(join(site.root, temp), { force: true });
  }
  finish(site, journal);
}

/** The last change stands: what a person did since is theirs and stays. */
function isCommitted(site: Site, journal: Journal): boolean {
  const last = journal.entries.at(-1);
  return last !== undefined && hashAt(join(site.root, last.file)) === last.after;
}

/**
 * True when one of the changes cannot be finished: its target still waits (its staged file stands) but is not what the
 * plan was made from, or its staged file is lost.
 */
function mustRollBack(site: Site, journal: Journal): boolean {
  return journal.entries.some((entry) => {
    const now = hashAt(join(site.root, entry.file));
    if (now === entry.after) return false;
    if (entry.temp === null) return now !== entry.base;
    const staged = hashAt(join(site.root, entry.temp));
    return now === entry.base ? staged !== entry.after : staged !== null;
  });
}

function hashAt(path: string): string | null {
  const bytes = ifExists(() => readFileSync(path), null);
  return bytes === null ? null : sha256(bytes);
}

function missingFolders(site: Site, place: Contained): string[] {
  const missing: string[] = [];
  for (let folder = dirname(place.path); folder !== place.ancestor; folder = dirname(folder)) {
    missing.unshift(relativeOf(site, folder));
    if (folder.length <= site.root.length) break;
  }
  return missing;
}

function readJournal(path: string): Journal | null {
  try {
    return Journal.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

function dropWork(site: Site, id: string): void {
  rmSync(join(site.root, JOURNAL_FOLDER, id), { recursive: true, force: true });
}

/** Removes the folders of a deleted file that hold nothing any more, up to the root. */
function removeEmptyFolders(site: Site, file: string): void {
  for (let parts = file.split("/").slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) {
    removeIfEmpty(join(site.root, ...parts));
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // A person has put something there.
  }
}

const relativeOf = (site: Site, path: string): string =>
  path
    .slice(site.root.length + 1)
    .split("\\")
    .join("/");
const journalPath = (site: Site, journal: Journal): string =>
  join(site.root, JOURNAL_FOLDER, `${journal.id}.json`);
const undoPath = (site: Site, journal: Journal): string =>
  join(site.root, JOURNAL_FOLDER, `${journal.id}.undo.json`);
const workPath = (site: Site, journal: Journal): string => join(site.root, JOURNAL_FOLDER, journal.id);
