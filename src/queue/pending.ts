import { readdirSync, readFileSync, rmSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT, writeHomeFile } from "../config/home-files.ts";
import { systemCode } from "../errors.ts";
import { isTempName } from "../files/atomic-replace.ts";
import { ifExists } from "../files/system-errors.ts";
import { Job } from "./job.ts";

/** A job is small; what is larger was not written by a hook. */
const MAX_BYTES = 4_000_000;
/** A temp file that old belongs to a process that ended while writing it. */
const TEMP_STALE_MS = 3_600_000;

/** What a file in `queue/pending` turned out to be. */
export type PendingFile =
  | { state: "job"; job: Job }
  /** Finished or dropped meanwhile. */
  | { state: "gone" }
  /** No job; `raw` is its text, null when it is too large to keep. */
  | { state: "broken"; raw: string | null }
  /** There, but the system does not let us read it. */
  | { state: "unreadable"; system: string };

/** Ids of the files in `queue/pending`, oldest first; empty where there is no queue. Throws system errors. */
export function pendingIds(home: string): string[] {
  return idsIn(join(home, HOME_LAYOUT.pending));
}

/** Ids (names without `.json`) of the files in a folder of the queue, oldest first. */
export function idsIn(folder: string): string[] {
  return ifExists(() => readdirSync(folder), [])
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

/** Reads one pending job. Never throws. */
export function readPending(home: string, id: string): PendingFile {
  const path = pathOf(home, id);
  try {
    if (statSync(path).size > MAX_BYTES) return { state: "broken", raw: null };
    const raw = readFileSync(path, "utf8");
    const job = parseJob(raw);
    return job === null || job.id !== id ? { state: "broken", raw } : { state: "job", job };
  } catch (error) {
    const system = systemCode(error) ?? "unknown";
    return system === "ENOENT" ? { state: "gone" } : { state: "unreadable", system };
  }
}

/** The job in a text, or null when it holds none that this version understands. */
export function parseJob(text: string): Job | null {
  try {
    return Job.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Replaces a pending job: a reader sees the old one or the new one. Errors: `home-unwritable`. */
export function writePending(home: string, job: Job): void {
  writeHomeFile(home, `${HOME_LAYOUT.pending}/${job.id}.json`, `${JSON.stringify(job)}\n`);
}

/** Takes a job out of the queue; its result, or its dead letter, is on disk by now. Throws system errors. */
export function removePending(home: string, id: string): void {
  ifExists(() => unlinkSync(pathOf(home, id)), undefined);
}

/** Removes what killed writers left in the folders of the queue. Never throws. */
export function sweepTemps(home: string, now: Date): void {
  for (const folder of [HOME_LAYOUT.pending, HOME_LAYOUT.done, HOME_LAYOUT.failed, HOME_LAYOUT.events]) {
    try {
      for (const name of readdirSync(join(home, folder)).filter(isTempName)) {
        const path = join(home, folder, name);
        if (now.getTime() - statSync(path).mtimeMs > TEMP_STALE_MS) rmSync(path, { force: true });
      }
    } catch {
      // No such folder, or another worker sweeps it.
    }
  }
}

const pathOf = (home: string, id: string): string => join(home, HOME_LAYOUT.pending, `${id}.json`);
