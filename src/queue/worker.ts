import { setTimeout as sleep } from "node:timers/promises";
import { appendLog } from "../config/log.ts";
import { HandoffError, systemCode } from "../errors.ts";
import type { Lock } from "../files/lock.ts";
import { coalesce, type Group } from "./coalesce.ts";
import { buryJob, pruneFinished } from "./finished.ts";
import type { Job } from "./job.ts";
import { isLeaseHeld, takeLease } from "./lease.ts";
import { pendingIds, readPending, sweepTemps } from "./pending.ts";
import { processGroup, type ProcessContext } from "./process-group.ts";
import type { RunJob } from "./run.ts";
import { unwatched, type Watchdog } from "./watchdog.ts";

/** A pause up to this long is waited for in the process; a longer one is left to the next worker. */
const SHORT_WAIT_MS = 3_000;

export interface WorkerRequest {
  /** `$HANDOFF_HOME`. */
  home: string;
  now: () => Date;
  runJob: RunJob;
  /** Memory root of a job; null where its folder has none. */
  rootOf: (job: Job) => Promise<string | null>;
  /** Milliseconds a run of the job may take. */
  limitOf: (job: Job) => number;
  /** Do not wait for jobs that may be tried again soon. */
  once: boolean;
  /** Ends the run after the transaction at hand. */
  signal: AbortSignal;
  watchdog?: Watchdog;
}

/** Jobs finished and given up by this run, and those that still wait. Keys are the contract of the command line. */
export interface WorkerCounts {
  done: number;
  failed: number;
  pending: number;
}

interface Run extends WorkerRequest {
  watchdog: Watchdog;
  counts: { done: number; failed: number };
  /** Memory roots by job id: looked up once. */
  roots: Map<string, string | null>;
  /** Whether any job was begun. */
  began: boolean;
}

/**
 * Works until nothing is due: extraction of all jobs first, then refinements one at a time, and after each of them a
 * look for new jobs. Jobs of a root whose lease another worker holds are left to it. Errors: `home-unwritable`.
 */
export async function runWorker(request: WorkerRequest): Promise<WorkerCounts> {
  const run: Run = {
    ...request,
    watchdog: request.watchdog ?? unwatched,
    counts: { done: 0, failed: 0 },
    roots: new Map(),
    began: false,
  };
  while (!run.signal.aborted) {
    if (await extractAll(run)) continue;
    if (await refineOne(run)) continue;
    const pause = run.once ? null : pauseOf(run);
    if (pause === null) break;
    await sleep(pause, undefined, { signal: run.signal }).catch(() => {});
  }
  pruneFinished(run.home, run.now());
  sweepTemps(run.home, run.now());
  return { ...run.counts, pending: idsOf(run.home).length };
}

/**
 * Extracts what is due, root by root. True when a lease was held meanwhile: whoever gives one back looks again, as
 * another worker may have left a job to it.
 */
async function extractAll(run: Run): Promise<boolean> {
  let held = false;
  for (const root of (await dueByRoot(run, "extract")).keys()) {
    if (run.signal.aborted) break;
    held = (await underLease(run, root, "extract", Infinity)) || held;
  }
  return held;
}

/** Refines one job of one root, as above. */
async function refineOne(run: Run): Promise<boolean> {
  for (const root of (await dueByRoot(run, "refine")).keys()) {
    if (await underLease(run, root, "refine", 1)) return true;
  }
  return false;
}

/** Processes up to `most` groups of a root; false when its lease is held by another worker. */
async function underLease(
  run: Run,
  root: string | null,
  phase: Job["phase"],
  most: number,
): Promise<boolean> {
  const lease = await takeLease(run.home, root, phase);
  if (lease === null) return false;
  try {
    const context: ProcessContext = { ...run, root };
    // What was listed before the lease was taken may be done by now.
    const groups = (await dueByRoot(run, phase)).get(root) ?? [];
    for (const group of groups.slice(0, most)) {
      if (run.signal.aborted || !hasTimeFor(run, group.lead) || !isHeld(lease)) break;
      run.began = true;
      const { done, failed } = await processGroup(group, context);
      run.counts.done += done;
      run.counts.failed += failed;
    }
  } finally {
    lease.release();
  }
  return true;
}

/** Touches the lease as well. On a home that hosts share, another one may have taken it for stale. */
function isHeld(lease: Lock): boolean {
  try {
    lease.assertHeld();
    return true;
  } catch (error) {
    if (error instanceof HandoffError) return false;
    throw error;
  }
}

/** The groups of a phase whose lead is due, by root. A file that is no job becomes a dead letter here. */
async function dueByRoot(run: Run, phase: Job["phase"]): Promise<Map<string | null, Group[]>> {
  const byRoot = new Map<string | null, Job[]>();
  for (const job of jobsOf(run)) {
    if (job.phase !== phase) continue;
    const root = await rootOf(run, job);
    byRoot.set(root, [...(byRoot.get(root) ?? []), job]);
  }
  const due: [string | null, Group[]][] = [];
  for (const [root, jobs] of byRoot) {
    const groups = coalesce(jobs).filter(({ lead }) => isDue(run, lead) && hasTimeFor(run, lead));
    if (groups.length > 0) due.push([root, groups.toSorted(byAttempts)]);
  }
  return new Map(due.toSorted(([, [a]], [, [b]]) => (a && b ? byAttempts(a, b) : 0)));
}

/** Oldest first, but what failed before comes last: a job that hangs must not keep the others from their turn. */
const byAttempts = (a: Group, b: Group): number => a.lead.attempts - b.lead.attempts;

function jobsOf(run: Run): Job[] {
  return idsOf(run.home).flatMap((id) => {
    const file = readPending(run.home, id);
    if (file.state === "job") return [file.job];
    if (file.state === "broken") {
      buryJob(run.home, id, { error: "job-invalid", job: null, raw: file.raw }, run.now());
      appendLog(run.home, `job-given-up ${id} job-invalid`);
      run.counts.failed += 1;
    }
    if (file.state === "unreadable") appendLog(run.home, `job-unreadable ${id} ${file.system}`);
    return [];
  });
}

/** A root that cannot be found is no reason to stop: the job's run says what is wrong. */
async function rootOf(run: Run, job: Job): Promise<string | null> {
  const known = run.roots.get(job.id);
  if (known !== undefined) return known;
  const root = await run.rootOf(job).catch(() => null);
  run.roots.set(job.id, root);
  return root;
}

const isDue = (run: Run, job: Job): boolean =>
  job.notBefore === null || !(Date.parse(job.notBefore) > run.now().getTime());

/** A job is begun only when the life of the process is long enough for it; the first one always is. */
const hasTimeFor = (run: Run, job: Job): boolean => !run.began || run.limitOf(job) < run.watchdog.lifeLeft();

/** Milliseconds to wait for a job that may be tried again soon; null when there is none. */
function pauseOf(run: Run): number | null {
  const waits = jobsOf(run)
    .filter((job) => job.notBefore !== null && hasTimeFor(run, job) && !runsElsewhere(run, job))
    .map((job) => Date.parse(job.notBefore ?? "") - run.now().getTime())
    .filter((ms) => ms > 0 && ms <= SHORT_WAIT_MS);
  return waits.length === 0 ? null : Math.min(...waits) + 1;
}

/** Whether another worker is at it: a job is marked so as long as it runs, and after its worker was killed. */
function runsElsewhere(run: Run, job: Job): boolean {
  const root = run.roots.get(job.id) ?? null;
  return job.error === "worker-ended" && isLeaseHeld(run.home, root, job.phase);
}

function idsOf(home: string): string[] {
  try {
    return pendingIds(home);
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}
