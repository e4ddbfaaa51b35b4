import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { run as runIn, type Ran, type Sandbox, sandbox } from "../../test/fixtures/run-cli.ts";
import { buryJob } from "../queue/finished.ts";
import type { Job } from "../queue/job.ts";
import { makeJob, queueJobs } from "../queue/job.fixture.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let box: Sandbox;
let home: string;

beforeEach(() => {
  box = sandbox("queue");
  home = join(box.folder, "state");
  return () => removeFolder(box.folder);
});

const run = (...args: string[]): Promise<Ran> => runIn(box, args);

async function jobs(...args: string[]): Promise<Record<string, unknown>[]> {
  const { out } = await run("queue", ...args, "--json");
  return (JSON.parse(out) as { jobs: Record<string, unknown>[] }).jobs;
}

/** A job that was given up. */
function failed(): Job {
  const job = makeJob({ attempts: 5, error: "lock-busy", lastAnswer: "text of a session" });
  buryJob(home, job.id, { error: "lock-busy", job, raw: null }, new Date("2026-11-24T10:00:00Z"));
  return job;
}

describe("handoff queue", () => {
  it("is empty where nothing was ever queued", async () => {
    expect(await jobs()).toEqual([]);
    expect((await run("queue")).out).toBe("the queue is empty\n");
  });

  it("lists pending and failed jobs with their reasons, and no text of a session", async () => {
    const [waiting, again, gone] = [makeJob(), makeJob({ attempts: 2, error: "lock-busy" }), failed()];
    queueJobs(home, waiting, again);
    expect(await jobs()).toMatchObject([
      { id: waiting.id, state: "pending", attempts: 0, error: null },
      { id: again.id, state: "pending", attempts: 2, error: "lock-busy" },
      { id: gone.id, state: "failed", attempts: 5, error: "lock-busy", failedAt: "2026-11-24T10:00:00.000Z" },
    ]);
    const { out } = await run("queue");
    expect(out).toContain(`handoff queue retry ${gone.id}`);
    expect(out).not.toContain("text of a session");
  });

  it("says in plain words what no retry can help, and to drop it", async () => {
    const job = makeJob({ attempts: 1, error: "transcript-unrecognised" });
    buryJob(home, job.id, { error: "transcript-unrecognised", job, raw: null }, new Date());
    const { out } = await run("queue");
    expect(out).toContain("its transcript is no Claude Code transcript (transcript-unrecognised)");
    expect(out).toContain(`handoff queue drop ${job.id}`);
    expect(out).not.toContain("retry");
  });

  it("puts a job that was given up back into the queue", async () => {
    const gone = failed();
    expect((await run("queue", "retry", gone.id)).code).toBe(0);
    expect(await jobs()).toMatchObject([{ id: gone.id, state: "pending", attempts: 0, error: null }]);
  });

  it("refuses to retry what is no job, and keeps it", async () => {
    buryJob(home, "x", { error: "job-invalid", job: null, raw: "{" }, new Date());
    const { code, err } = await run("queue", "retry", "x");
    expect([code, err]).toEqual([2, expect.stringContaining("is no job")]);
    expect(await jobs()).toHaveLength(1);
  });

  it.each(["pending", "failed"])("drops a %s job and says what it was", async (state) => {
    const job = state === "failed" ? failed() : makeJob();
    if (state === "pending") queueJobs(home, job);
    const { code, out } = await run("queue", "drop", job.id);
    expect(code).toBe(0);
    expect(out).toContain(`claude-code session-end (extract) in ${job.cwd}`);
    expect(await jobs()).toEqual([]);
  });

  it.each([
    [["retry", "none"], "no such job"],
    [["drop", "../../config"], "no such job"],
    [["drop"], "expected nothing, retry ID or drop ID"],
    [["toString", "x"], "expected nothing, retry ID or drop ID"],
  ])("says what is wrong with %j", async (args, message) => {
    writeFileSync(join(box.folder, "config.json"), "{}");
    const { code, err } = await run("queue", ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("handoff worker", () => {
  it("counts what it did", async () => {
    queueJobs(home, makeJob({ cwd: box.folder }), makeJob({ cwd: join(home, "neutral") }));
    const { code, out } = await run("worker", "--once", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ done: 1, failed: 0, pending: 1 });
  });
});

describe("a state folder that cannot be used", () => {
  it.each([
    [["queue"], "home-unreadable"],
    [["queue", "drop", "x"], "home-unreadable"],
    [["worker", "--once"], "home-unreadable"],
  ])("is an error for %j", async (args, code) => {
    writeFileSync(home, "no folder");
    const ran = await run(...args, "--json");
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toMatchObject({ error: { code } });
    expect(ran.err).toContain("ENOTDIR");
  });
});
