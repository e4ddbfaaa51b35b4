import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readLedger } from "../store/ledger.ts";
import { deadLetters, readResult } from "./finished.ts";
import { freshFolder, makeJob, queueJobs } from "./job.fixture.ts";
import { leasePath, takeLease } from "./lease.ts";
import { pendingIds, readPending } from "./pending.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let folder: string;
let program: string;
let base: string;
/** The state folder is apart from the projects: a job inside it is one of our own. */
let home: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "handoff-worker-"));
  program = join(folder, "worker.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "worker-process.fixture.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    loader: { ".md": "text" },
    banner: { js: 'import { createRequire as cr } from "node:module"; const require = cr(import.meta.url);' },
    define: { HANDOFF_VERSION: '"0.0.0"' },
    logLevel: "error",
  });
});
afterAll(() => removeFolder(folder));
beforeEach(() => {
  base = freshFolder();
  home = join(base, "state");
  return () => removeFolder(base);
});

function start(
  mode: string,
  limitMs = 120_000,
  clockMs = 0,
  asNobody = false,
): ChildProcessWithoutNullStreams {
  const call = [process.execPath, program, mode, home, String(limitMs), String(clockMs)];
  const [command = "", ...args] = asNobody ? ["setpriv", "--reuid=65534", "--clear-groups", ...call] : call;
  const env = { HOME: join(base, "user"), PATH: process.env["PATH"] };
  const child = spawn(command, args, { env });
  child.stdin.on("error", () => {});
  child.stderr.pipe(process.stderr);
  return child;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<NodeJS.Signals | number> {
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal ?? code ?? -1;
}

async function said(child: ChildProcessWithoutNullStreams, line: string): Promise<void> {
  for await (const got of createInterface({ input: child.stdout })) if (got === line) return;
  throw new Error(`never said ${line}`);
}

/** A transcript of one session in which a person states something that belongs into memory. */
function writeTranscript(path: string, sessionId: string, cwd: string): void {
  const common = { sessionId, cwd, version: "2.1.332", gitBranch: "main", isSidechain: false };
  const records = [
    {
      type: "user",
      message: { role: "user", content: `Remember: service ${sessionId} listens on port 80.` },
    },
    { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "Noted." }] } },
  ].map((record, index) => ({
    ...common,
    ...record,
    uuid: `${sessionId}-${index}`,
    parentUuid: index === 0 ? null : `${sessionId}-${index - 1}`,
    timestamp: new Date(Date.UTC(2026, 10, 24, 9, 0, index)).toISOString(),
  }));
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/** Queues the end of `count` sessions of a project; returns its memory root. */
function queueSessions(project: string, count: number): string {
  const cwd = join(base, "work", project);
  const transcripts = join(base, "user", "transcripts");
  const memory = join(base, "memory", project);
  for (const made of [cwd, transcripts, memory]) mkdirSync(made, { recursive: true });
  const env = { HOME: join(base, "user"), HANDOFF_MEMORY: memory };
  for (let n = 1; n <= count; n += 1) {
    const sessionId = `${project}-${n}`;
    const transcript = join(transcripts, `${sessionId}.jsonl`);
    writeTranscript(transcript, sessionId, cwd);
    queueJobs(home, makeJob({ sessionId, transcript, cwd, env }));
  }
  return memory;
}

const doneIds = (): string[] => {
  const done = join(home, "queue/done");
  return existsSync(done) ? readdirSync(done).filter((name) => name.endsWith(".json")) : [];
};

/** Every session has one receipt and its fact stands once. */
async function expectEachOnce(memory: string, project: string, count: number): Promise<void> {
  const sessions = (await readLedger(memory)).map((receipt) => receipt.boundary?.sessionId ?? "");
  const wanted = Array.from({ length: count }, (_, index) => `${project}-${index + 1}`);
  expect(new Set(sessions)).toEqual(new Set(wanted));
  expect(sessions).toHaveLength(count);
  const topics = readdirSync(memory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !/^(?:\.handoff|handoffs|MEMORY|MANIFEST)/.test(name))
    .map((name) => readFileSync(join(memory, name), "utf8"))
    .join("\n");
  for (const session of wanted) {
    expect(topics.match(new RegExp(`^- .*ervice ${session} listens`, "gm")), session).toHaveLength(1);
  }
}

