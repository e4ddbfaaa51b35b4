import { readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { atomicReplace } from "./atomic-replace.ts";
import { isRelativeInside } from "./containment.ts";
import { sha256 } from "./hash.ts";
import type { Step } from "./steps.ts";
import { ifExists, writing } from "./system-errors.ts";

/** Folder of the journals, relative to the root. */
export const JOURNAL_FOLDER = ".handoff/journal";

/** Everything a transaction needs to touch: the real root and its numbered steps. */
export interface Site {
  root: string;
  step: Step;
}

const safePath = z.string().refine(isRelativeInside);

/** One change as journalled. */
export const Entry = z.object({
  /** Real path of the file, relative to the root. */
  file: safePath,
  base: z.string().nullable(),
  after: z.string().nullable(),
  /** Staged bytes, relative to the root; null for a deletion. */
  temp: safePath.nullable(),
  mode: z.number().int().nullable(),
});
export type Entry = z.infer<typeof Entry>;

/** What a run means to do: `.handoff/journal/<id>.json`; the bytes of before lie in the folder `<id>` beside it. */
export const Journal = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[\w-]+$/),
  entries: z.array(Entry),
  /** Folders that did not exist, outermost first. */
  folders: z.array(safePath),
  /** Where the bytes of before go in the end; null: nowhere. */
  keepIn: safePath.nullable(),
});
export type Journal = z.infer<typeof Journal>;

/** From here on a crash is rolled forward. Errors: `memory-unwritable`. */
export function writeJournal(site: Site, journal: Journal): void {
  writing(JOURNAL_FOLDER, () => {
    atomicReplace(journalPath(site, journal), `${JSON.stringify(journal)}\n`, { step: site.step });
  });
}

/** Null for one that this version cannot read. */
export function readJournal(path: string): Journal | null {
  try {
    return Journal.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** Drops the bytes of before. */
export function dropWork(site: Site, id: string): void {
  rmSync(join(site.root, JOURNAL_FOLDER, id), { recursive: true, force: true });
}

/** sha256 of a file; null where there is none. */
export function hashAt(path: string): string | null {
  const bytes = ifExists(() => readFileSync(path), null);
  return bytes === null ? null : sha256(bytes);
}

/** Removes a folder unless something is in it. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // A person has put something there.
  }
}

/** A path below the root, relative, `/` separators. */
export const relativeOf = (site: Site, path: string): string =>
  path
    .slice(site.root.length + 1)
    .split("\\")
    .join("/");

/** Where the journal stands while it is rolled forward. */
export const journalPath = (site: Site, journal: Journal): string =>
  join(site.root, JOURNAL_FOLDER, `${journal.id}.json`);

/** Where it stands once it is taken back. */
export const undoPath = (site: Site, journal: Journal): string =>
  join(site.root, JOURNAL_FOLDER, `${journal.id}.undo.json`);

/** Folder of the bytes of before. */
export const workPath = (site: Site, journal: Journal): string => join(site.root, JOURNAL_FOLDER, journal.id);
