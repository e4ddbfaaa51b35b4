import { z } from "zod";
import { HostId } from "../session/entry.ts";

/**
 * What happened at the host. `catch-up`: a session found at a start that no event told of; `backfill`: asked for by a
 * person. The names of hook events are ours, the same for every host.
 */
export const JOB_EVENTS = [
  "session-start",
  "stop",
  "pre-compact",
  "session-end",
  "catch-up",
  "backfill",
] as const;
export const JobEvent = z.enum(JOB_EVENTS);
export type JobEvent = z.infer<typeof JobEvent>;

/**
 * One unit of work, `$HANDOFF_HOME/queue/pending/<id>.json` (0600, as it may hold the last answer). Written whole by a
 * hook; afterwards only the worker that holds the lease of its memory root changes it.
 */
export const Job = z.object({
  version: z.literal(1),
  /** Sortable and readable without opening: `<UTC time YYYYMMDDTHHMMSSmmm>-<client pid or 0>-<event>-<8 hex>`. */
  id: z.string(),
  host: HostId,
  event: JobEvent,
  /** ISO time of the event. */
  at: z.string(),
  sessionId: z.string().nullable(),
  /** Absolute path as the host named it; null: found by session id. It may not exist yet. */
  transcript: z.string().nullable(),
  cwd: z.string(),
  /** What the host says about the event: source of a start, reason of an end, trigger of a compaction. */
  cause: z.string().nullable(),
  /** Process of the host's client: tells which session a `/clear` has just left. */
  clientPid: z.number().int().nullable(),
  /** The last answer as the event carried it: a transcript may lag behind. Gone with the job. */
  lastAnswer: z.string().nullable(),
  /** Milliseconds from the start of the hook's process to this file. */
  hookMs: z.number(),
  /** The variables that decide where transcripts and memory lie; never a key. */
  env: z.record(z.string(), z.string()),
  /** `extract` writes what code alone can find; `refine` lets the chosen model improve on it. */
  phase: z.enum(["extract", "refine"]).default("extract"),
  /** Runs begun so far in this phase. */
  attempts: z.number().int().default(0),
  /** ISO time before which it is not tried again. */
  notBefore: z.string().nullable().default(null),
  /** Our error code of the last failed run; `worker-ended` while it runs. */
  error: z.string().nullable().default(null),
  /** What phase `extract` brought; null before its end. */
  extracted: z
    .object({
      /** ISO time. */
      at: z.string(),
      outcome: z.enum(["applied", "unchanged"]),
      root: z.string().nullable(),
      receipts: z.array(z.string()),
    })
    .nullable()
    .default(null),
});
export type Job = z.infer<typeof Job>;

/** What became of a job, `$HANDOFF_HOME/queue/done/<id>.json`. Holds no text of the session. */
export const JobResult = Job.pick({
  version: true,
  id: true,
  host: true,
  event: true,
  at: true,
  sessionId: true,
  cwd: true,
  clientPid: true,
  hookMs: true,
}).extend({
  /** `observed`: a Stop that moved the cursor on; `ignored`: a guard of the worker, `note` says which. */
  outcome: z.enum(["applied", "unchanged", "empty", "observed", "ignored"]),
  /** Memory root it went to; null where none applies. */
  root: z.string().nullable(),
  /** Ids of the receipts it wrote: the extractive one first. */
  receipts: z.array(z.string()),
  /** In our own words. */
  note: z.string().nullable(),
  /** ISO time of the end of phase `extract`. */
  extractedAt: z.string(),
  /** ISO time of the end of all of it. */
  finishedAt: z.string(),
});
export type JobResult = z.infer<typeof JobResult>;

/** A job given up, `$HANDOFF_HOME/queue/failed/<id>.json`. */
export const DeadLetter = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Our error code. */
  error: z.string(),
  /** ISO time. */
  failedAt: z.string(),
  /** Null where the file was no job; then `raw` is its text, so that a later version can try it again. */
  job: Job.nullable(),
  raw: z.string().nullable(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
