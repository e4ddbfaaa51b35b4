import type { ErrorCode } from "../errors.ts";

/** A job is begun at most so often in one phase. */
export const MAX_ATTEMPTS = 5;
/** Milliseconds between one attempt and the next. */
const PAUSES_MS = [2_000, 10_000, 60_000, 600_000] as const;

/** Errors that stay whatever time passes; those that a person, a disk or a network may lift are not among them. */
const LASTING: ReadonlySet<string> = new Set<ErrorCode>([
  "usage",
  "transcript-unrecognised",
  "transcript-archived",
  "sqlite-unsupported",
  "not-a-file",
  "path-outside-root",
  "job-invalid",
]);

/** Whether waiting cannot help. */
export function isLasting(code: string): boolean {
  return LASTING.has(code);
}

/** When the job may be tried again after its attempt number `attempt` (from 1); null when that was the last one. */
export function nextTry(attempt: number, now: Date): Date | null {
  const pause = PAUSES_MS[attempt - 1];
  return pause === undefined || attempt >= MAX_ATTEMPTS ? null : new Date(now.getTime() + pause);
}
