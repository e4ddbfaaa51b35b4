import { existsSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { appendLog } from "../config/log.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { type Group, lastAnswerOf } from "./coalesce.ts";
import { type Counted, countEvent } from "./events.ts";
import { buryJob, completeJob, type Outcome } from "./finished.ts";
import type { Job } from "./job.ts";
import { readPending, removePending, writePending } from "./pending.ts";
import { isLasting, MAX_ATTEMPTS, nextTry } from "./retry.ts";
import type { RunJob, RunResult } from "./run.ts";
import type { Watchdog } from "./watchdog.ts";

/** What one group is processed with. */
export interface ProcessContext {
  home: string;
  root: string | null;
  now: () => Date;
  runJob: RunJob;
  watchdog: Watchdog;
  /** Milliseconds a run of the job may take before its process is ended. */
  limitOf: (job: Job) => number;
  signal: AbortSignal;
}

/** How many jobs of a group were finished, and how many given up. */
export interface Processed {
  done: number;
  failed: number;
}

const NOTHING: Processed = { done: 0, failed: 0 };

/**
 * Runs the lead of a group and writes down what became of it; the jobs it covers are finished only after it succeeded.
 * Under the lease of the root. Errors: `home-unwritable`; the jobs then stay as they are.
 */
export async function processGroup(group: Group, context: ProcessContext): Promise<Processed> {
  const { home, now } = context;
  const file = readPending(home, group.lead.id);
  if (file.state !== "job") return NOTHING;
  const lead = file.job;
  if (existsSync(join(home, HOME_LAYOUT.done, `${lead.id}.json`))) {
    // A worker ended between writing the result and taking the job out.
    removePending(home, lead.id);
    return { done: 1, failed: 0 };
  }
  if (lead.attempts >= MAX_ATTEMPTS) return giveUp(lead, lead.error ?? "worker-ended", context);

  const begun: Job = {
    ...lead,
    attempts: lead.attempts + 1,
    // Should this run end without a word, the next one waits as after a failure.
    notBefore: (nextTry(lead.attempts + 1, now()) ?? now()).toISOString(),
    error: "worker-ended",
  };
  writePending(home, begun);
  context.watchdog.arm(begun.id, context.limitOf(begun));
  const result = await attempt(begun, lastAnswerOf({ ...group, lead }), context);
  context.watchdog.disarm();
  if ("error" in result) return failed(begun, lead, result, context);
  if (result.next === "refine") refineLater(begun, result, context);
  else await finish(begun, result, context);
  for (const job of group.covered) await finishCovered(job, begun.id, context);
  return { done: (result.next === "refine" ? 0 : 1) + group.covered.length, failed: 0 };
}

interface Failure {
  error: string;
  /** For the log: what `DEBUG` would show is not kept. */
  system: string | null;
}

async function attempt(
  job: Job,
  lastAnswer: string | null,
  context: ProcessContext,
): Promise<RunResult | Failure> {
  const { root, signal, now } = context;
  try {
    return await context.runJob(job, { root, lastAnswer, now: now(), signal });
  } catch (error) {
    if (error instanceof HandoffError) return { error: error.code, system: error.detail.system ?? null };
    const system = systemCode(error) ?? null;
    return { error: system === null ? "internal" : "system-error", system };
  }
}

async function failed(
  begun: Job,
  before: Job,
  { error, system }: Failure,
  context: ProcessContext,
): Promise<Processed> {
  const { home, now } = context;
  const { id, phase, attempts } = begun;
  if (context.signal.aborted) {
    // Ended from outside: that was no attempt.
    writePending(home, before);
    return NOTHING;
  }
  const why = system === null ? error : `${error} ${system}`;
  appendLog(home, `job-failed ${id} ${phase} attempt=${attempts} ${why}`);
  const next = isLasting(error) ? null : nextTry(attempts, now());
  if (next === null) return giveUp(begun, error, context);
  writePending(home, { ...begun, error, notBefore: next.toISOString() });
  return NOTHING;
}

async function giveUp(job: Job, error: string, { home, now }: ProcessContext): Promise<Processed> {
  buryJob(home, job.id, { error, job: { ...job, error }, raw: null }, now());
  appendLog(home, `job-given-up ${job.id} ${job.phase} ${error}`);
  await countEvent(home, { job, fate: job.extracted === null ? "missed" : "captured", now: now() });
  return { done: 0, failed: 1 };
}

/** The last answer goes: what it was for is done. */
function refineLater(job: Job, { outcome, root, receipts }: Outcome, { home, now }: ProcessContext): void {
  const extracted = {
    at: now().toISOString(),
    outcome: outcome === "applied" ? outcome : ("unchanged" as const),
    root,
    receipts,
  };
  const fresh = { attempts: 0, notBefore: null, error: null, lastAnswer: null };
  writePending(home, { ...job, ...fresh, phase: "refine", extracted });
}

async function finish(job: Job, outcome: Outcome, { home, now }: ProcessContext): Promise<void> {
  completeJob(home, job, pick(outcome), now());
  appendLog(home, `job-done ${job.id} ${outcome.outcome}`);
  await countEvent(home, { job, fate: fateOf(outcome), now: now() });
}

async function finishCovered(job: Job, by: string, { home, root, now }: ProcessContext): Promise<void> {
  const outcome = job.extracted?.outcome ?? "ignored";
  const receipts = job.extracted?.receipts ?? [];
  completeJob(home, job, { outcome, root, receipts, note: `covered by ${by}` }, now());
  appendLog(home, `job-covered ${job.id} by ${by}`);
  await countEvent(home, { job, fate: job.extracted === null ? "covered" : "captured", now: now() });
}

const pick = ({ outcome, root, receipts, note }: Outcome): Outcome => ({ outcome, root, receipts, note });

function fateOf({ outcome }: Outcome): Counted["fate"] {
  return outcome === "applied" || outcome === "unchanged" ? "captured" : "nothing";
}
