import type { Job } from "./job.ts";
import type { Outcome } from "./finished.ts";

/** What a job is run with. */
export interface RunContext {
  /** Memory root; null where the folder has none. */
  root: string | null;
  /** Last answer to look for in the transcript: the newest of the job and those it covers. */
  lastAnswer: string | null;
  now: Date;
  /** Ends model calls early. */
  signal: AbortSignal;
}

/** What a run came to. `refine`: the extractive result stands, and a model is to improve on it. */
export type RunResult = ({ next: "finish" } & Outcome) | ({ next: "refine" } & Outcome);

/**
 * Does the work of a job whose attempt is counted already. Running it twice changes nothing the second time. A
 * HandoffError makes it a failed attempt.
 */
export type RunJob = (job: Job, context: RunContext) => Promise<RunResult>;
