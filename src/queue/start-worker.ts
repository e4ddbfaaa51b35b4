import { readConfig } from "../config/config.ts";
import { HandoffError } from "../errors.ts";
import { sizeOf } from "./transcript.ts";
import type { Job } from "./job.ts";
import { jobRunner, rootFinder } from "./run-job.ts";
import { startWatchdog } from "./watchdog.ts";
import { runWorker, type WorkerCounts } from "./worker.ts";

/** Milliseconds an extraction may take, whatever its size. */
const EXTRACT_LIMIT_MS = 120_000;
/** Milliseconds a refinement may take beside the model's own deadline. */
const REFINE_EXTRA_MS = 30_000;
/** A slow disk still reads this much in a millisecond. */
const BYTES_PER_MS = 4_096;

export interface StartRequest {
  /** `$HANDOFF_HOME`. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Do not wait for jobs that may be tried again soon. */
  once: boolean;
}

/**
 * Runs a worker in this process, with its watchdog: the process is ended when a job overstays. SIGTERM, SIGINT and
 * SIGHUP end the run after the transaction at hand. Errors: `home-unwritable`.
 */
export async function startWorker({ home, env, once }: StartRequest): Promise<WorkerCounts> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, end);
  const watchdog = startWatchdog(home);
  try {
    return await runWorker({
      home,
      now: () => new Date(),
      runJob: jobRunner({ home, env }),
      rootOf: rootFinder({ home, env }),
      limitOf: (job) => limitOf(job, home),
      once,
      signal: ending.signal,
      watchdog,
    });
  } finally {
    watchdog.stop();
    for (const signal of signals) process.off(signal, end);
  }
}

/** Milliseconds a run of the job may take. */
function limitOf(job: Job, home: string): number {
  const reading = job.transcript === null ? 0 : sizeOf(job.transcript) / BYTES_PER_MS;
  return reading + (job.phase === "extract" ? EXTRACT_LIMIT_MS : modelDeadline(home) + REFINE_EXTRA_MS);
}

function modelDeadline(home: string): number {
  try {
    return readConfig(home).deadlineMs;
  } catch (error) {
    // The run itself says what is wrong with the config.
    if (error instanceof HandoffError) return EXTRACT_LIMIT_MS;
    throw error;
  }
}
