import { statSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import { type PrecomputedResume, parsePrecomputed } from "./precomputed.ts";
import { pruneFolder, removeFile } from "./prune.ts";
import { realRoot } from "./real-root.ts";
import { identitiesOf } from "./repository-identity.ts";

/** Loaded by hooks: no schema library, no Markdown parser may be imported from here. */

/** After so long nobody comes back to a folder or session. */
const KEPT_MS = 60 * 86_400_000;
const NAME = /^[0-9a-f]{32}\.json$/;
/** Stamp of a source that did not exist: it still must not. */
export const ABSENT = { size: -1, mtimeMs: 0 };

/** Names what a start in a folder is told: one for all worktrees of a repository; outside git one a folder. */
export function folderKey(cwd: string): string {
  return keyOf("folder", identitiesOf(cwd)[0] ?? "");
}

/** Names what is told of one session, whatever else happens in its folder. */
export function sessionKey(host: string, sessionId: string): string {
  return keyOf("session", host, sessionId);
}

/** The record kept under a key; null when there is none that this version understands. */
export function readResume(home: string, key: string): PrecomputedResume | null {
  const text = readHomeFile(home, fileOf(key));
  return text === null ? null : parsePrecomputed(text);
}

/** As `readResume`; none when it was made from another memory than the one that the environment asks for by name. */
export function readResumeFor(
  home: string,
  key: string,
  env: Readonly<Record<string, string | undefined>>,
): PrecomputedResume | null {
  const record = readResume(home, key);
  const named = env["HANDOFF_MEMORY"];
  if (record === null || named === undefined || named === "") return record;
  return realRoot(named) === realRoot(record.root) ? record : null;
}

/** Whether every file that the record was made from is as it was then: same size, same time, or still missing. */
export function isFresh(record: PrecomputedResume): boolean {
  return record.sources.every((source) => {
    const now = stampOf(source.path);
    return now.size === source.size && now.mtimeMs === source.mtimeMs;
  });
}

/** Keeps a record; false when it cannot be kept, which only costs the next start its resume. */
export function writeResume(home: string, key: string, record: PrecomputedResume): boolean {
  try {
    writeHomeFile(home, fileOf(key), `${JSON.stringify(record)}\n`);
    return true;
  } catch (error) {
    if (error instanceof HandoffError) return false;
    throw error;
  }
}

/** Takes a record out; nothing when there is none. */
export function removeResume(home: string, key: string): void {
  removeFile(join(home, fileOf(key)));
}

/** Takes out the records that nobody wrote for 60 days; returns how many. */
export function pruneResumes(home: string, now: Date): number {
  return pruneFolder(join(home, HOME_LAYOUT.resume), NAME, KEPT_MS, now);
}

function stampOf(path: string): { size: number; mtimeMs: number } {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, mtimeMs };
  } catch {
    return ABSENT;
  }
}

const keyOf = (...parts: string[]): string => sha256(parts.join("\0")).slice(0, 32);
const fileOf = (key: string): string => `${HOME_LAYOUT.resume}/${key}.json`;
