import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { enqueue, type JobDraft, jobEnv, spawnWorker } from "./enqueue.ts";
import { Job } from "./job.ts";
import { MAX_STARTS } from "./spawn-guard.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-enqueue-"));
  home = join(folder, "state/home");
});
afterEach(() => removeFolder(folder));

const draft: JobDraft = {
  host: "claude-code",
  event: "session-end",
  sessionId: "5d0c2b1e",
  transcript: "/p/session.jsonl",
  cwd: "/p",
  cause: "clear",
  clientPid: 4711,
  lastAnswer: null,
  env: { HOME: "/h" },
};
const log = () => readFileSync(join(home, "log/handoff.log"), "utf8");
const mode = (path: string) => statSync(join(home, path)).mode & 0o777;

describe("enqueue", () => {
  it("writes a job that the worker understands, under a name that tells time, client and event", () => {
    const id = enqueue(home, { ...draft, at: "2026-11-30T12:00:00.123Z", hookMs: 7 });
    expect(id).toMatch(/^20261130T120000123-4711-session-end-[0-9a-f]{8}$/);
    const job = Job.parse(JSON.parse(readFileSync(join(home, `queue/pending/${id}.json`), "utf8")));
    expect(job).toMatchObject({ ...draft, id, at: "2026-11-30T12:00:00.123Z", hookMs: 7 });
    expect(job).toMatchObject({ phase: "extract", attempts: 0, notBefore: null, error: null });
  });

  it("keeps the start of a cause that is no word, so that the job stays one", () => {
    const id = enqueue(home, { ...draft, cause: "x".repeat(5_000_000) });
    const job = Job.parse(JSON.parse(readFileSync(join(home, `queue/pending/${id}.json`), "utf8")));
    expect(job.cause).toBe("x".repeat(200));
  });

  it("keeps it from others, and leaves nothing beside it", () => {
    const id = enqueue(home, { ...draft, clientPid: null });
    expect(readdirSync(join(home, "queue/pending"))).toEqual([`${id}.json`]);
    expect(id).toContain("-0-session-end-");
    expect([mode(""), mode("queue"), mode("queue/pending"), mode(`queue/pending/${id}.json`)]).toEqual([
      0o700, 0o700, 0o700, 0o600,
    ]);
  });

  it("is null, with a line in the log that quotes nothing, where it cannot write", () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "queue"), "");
    expect(enqueue(home, { ...draft, lastAnswer: "private words" })).toBeNull();
    expect(log()).toMatch(/ enqueue session-end: E(EXIST|NOTDIR)\n$/);
  });
});

describe("jobEnv", () => {
  it("takes the variables that decide places, and no key", () => {
    const env = {
      HOME: "/h",
      CLAUDE_CONFIG_DIR: "/c",
      XDG_STATE_HOME: "/s",
      OPENCLAW_WORKSPACE_DIR: "/w",
    };
    expect(jobEnv({ ...env, ANTHROPIC_API_KEY: "k", PATH: "/b" })).toEqual(env);
  });
});

describe("spawnWorker", () => {
  /** A worker that says where and with what it runs, after its parent has gone on. */
  function workerScript(): string {
    const path = join(folder, "worker.cjs");
    const seen = "{cwd: process.cwd(), home: process.env.HANDOFF_HOME, depth: process.env.HANDOFF_DEPTH}";
    writeFileSync(
      path,
      `require("fs").appendFileSync(${JSON.stringify(join(folder, "seen"))}, JSON.stringify(${seen}) + "\\n")`,
    );
    return path;
  }
  async function seen(): Promise<Record<string, string>> {
    const path = join(folder, "seen");
    for (let n = 0; n < 1_200 && !(existsSync(path) && statSync(path).size > 0); n += 1) await sleep(50);
    return JSON.parse(readFileSync(path, "utf8"));
  }

  it("starts the worker in the home folder and tells it the home and its depth", async () => {
    expect(spawnWorker(home, workerScript(), { PATH: process.env["PATH"] })).toBe(true);
    expect(await seen()).toEqual({ cwd: home, home, depth: "1" });
  });

  it("starts none beyond 30 a minute, and logs it once", () => {
    mkdirSync(join(home, "guard"), { recursive: true });
    const starts = Array.from({ length: MAX_STARTS }, (_, n) => `start ${Date.now()} ${n}\n`);
    writeFileSync(join(home, "guard/starts"), starts.join(""));
    expect([1, 2, 3].map(() => spawnWorker(home, workerScript(), {}))).toEqual([false, false, false]);
    expect(log()).toMatch(/^\S+ worker not started: more than 30 starts in a minute\n$/);
    expect(existsSync(join(folder, "seen"))).toBe(false);
  });

  it("starts none from a worker's worker's worker", () => {
    expect(spawnWorker(home, workerScript(), { HANDOFF_DEPTH: "3" })).toBe(false);
    expect(log()).toContain("worker not started: 3 starts deep");
  });
});
