import { capture } from "../capture/capture.ts";
import { locateMemory } from "../capture/locate-memory.ts";
import { observe } from "../capture/observe.ts";
import type { CaptureRequest, CaptureResult } from "../capture/request.ts";
import { readConfig } from "../config/config.ts";
import { type ErrorCode, HandoffError } from "../errors.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { hostById } from "../hosts/hosts.ts";
import { folderKey, readResume } from "../store/resume-cache.ts";
import { environmentOf } from "./job-environment.ts";
import type { Job } from "./job.ts";
import { isOwnSession } from "./own-session.ts";
import { MAX_ATTEMPTS } from "./retry.ts";
import { started } from "./run-start.ts";
import type { RunContext, RunJob, RunResult } from "./run.ts";
import { otherTranscriptOf, settled, transcriptOf } from "./transcript.ts";

type Env = CaptureRequest["env"];

interface Base {
  /** `$HANDOFF_HOME`. */
  home: string;
  /** Environment of the worker. */
  env: Env;
}

/** Looks up the memory root of a job; null where its folder has none. */
export function rootFinder({ home, env }: Base): (job: Job) => Promise<string | null> {
  return async (job) => {
    const host = hostById(job.host);
    const jobEnv = environmentOf(job, env, home);
    const place = await locateMemory({ explicit: null, cwd: job.cwd, env: jobEnv, home, host });
    return place?.root ?? null;
  };
}

/**
 * What each event asks for. A Stop is observed; the ends of a session and of a context are captured, first by code
 * alone, then by the provider of the user config as a job of its own phase.
 */
export function jobRunner(base: Base): RunJob {
  return async (job, context) => {
    const reason = reasonToIgnore(base, job, context);
    if (reason !== null) return ignored(reason, context);
    const env = environmentOf(job, base.env, base.home);
    if (job.event === "session-start") return started({ home: base.home, env, job }, context);
    const transcript = await transcriptOf(job, env);
    if (transcript === null) return missing(job, context);
    const request = requestOf(job, transcript, env, context);
    if (job.phase === "refine") return refine(base, job, request, context);
    // At the end of a session or context the transcript is whole, unless a Stop is told here that it may lag behind.
    if (job.event === "stop" || context.lastAnswer !== null)
      await settled(transcript, context.lastAnswer, context.signal);
    return job.event === "stop" ? observed(job, request, context) : extract(base, job, request, context);
  };
}

function reasonToIgnore({ home }: Base, job: Job, { root }: RunContext): string | null {
  if (isOwnSession(home, job)) return "a session of our own child";
  if (root === null) return "no memory for this folder";
  return null;
}

function ignored(note: string, { root }: RunContext): RunResult {
  return { next: "finish", outcome: "ignored", root, receipts: [], note };
}

/** A transcript may be late; one that is not there at the second look never was, or its host has deleted it. */
function missing(job: Job, context: RunContext): RunResult {
  if (job.attempts < 2)
    throw new HandoffError("file-not-found", job.transcript === null ? {} : { path: job.transcript });
  const note = "its transcript does not exist";
  if (job.extracted === null) return ignored(note, context);
  const { outcome, receipts } = job.extracted;
  return { next: "finish", outcome, root: context.root, receipts, note };
}

function requestOf(job: Job, transcript: string, env: Env, { now, signal }: RunContext) {
  return {
    host: job.host,
    transcript,
    sessionId: job.sessionId,
    until: job.at,
    memory: null,
    cwd: job.cwd,
    env,
    now,
    signal,
  } satisfies Omit<CaptureRequest, "provider" | "dryRun">;
}

type Request = ReturnType<typeof requestOf>;

/**
 * Does `act` with the session in the transcript named; where that holds nothing of it, with the one found by its id.
 * Null when neither holds a record of the session.
 */
async function onSession<R extends { outcome: string }>(
  job: Job,
  request: Request,
  act: (request: Request) => Promise<R>,
): Promise<R | null> {
  const result = await unlessForeign(act(request));
  if (result !== null && result.outcome !== "empty") return result;
  const other = await otherTranscriptOf(job, request.env);
  if (other === null || other === request.transcript) return result;
  return (await unlessForeign(act({ ...request, transcript: other }))) ?? result;
}

async function unlessForeign<R>(acting: Promise<R>): Promise<R | null> {
  try {
    return await acting;
  } catch (error) {
    if (error instanceof HandoffError && error.code === "session-not-found") return null;
    throw error;
  }
}

async function observed(job: Job, request: Request, context: RunContext): Promise<RunResult> {
  const { root, lastAnswer } = context;
  const result = await onSession(job, request, (found) => observe({ ...found, lastAnswer }));
  if (result === null) return missing(job, context);
  return { next: "finish", outcome: result.outcome, root, receipts: idsOf(result.receipt), note: null };
}

async function extract(base: Base, job: Job, request: Request, context: RunContext): Promise<RunResult> {
  const result = await onSession(job, request, (found) => captureWith("extractive", found));
  if (result === null) return missing(job, context);
  const { outcome, receipt } = result;
  const model = outcome !== "empty" && readConfig(base.home).provider !== "extractive";
  return {
    next: model ? "refine" : "finish",
    outcome,
    root: context.root,
    receipts: idsOf(receipt),
    note: noteOn(result, base, job),
  };
}

/** What a person should know of a capture: that nothing could be read, and what others wrote where it does not belong. */
function noteOn({ outcome, skipped }: CaptureResult, { home }: Base, job: Job): string | null {
  const unread = skipped.badLines + skipped.unknownTypes + skipped.longLines;
  if (outcome === "empty" && unread > 0)
    return `nobody's words were found in it, and ${unread} of its records were not understood`;
  return readResume(home, folderKey(job.cwd))?.strays ?? null;
}

const idsOf = (receipt: Receipt | null): string[] => (receipt === null ? [] : [receipt.id]);

/** Failures that cost nothing and may pass: the model is asked again later. */
const PASSING: readonly ErrorCode[] = [
  "provider-unavailable",
  "provider-rate-limit",
  "provider-rate-limit-near",
];

/** A model that fails for good leaves the extractive result as it stands. */
async function refine(base: Base, job: Job, request: Request, context: RunContext): Promise<RunResult> {
  const { provider } = readConfig(base.home);
  const result = await onSession(job, request, (found) => captureWith(provider, found));
  if (result === null) return missing(job, context);
  const { receipt, fallback } = result;
  // Ended from outside: the call was broken off, which says nothing about the model.
  if (fallback !== null && context.signal.aborted) throw new HandoffError("worker-ended");
  const passing = PASSING.find((code) => code === fallback?.code);
  if (passing !== undefined && job.attempts < MAX_ATTEMPTS)
    throw new HandoffError(passing, { name: provider });
  const before = job.extracted;
  return {
    next: "finish",
    outcome: receipt === null ? (before?.outcome ?? "unchanged") : "applied",
    root: context.root,
    receipts: [...(before?.receipts ?? []), ...idsOf(receipt)],
    note: fallback === null ? null : `${fallback.from}: ${fallback.code}; the extractive result stands`,
  };
}

function captureWith(provider: ProviderId, request: Request): Promise<CaptureResult> {
  return capture({ ...request, provider, dryRun: false });
}
