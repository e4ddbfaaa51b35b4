import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { HandoffError } from "../errors.ts";
import { readEvents } from "./events.ts";
import { completeJob, deadLetters, readResult } from "./finished.ts";
import type { Job } from "./job.ts";
import { freshFolder, makeJob, queueJobs } from "./job.fixture.ts";
import { takeLease } from "./lease.ts";
import { pendingIds, readPending } from "./pending.ts";
import type { RunJob, RunResult } from "./run.ts";
import { unwatched } from "./watchdog.ts";
import { runWorker, type WorkerCounts, type WorkerRequest } from "./worker.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;
let ran: Job[];
let clock: number;

beforeEach(() => {
  home = freshFolder();
  ran = [];
  clock = Date.UTC(2026, 10, 24, 12);
  return () => removeFolder(home);
});

const applied = (over: Partial<RunResult> = {}): RunResult => ({
  next: "finish",
  outcome: "applied",
  root: "/r",
  receipts: [],
  note: null,
  ...over,
});

/** Runs a worker whose jobs do `work`; each job run is noted in `ran`. */
function work(
  runJob: RunJob = async () => applied(),
  over: Partial<WorkerRequest> = {},
): Promise<WorkerCounts> {
  return runWorker({
    home,
    now: () => new Date(clock),
    runJob: (job, context) => {
      ran.push(job);
      return runJob(job, context);
    },
    rootOf: async (job) => job.cwd,
    limitOf: () => 1_000,
    once: true,
    signal: new AbortController().signal,
    ...over,
  });
}

const fail =
  (error: Error): RunJob =>
  async () => {
    throw error;
  };

function pendingJob(id: string): Job {
  const file = readPending(home, id);
  if (file.state !== "job") throw new Error(`expected a job, found ${file.state}`);
  return file.job;
}

