import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { DeadLetter, type Job, JobResult } from "./job.ts";
import { idsIn, removePending } from "./pending.ts";

const DONE_KEPT_MS = 7 * 86_400_000;
const DONE_KEPT = 500;
const FAILED_KEPT = 200;

/** What a run of a job came to; the rest of its result is in the job. */
export type Outcome = Pick<JobResult, "outcome" | "root" | "receipts" | "note">;

/**
 * Finishes a job: its result is on disk before it leaves the queue. Errors: `home-unwritable`; the job then stays.
 */
export function completeJob(home: string, job: Job, outcome: Outcome, now: Date): JobResult {
  const at = now.toISOString();
  const result: JobResult = {
    version: 1,
    id: job.id,
    host: job.host,
    event: job.event,
    at: job.at,
    sessionId: job.sessionId,
    cwd: job.cwd,
    clientPid: job.clientPid,
    hookMs: job.hookMs,
    ...outcome,
    extractedAt: job.extracted?.at ?? at,
    finishedAt: at,
  };
  writeHomeFile(home, `${HOME_LAYOUT.done}/${job.id}.json`, `${JSON.stringify(result)}\n`);
  removePending(home, job.id);
  return result;
}

/** Gives a job up, with the code of its error. `job` is null for a file that is none; `raw` is its text then. */
export function buryJob(
  home: string,
  id: string,
  letter: Pick<DeadLetter, "error" | "job" | "raw">,
  now: Date,
): void {
  const record: DeadLetter = { version: 1, id, failedAt: now.toISOString(), ...letter };
  writeHomeFile(home, `${HOME_LAYOUT.failed}/${id}.json`, `${JSON.stringify(record)}\n`);
  removePending(home, id);
}

/** Result of a finished job; null when there is none, or none that this version understands. */
export function readResult(home: string, id: string): JobResult | null {
  try {
    return JobResult.parse(JSON.parse(readHomeFile(home, `${HOME_LAYOUT.done}/${id}.json`) ?? ""));
  } catch {
    return null;
  }
}

/** Dead letters, oldest first; one that cannot be read is passed over. Throws system errors. */
export function deadLetters(home: string): DeadLetter[] {
  return idsIn(join(home, HOME_LAYOUT.failed)).flatMap((id) => readDeadLetter(home, id) ?? []);
}

/** Null when there is none of that id, or none that this version understands. */
export function readDeadLetter(home: string, id: string): DeadLetter | null {
  try {
    const text = readFileSync(join(home, HOME_LAYOUT.failed, `${id}.json`), "utf8");
    return DeadLetter.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Removes a dead letter. Throws system errors. */
export function removeDeadLetter(home: string, id: string): void {
  rmSync(join(home, HOME_LAYOUT.failed, `${id}.json`), { force: true });
}

/** Keeps results for a week and at most 500, and at most 200 dead letters. Never throws. */
export function pruneFinished(home: string, now: Date): void {
  const done = join(home, HOME_LAYOUT.done);
  const failed = join(home, HOME_LAYOUT.failed);
  const isOld = (path: string): boolean => now.getTime() - statSync(path).mtimeMs > DONE_KEPT_MS;
  prune(done, DONE_KEPT, isOld);
  prune(failed, FAILED_KEPT, () => false);
}

function prune(folder: string, kept: number, isOld: (path: string) => boolean): void {
  try {
    const ids = idsIn(folder);
    for (const [index, id] of ids.entries()) {
      const path = join(folder, `${id}.json`);
      if (index < ids.length - kept || isOld(path)) rmSync(path, { force: true });
    }
  } catch {
    // Another worker prunes, or the folder is gone: the next run does it.
  }
}