describe("workers", () => {
  it("capture each session once, however often they are killed", async () => {
    const [first, second] = [queueSessions("tern", 4), queueSessions("crane", 4)];
    for (const [round, more] of [0, 1, 0, 1, 2, 1].entries()) {
      const child = start("real", 120_000, round * 3_000);
      const exit = ended(child);
      const wanted = doneIds().length + more;
      while (doneIds().length < wanted && child.exitCode === null) await sleep(2);
      await sleep(Math.random() * 150);
      child.kill("SIGKILL");
      await exit;
    }
    // Later than any pause that a job gets that was killed again and again.
    expect(await ended(start("real", 120_000, 3_600_000))).toBe(0);

    expect(pendingIds(home)).toEqual([]);
    expect(deadLetters(home)).toEqual([]);
    const results = doneIds().map((name) => readResult(home, name.slice(0, -".json".length))?.outcome);
    expect(results).toHaveLength(8);
    expect(results.filter((outcome) => outcome !== "applied" && outcome !== "unchanged")).toEqual([]);
    await expectEachOnce(first, "tern", 4);
    await expectEachOnce(second, "crane", 4);
  });

  it("share two roots without doing anything twice", async () => {
    const [first, second] = [queueSessions("tern", 4), queueSessions("crane", 4)];
    const exits = await Promise.all([start("real"), start("real"), start("real")].map(ended));
    expect(exits).toEqual([0, 0, 0]);
    expect(pendingIds(home)).toEqual([]);
    await expectEachOnce(first, "tern", 4);
    await expectEachOnce(second, "crane", 4);
  });

  it("never leave a job that came while the other was finishing", async () => {
    const [one, other] = [start("serve"), start("serve")];
    const run = async (child: typeof one): Promise<void> => {
      const answer = once(child.stdout, "data");
      child.stdin.write("\n");
      await answer;
    };
    await Promise.all([run(one), run(other)]);
    const ids: string[] = [];
    for (let round = 0; round < 100; round += 1) {
      const jobs = [makeJob(), makeJob()] as const;
      ids.push(...jobs.map((job) => job.id));
      queueJobs(home, jobs[0]);
      const first = run(one);
      await sleep(Math.random() * 25);
      queueJobs(home, jobs[1]);
      await Promise.all([first, run(other)]);
      expect(pendingIds(home), `round ${round}`).toEqual([]);
    }
    for (const child of [one, other]) child.kill("SIGKILL");
    const ran = readFileSync(join(home, "ran"), "utf8").trim().split("\n");
    expect(ran.map((line) => line.split(" ")[0])).toEqual(ids);
    expect(new Set(ran.map((line) => line.split(" ")[1])).size).toBe(2);
  });

  it.each(["hang", "block"])("are ended by the watchdog when a job does %s", async (mode) => {
    const job = makeJob();
    queueJobs(home, job);
    expect(await ended(start(mode, 200))).toBe("SIGKILL");
    const file = readPending(home, job.id);
    expect(file.state === "job" && file.job).toMatchObject({ attempts: 1, error: "job-deadline" });
    expect(readFileSync(join(home, "log/handoff.log"), "utf8")).toContain(`job-deadline id=${job.id}`);
  });

  it("give a job up that hangs five times, and say why", async () => {
    const job = makeJob();
    queueJobs(home, job);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await ended(start("hang", 100, attempt * 700_000))).toBe("SIGKILL");
    }
    expect(await ended(start("hang", 100, 6 * 700_000))).toBe(0);
    expect(pendingIds(home)).toEqual([]);
    expect(deadLetters(home)).toMatchObject([{ id: job.id, error: "job-deadline", job: { attempts: 5 } }]);
  });

  it("end cleanly when told to while a model is asked, and leave the job as it was", async () => {
    const memory = queueSessions("tern", 2);
    const [program, asked] = [join(base, "model.mjs"), join(base, "asked")];
    writeFileSync(
      program,
      `import { writeFileSync } from "node:fs";
       writeFileSync(process.argv[2], String(process.pid));
       setInterval(() => {}, 1_000);`,
    );
    const command = [process.execPath, program, asked];
    writeFileSync(join(home, "config.json"), JSON.stringify({ provider: "command", command }));
    const child = start("product");
    const exit = ended(child);
    while (!existsSync(asked) || readFileSync(asked, "utf8") === "") await sleep(20);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);

    const jobs = pendingIds(home).map((id) => readPending(home, id));
    expect(jobs).toHaveLength(2);
    for (const file of jobs) {
      expect(file).toMatchObject({ job: { phase: "refine", attempts: 0, notBefore: null, error: null } });
    }
    await expectEachOnce(memory, "tern", 2);
    const pid = Number(readFileSync(asked, "utf8"));
    expect(() => process.kill(pid, 0), "the program is gone").toThrow();
  });

  it("leave the job where the state folder is read-only", async () => {
    queueSessions("tern", 1);
    const folders = [base, home, join(home, "queue"), join(home, "queue/pending")];
    for (const folder of folders) chmodSync(folder, 0o555);
    chmodSync(join(home, "queue/pending", `${pendingIds(home)[0]}.json`), 0o444);
    chmodSync(folder, 0o755);
    const child = start("real", 120_000, 0, process.getuid?.() === 0);
    await said(child, "home-unwritable");
    for (const folder of folders) chmodSync(folder, 0o755);
    expect(pendingIds(home)).toHaveLength(1);
  });
});

describe("a lease", () => {
  it("is left to a holder that lives", async () => {
    const child = start("hold");
    await said(child, "held");
    expect(await takeLease(home, "/r", "extract")).toBeNull();
    expect(await takeLease(home, "/other", "extract")).not.toBeNull();
    child.kill("SIGKILL");
  });

  it("is taken from a dead holder", async () => {
    const child = start("hold");
    await said(child, "held");
    child.kill("SIGKILL");
    await ended(child);
    expect(await takeLease(home, "/r", "extract")).not.toBeNull();
  });

  it("is taken from a holder that has overstayed, who is ended", async () => {
    const child = start("hold");
    await said(child, "held");
    child.kill("SIGSTOP");
    const longAgo = new Date(Date.now() - 13 * 60_000);
    utimesSync(leasePath(home, "/r", "extract"), longAgo, longAgo);
    const exit = ended(child);
    expect(await takeLease(home, "/r", "extract")).not.toBeNull();
    expect(await exit).toBe("SIGKILL");
  });

  it("never ends another process that has got the holder's pid", async () => {
    const child = start("hold");
    await said(child, "held");
    const path = leasePath(home, "/r", "extract");
    const holder = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...holder, start: "1" }));
    const longAgo = new Date(Date.now() - 13 * 60_000);
    utimesSync(path, longAgo, longAgo);
    expect(await takeLease(home, "/r", "extract")).not.toBeNull();
    await sleep(50);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    child.kill("SIGKILL");
  });
});