describe("runWorker", () => {
  it("does what is due, oldest first, and leaves a result of each", async () => {
    const jobs = [makeJob(), makeJob(), makeJob()];
    queueJobs(home, ...jobs.toReversed());
    expect(await work()).toEqual({ done: 3, failed: 0, pending: 0 });
    expect(ran.map((job) => job.id)).toEqual(jobs.map((job) => job.id));
    expect(jobs.map((job) => readResult(home, job.id)?.outcome)).toEqual(["applied", "applied", "applied"]);
  });

  it("tries a job again after 2, 10, 60 and 600 s, then gives it up with the code of its error", async () => {
    const job = makeJob();
    queueJobs(home, job);
    const run = fail(new HandoffError("lock-busy"));
    for (const [index, pause] of [2_000, 10_000, 60_000, 600_000].entries()) {
      await work(run);
      const { attempts, notBefore, error } = pendingJob(job.id);
      expect({ attempts, wait: Date.parse(notBefore ?? "") - clock, error }).toEqual({
        attempts: index + 1,
        wait: pause,
        error: "lock-busy",
      });
      clock += pause - 1;
      await work(run);
      expect(ran, "one millisecond too early").toHaveLength(index + 1);
      clock += 1;
    }
    expect(await work(run)).toEqual({ done: 0, failed: 1, pending: 0 });
    expect(ran).toHaveLength(5);
    expect(deadLetters(home)).toMatchObject([{ id: job.id, error: "lock-busy", job: { attempts: 5 } }]);
  });

  it("gives a job up at once when waiting cannot help", async () => {
    queueJobs(home, makeJob());
    const counts = await work(fail(new HandoffError("transcript-unrecognised")));
    expect(counts).toEqual({ done: 0, failed: 1, pending: 0 });
    expect(deadLetters(home)).toMatchObject([{ error: "transcript-unrecognised" }]);
  });

  it("does what failed before after everything else", async () => {
    const jobs = [
      makeJob({ cwd: "/a", attempts: 1 }),
      makeJob({ cwd: "/a" }),
      makeJob({ cwd: "/b" }),
      makeJob({ cwd: "/c", attempts: 1 }),
    ];
    queueJobs(home, ...jobs);
    await work();
    const order = [1, 0, 2, 3].map((index) => jobs[index]?.id);
    expect(ran.map((job) => job.id)).toEqual(order);
  });

  it("names a failure that is not ours by its kind, never by its text", async () => {
    const jobs = [makeJob(), makeJob()];
    queueJobs(home, ...jobs);
    await work(async (job) => {
      throw job.id === jobs[0]?.id
        ? new Error("text of a session")
        : Object.assign(new Error("no space"), { code: "ENOSPC" });
    });
    expect(jobs.map((job) => pendingJob(job.id).error)).toEqual(["internal", "system-error"]);
    const log = readFileSync(join(home, "log/handoff.log"), "utf8");
    expect(log).toContain("ENOSPC");
    expect(log).not.toContain("text of a session");
  });

  it("buries a file that is no job with its text, and does the others", async () => {
    const job = makeJob();
    queueJobs(home, job);
    writeFileSync(join(home, "queue/pending/20260101-broken.json"), '{"version":1,');
    writeFileSync(join(home, "queue/pending/other-name.json"), JSON.stringify(job));
    expect(await work()).toEqual({ done: 1, failed: 2, pending: 0 });
    expect(deadLetters(home)).toMatchObject([
      { id: "20260101-broken", error: "job-invalid", job: null, raw: '{"version":1,' },
      { id: "other-name", error: "job-invalid", job: null },
    ]);
  });

  it("waits for a job that may be tried again within 3 s, and leaves a later one", async () => {
    clock = Date.now();
    const started = performance.now();
    let failures = 0;
    queueJobs(
      home,
      makeJob({ notBefore: new Date(clock + 200).toISOString(), attempts: 1 }),
      makeJob({ notBefore: new Date(clock + 600_000).toISOString(), attempts: 2 }),
    );
    const counts = await work(async () => ((failures += 1), applied()), {
      once: false,
      now: () => new Date(),
    });
    expect(counts).toEqual({ done: 1, failed: 0, pending: 1 });
    expect(performance.now() - started).toBeGreaterThan(150);
    expect(failures).toBe(1);
  });

  it("extracts all jobs of all roots before it refines one, and looks for new ones in between", async () => {
    const late = makeJob({ id: "29991231T000000000-0-session-end-ffffffff", cwd: "/a" });
    queueJobs(home, makeJob({ cwd: "/a" }), makeJob({ cwd: "/b" }));
    await work(async (job) => {
      if (job.phase === "refine" && !existsSync(join(home, "came"))) {
        writeFileSync(join(home, "came"), "");
        queueJobs(home, late);
      }
      return applied(job.phase === "extract" ? { next: "refine" } : {});
    });
    expect(ran.map((job) => `${job.phase} ${job.cwd}`)).toEqual([
      "extract /a",
      "extract /b",
      "refine /a",
      "extract /a",
      "refine /b",
      "refine /a",
    ]);
  });

  it("forgets the last answer, counts anew and keeps what extraction brought when a model is to refine it", async () => {
    const job = makeJob({ lastAnswer: "a text of the session", attempts: 2 });
    queueJobs(home, job);
    let seen: Job | null = null;
    await work(async (one) => {
      if (one.phase === "extract") return applied({ next: "refine", receipts: ["first"] });
      seen = one;
      return applied({ receipts: ["first", "second"] });
    });
    expect(seen).toMatchObject({
      lastAnswer: null,
      attempts: 1,
      extracted: { outcome: "applied", root: "/r", receipts: ["first"] },
    });
    const result = readResult(home, job.id);
    expect(result).toMatchObject({ outcome: "applied", receipts: ["first", "second"] });
    expect(JSON.stringify(result)).not.toContain("a text of the session");
  });

  it("finishes covered jobs only when the one that covers them has succeeded", async () => {
    const [stop, end] = [makeJob({ event: "stop", sessionId: "s" }), makeJob({ sessionId: "s" })];
    queueJobs(home, stop, end);
    await work(fail(new HandoffError("lock-busy")));
    expect(pendingIds(home)).toEqual([stop.id, end.id]);
    expect(pendingJob(stop.id).attempts).toBe(0);
    clock += 2_000;
    await work();
    expect(ran.map((job) => job.id)).toEqual([end.id, end.id]);
    expect(readResult(home, stop.id)).toMatchObject({ outcome: "ignored", note: `covered by ${end.id}` });
  });

  it("does not run a job again whose result is on disk", async () => {
    const job = makeJob();
    queueJobs(home, job);
    completeJob(home, job, applied(), new Date(clock));
    queueJobs(home, job);
    expect(await work()).toEqual({ done: 1, failed: 0, pending: 0 });
    expect(ran).toEqual([]);
  });

  it("leaves the jobs of a root that another worker holds, and does those of others", async () => {
    const [held, free] = [makeJob({ cwd: "/held" }), makeJob({ cwd: "/free" })];
    queueJobs(home, held, free);
    const lease = await takeLease(home, "/held", "extract");
    expect(await work()).toEqual({ done: 1, failed: 0, pending: 1 });
    lease?.release();
    expect(await work()).toEqual({ done: 1, failed: 0, pending: 0 });
  });

  it("extracts in a root where another worker waits for a model", async () => {
    queueJobs(home, makeJob({ cwd: "/held" }));
    await takeLease(home, "/held", "refine");
    expect(await work()).toEqual({ done: 1, failed: 0, pending: 0 });
  });

  it("stops after the job at hand when it is told to, without counting an attempt against a model", async () => {
    const ending = new AbortController();
    const [first, second] = [makeJob(), makeJob()];
    queueJobs(home, first, second);
    const counts = await work(
      async () => {
        ending.abort();
        return applied();
      },
      { signal: ending.signal },
    );
    expect(counts).toEqual({ done: 1, failed: 0, pending: 1 });

    const again = new AbortController();
    await work(
      async () => {
        again.abort();
        throw new HandoffError("worker-ended");
      },
      { signal: again.signal },
    );
    expect(pendingJob(second.id)).toEqual(second);
  });

  it("begins no job that would outlive the process", async () => {
    queueJobs(home, makeJob(), makeJob());
    const watchdog = { ...unwatched, lifeLeft: () => 500 };
    expect(await work(undefined, { watchdog, once: false })).toEqual({ done: 1, failed: 0, pending: 1 });
  });

  it("says that the state folder cannot be used, and leaves the job", async () => {
    queueJobs(home, makeJob());
    writeFileSync(join(home, "leases"), "a file where a folder is needed");
    await expect(work()).rejects.toMatchObject({ code: "home-unwritable" });
    expect(pendingIds(home)).toHaveLength(1);
  });

  it("keeps results for a week and at most 500, and at most 200 dead letters", async () => {
    for (const [folder, count] of [
      ["done", 503],
      ["failed", 203],
    ] as const) {
      mkdirSync(join(home, "queue", folder), { recursive: true });
      for (let n = 0; n < count; n += 1) {
        writeFileSync(join(home, "queue", folder, `${String(n).padStart(4, "0")}.json`), "{}");
      }
    }
    const weekAgo = new Date(Date.now() - 7 * 86_400_000 - 60_000);
    utimesSync(join(home, "queue/done/0502.json"), weekAgo, weekAgo);
    clock = Date.now();
    await work();
    const [done, failed] = ["done", "failed"].map((folder) => readdirSync(join(home, "queue", folder)));
    expect(done).toHaveLength(499);
    expect(done).not.toContain("0002.json");
    expect(failed).toHaveLength(200);
    expect(failed).toContain("0202.json");
  });

  it("counts events and sessions, also those that were given up", async () => {
    const start = makeJob({ event: "session-start" });
    const lost = makeJob();
    queueJobs(home, start, lost, makeJob({ hookMs: 40 }), makeJob({ hookMs: 7 }));
    await work(async (job) => {
      if (job.id === lost.id) throw new HandoffError("usage");
      return applied();
    });
    const counted = readEvents(home, "claude-code");
    expect(counted?.events["session-end"]).toMatchObject({ count: 3, maxHookMs: 40, lastHookMs: 7 });
    expect(counted?.sessions.map((session) => session.capturedAt !== null)).toEqual([false, true, true]);
    expect(counted?.sessions[0]).toMatchObject({ id: lost.sessionId, endedAt: lost.at, nothing: false });
    expect(counted?.firstAt).toBe(start.at);
  });
});
