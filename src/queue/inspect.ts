import { assertReadableHome } from "../config/usable-home.ts";
import { HandoffError } from "../errors.ts";
import { deadLetters, readDeadLetter, removeDeadLetter } from "./finished.ts";
import type { Job } from "./job.ts";
import { parseJob, pendingIds, readPending, removePending, writePending } from "./pending.ts";

/** A job as people and scripts see it: no text of the session. */
export interface ShownJob {
  id: string;
  state: "pending" | "failed";
  host: Job["host"] | null;
  event: Job["event"] | null;
  phase: Job["phase"] | null;
  /** ISO time of the event. */
  at: string | null;
  sessionId: string | null;
  cwd: string | null;
  attempts: number;
  /** ISO time before which it is not tried again. */
  notBefore: string | null;
  /** Our error code of the last failed run. */
  error: string | null;
  /** ISO time it was given up. */
  failedAt: string | null;
}

/** Pending jobs and dead letters, oldest first, the pending ones before. Errors: `home-unreadable`; system errors. */
export function queuedJobs(home: string): ShownJob[] {
  assertReadableHome(home);
  return [...pendingIds(home).flatMap((id) => shownPending(home, id) ?? []), ...failedJobs(home)];
}

function failedJobs(home: string): ShownJob[] {
  return deadLetters(home).map(({ id, job, error, failedAt }) => ({
    ...shown(id, job),
    state: "failed",
    error,
    failedAt,
  }));
}

function shownPending(home: string, id: string): ShownJob | null {
  const file = readPending(home, id);
  if (file.state === "gone") return null;
  if (file.state === "job") return shown(id, file.job);
  return { ...shown(id, null), error: file.state === "broken" ? "job-invalid" : "file-unreadable" };
}

function shown(id: string, job: Job | null): ShownJob {
  return {
    id,
    state: "pending",
    host: job?.host ?? null,
    event: job?.event ?? null,
    phase: job?.phase ?? null,
    at: job?.at ?? null,
    sessionId: job?.sessionId ?? null,
    cwd: job?.cwd ?? null,
    attempts: job?.attempts ?? 0,
    notBefore: job?.notBefore ?? null,
    error: job?.error ?? null,
    failedAt: null,
  };
}

/**
 * Puts a dead letter back into the queue, or lets a pending job be tried at once; its attempts count anew. Errors:
 * `job-not-found`, `job-invalid` (it is none even for this version), `home-unreadable`, `home-unwritable`.
 */
export function retryJob(home: string, id: string): ShownJob {
  assertReadableHome(home);
  const letter = readDeadLetter(home, id);
  const job = letter === null ? pendingJob(home, id) : (letter.job ?? parseJob(letter.raw ?? ""));
  if (job === null) throw new HandoffError("job-invalid", { path: id });
  const fresh: Job = { ...job, attempts: 0, notBefore: null, error: null };
  writePending(home, fresh);
  if (letter !== null) removeDeadLetter(home, id);
  return shown(id, fresh);
}

function pendingJob(home: string, id: string): Job | null {
  if (!pendingIds(home).includes(id)) throw new HandoffError("job-not-found");
  const file = readPending(home, id);
  return file.state === "job" ? file.job : null;
}

/** Deletes a pending job or a dead letter and tells what it was. Errors: `job-not-found`. */
export function dropJob(home: string, id: string): ShownJob {
  const job = queuedJobs(home).find((one) => one.id === id);
  if (job === undefined) throw new HandoffError("job-not-found");
  removePending(home, id);
  removeDeadLetter(home, id);
  return job;
}
