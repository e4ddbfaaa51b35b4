import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HandoffError } from "../errors.ts";
import { attributesOf, fsyncFolder, stageFile, tempName } from "./atomic-replace.ts";
import type { Contained } from "./containment.ts";
import { makeFolder } from "./folders.ts";
import { sha256 } from "./hash.ts";
import { type Entry, hashAt, type Journal, JOURNAL_FOLDER, relativeOf, type Site } from "./journal.ts";
import { ifExists, writing } from "./system-errors.ts";

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

/**
 * Writes every new file beside its target (beside the folder to be made, where that does not exist) and copies what
 * stands there; changes nothing. `staged` receives each temp file as it is made, for the caller to remove on failure.
 * Errors: `memory-changed`, `memory-unwritable`.
 */
export function stage(
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
  writing(JOURNAL_FOLDER, () => makeFolder(join(site.root, JOURNAL_FOLDER), 0o700));
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
  makeFolder(dirname(to), 0o700);
  stageFile(to, bytes, null, 0o600, site.step);
  touched.add(dirname(to));
}

/** Errors: `memory-changed` when the target is not what its plan was made from. */
export function assertBase({ place, base }: Change): void {
  const now = writing(place.relative, () => hashAt(place.path));
  if (now !== base) throw new HandoffError("memory-changed", { path: place.relative });
}

function missingFolders(site: Site, place: Contained): string[] {
  const missing: string[] = [];
  for (let folder = dirname(place.path); folder !== place.ancestor; folder = dirname(folder)) {
    missing.unshift(relativeOf(site, folder));
    if (folder.length <= site.root.length) break;
  }
  return missing;
}
