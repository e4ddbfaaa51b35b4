import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyEntry, finish, makeFolders } from "./apply-changes.ts";
import { makeFolder } from "./folders.ts";
import { hashAt, type Journal, JOURNAL_FOLDER, readJournal, type Site } from "./journal.ts";
import { rollBack } from "./roll-back.ts";
import { ifExists, writing } from "./system-errors.ts";

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
    if (journal === null || !staysInside(site, journal)) {
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
  const id = name.replace(/(?:\.undo)?\.json$/, "");
  const to = join(site.root, ".handoff/trash", `unreadable-${id}-${randomBytes(4).toString("hex")}`);
  writing(JOURNAL_FOLDER, () => {
    makeFolder(to, 0o700);
    renameSync(join(folder, name), join(to, name));
    const work = join(folder, id);
    if (existsSync(work)) renameSync(work, join(to, "before"));
  });
}

/**
 * Whether no path of a journal leads through a symlink. Ours never do (they are resolved when written); one that came
 * with somebody's repository might, and is not followed.
 */
function staysInside(site: Site, journal: Journal): boolean {
  const paths = journal.entries.flatMap(({ file, temp }) => (temp === null ? [file] : [file, temp]));
  const all = [...paths, ...journal.folders, ...(journal.keepIn === null ? [] : [journal.keepIn])];
  return all.every((path) => {
    const whole = join(site.root, path);
    if (ifExists(() => lstatSync(whole).isSymbolicLink(), false)) return false;
    let folder = dirname(whole);
    while (!existsSync(folder)) folder = dirname(folder);
    return realpathSync(folder) === folder;
  });
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
