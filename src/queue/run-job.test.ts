import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { readLedger } from "../store/ledger.ts";
import { folderKey, readResume } from "../store/resume-cache.ts";
import { deadLetters, readResult } from "./finished.ts";
import type { Job, JobResult } from "./job.ts";
import { freshFolder, makeJob, queueJobs } from "./job.fixture.ts";
import { pendingIds, readPending } from "./pending.ts";
import { startWorker } from "./start-worker.ts";
import { runWorker } from "./worker.ts";
import { jobRunner, rootFinder } from "./run-job.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let base: string;
let home: string;
let cwd: string;
let memory: string;
let transcript: string;
let env: Record<string, string>;
let clock: number;

const SESSION = "0f7b3a52-1111-4222-8333-444455556666";
const ASKED = "Remember: the importer runs on port 7070.";

beforeEach(() => {
  base = freshFolder();
  [home, cwd, memory] = [join(base, "state"), join(base, "work"), join(base, "memory")];
  for (const folder of [home, cwd, join(base, "user")]) mkdirSync(folder);
  transcript = join(base, `${SESSION}.jsonl`);
  env = { HOME: join(base, "user"), HANDOFF_MEMORY: memory, PATH: process.env["PATH"] ?? "" };
  clock = Date.UTC(2026, 10, 24, 12);
  return () => removeFolder(base);
});

let written = 0;
function record(type: "user" | "assistant", text: string, sessionId = SESSION): string {
  written += 1;
  const content = type === "user" ? text : [{ type: "text", text }];
  return `${JSON.stringify({
    type,
    sessionId,
    cwd,
    version: "2.1.332",
    isSidechain: false,
    uuid: `${sessionId}-${written}`,
    parentUuid: null,
    timestamp: new Date(Date.UTC(2026, 10, 24, 9, 0, written)).toISOString(),
    message: { role: type, content },
  })}\n`;
}

function queued(over: Partial<Job> = {}): Job {
  const job = makeJob({ sessionId: SESSION, transcript, cwd, env, ...over });
  queueJobs(home, job);
  return job;
}

/** One pass over what is due by the test's clock. */
async function work(signal = new AbortController().signal): Promise<void> {
  const of = { home, env };
  await runWorker({
    home,
    now: () => new Date(clock),
    runJob: jobRunner(of),
    rootOf: rootFinder(of),
    limitOf: () => 60_000,
    once: true,
    signal,
  });
}

function resultOf(job: Job): JobResult {
  const result = readResult(home, job.id);
  if (result === null) throw new Error("expected a result");
  return result;
}

/** Names of the Markdown files of the memory. */
const memoryFiles = (): string[] =>
  existsSync(memory)
    ? readdirSync(memory, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"))
    : [];

const memoryText = (): string =>
  memoryFiles()
    .map((name) => readFileSync(join(memory, name), "utf8"))
    .join("\n");

/** A program that answers as a model does, or ends with an error. */
function useProgram(source: string): void {
  const program = join(base, "model.mjs");
  writeFileSync(program, source);
  const command = [process.execPath, program];
  writeFileSync(join(home, "config.json"), JSON.stringify({ provider: "command", command }));
}

describe("the end of a session", () => {
  it("is captured into the memory that the job's variables name", async () => {
    writeFileSync(transcript, record("user", ASKED) + record("assistant", "Noted."));
    const job = queued();
    await work();
    expect(resultOf(job)).toMatchObject({ outcome: "applied", root: memory });
    expect((await readLedger(memory)).map((receipt) => receipt.id)).toEqual(resultOf(job).receipts);
    expect(memoryText()).toContain("port 7070");
  });

  it("is looked for once more and then ignored when it has no transcript", async () => {
    const job = queued();
    await work();
    expect(pendingIds(home)).toEqual([job.id]);
    clock += 2_000;
    await work();
    expect(resultOf(job)).toMatchObject({ outcome: "ignored", note: "its transcript does not exist" });
    expect(deadLetters(home)).toEqual([]);
  });

  it("finds a transcript that came late", async () => {
    const job = queued();
    await work();
    writeFileSync(transcript, record("user", ASKED) + record("assistant", "Noted."));
    clock += 2_000;
    await work();
    expect(resultOf(job).outcome).toBe("applied");
  });

  it("is found by its id when the event named the file of the session before", async () => {
    const projects = join(base, "user/.claude/projects/some");
    mkdirSync(projects, { recursive: true });
    writeFileSync(join(projects, `${SESSION}.jsonl`), record("user", ASKED) + record("assistant", "Noted."));
    const old = join(base, "old.jsonl");
    writeFileSync(old, record("user", "Something else.", "other") + record("assistant", "Fine.", "other"));
    const wrong = queued({ transcript: old });
    await work();
    const none = queued({ transcript: null });
    await work();
    expect([wrong, none].map((job) => resultOf(job).outcome)).toEqual(["applied", "unchanged"]);
    expect(memoryText()).toContain("port 7070");
  });

  it("is ignored when no transcript holds a record of it", async () => {
    writeFileSync(transcript, record("user", ASKED, "other") + record("assistant", "Noted.", "other"));
    const job = queued();
    await work();
    clock += 2_000;
    await work();
    expect(resultOf(job)).toMatchObject({ outcome: "ignored", note: "its transcript does not exist" });
    expect(existsSync(memory)).toBe(false);
  });

  it("is empty when nobody spoke", async () => {
    writeFileSync(transcript, record("assistant", "Hello."));
    const job = queued();
    await work();
    expect(resultOf(job).outcome).toBe("empty");
    expect(existsSync(memory)).toBe(false);
  });

  it("of a child of ours is ignored, by its folder or by the folder of its transcript", async () => {
    writeFileSync(transcript, record("user", ASKED) + record("assistant", "Noted."));
    const neutral = join(home, "neutral");
    mkdirSync(neutral);
    const slug = join(base, "projects", neutral.replaceAll(/[^a-zA-Z0-9]/g, "-"));
    const jobs = [queued({ cwd: neutral }), queued({ transcript: join(slug, "x.jsonl"), sessionId: "x" })];
    await work();
    for (const job of jobs) expect(resultOf(job).note).toBe("a session of our own child");
    expect(existsSync(memory)).toBe(false);
  });

  it("is ignored where there is no memory", async () => {
    writeFileSync(transcript, record("user", ASKED));
    const job = queued({ env: { HOME: join(base, "user"), CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" } });
    await work();
    expect(resultOf(job)).toMatchObject({
      outcome: "ignored",
      root: null,
      note: "no memory for this folder",
    });
  });

  it("is a dead letter when its file is of no known host", async () => {
    writeFileSync(transcript, '{"some":"thing"}\n');
    queued();
    await work();
    expect(deadLetters(home)).toMatchObject([{ error: "transcript-unrecognised" }]);
  });
});

describe("the end of a turn", () => {
  it("waits until the transcript shows the last answer", async () => {
    const answer = "The importer is done; its port is written down.";
    writeFileSync(transcript, record("user", ASKED));
    const job = queued({ event: "stop", lastAnswer: answer });
    // Written on all the time, as by a busy client; the answer comes after half a second.
    let writes = 0;
    const client = setInterval(() => {
      writes += 1;
      const text = writes === 5 ? answer : `step ${writes}`;
      appendFileSync(transcript, record("assistant", text));
    }, 100);
    await work();
    clearInterval(client);
    expect(writes).toBeGreaterThanOrEqual(5);
    expect(resultOf(job).outcome).toMatch(/observed|applied/);
  });

  it("does at once what a person asked to remember, and writes no handoff", async () => {
    writeFileSync(transcript, record("user", ASKED) + record("assistant", "Noted."));
    const job = queued({ event: "stop", lastAnswer: "Noted." });
    await work();
    expect(resultOf(job)).toMatchObject({ outcome: "applied", note: null });
    expect(memoryText()).toContain("port 7070");
    expect(memoryFiles().filter((name) => name.includes("handoffs"))).toEqual([]);
  });
});

describe("a model that the user chose", () => {
  const answer = { task: { text: "Run the importer on port 7070", evidence: ["e1"] } };

  beforeEach(() => writeFileSync(transcript, record("user", ASKED) + record("assistant", "Noted.")));

  it("refines what stands already, as a receipt of its own", async () => {
    useProgram(`process.stdin.resume(); process.stdout.write(${JSON.stringify(JSON.stringify(answer))});`);
    const job = queued();
    await work();
    const { receipts, note } = resultOf(job);
    expect(note).toBeNull();
    expect(receipts).toHaveLength(2);
    const providers = (await readLedger(memory)).map((receipt) => receipt.provider);
    expect(providers).toEqual(["command", "extractive"]);
  });

  it("is asked again later while it cannot be reached, and then let go with a note", async () => {
    useProgram("process.exit(3);");
    const job = queued();
    for (const pause of [2_000, 10_000, 60_000, 600_000]) {
      await work();
      const file = readPending(home, job.id);
      expect(file.state === "job" && file.job).toMatchObject({
        phase: "refine",
        error: "provider-unavailable",
      });
      clock += pause;
    }
    await work();
    expect(resultOf(job)).toMatchObject({
      outcome: "applied",
      note: "command: provider-unavailable; the extractive result stands",
    });
    expect(resultOf(job).receipts).toHaveLength(1);
  });

  it("cannot refine what the host has deleted meanwhile: the extractive result stands", async () => {
    useProgram(`process.stdin.resume(); process.exit(3);`);
    const job = queued();
    await work();
    rmSync(transcript);
    clock += 2_000;
    await work();
    expect(resultOf(job)).toMatchObject({ outcome: "applied", note: "its transcript does not exist" });
    expect(resultOf(job).receipts).toHaveLength(1);
  });

  it("is asked once when what it says is no answer", async () => {
    useProgram("process.stdout.write('no');");
    const job = queued();
    await work();
    expect(resultOf(job).note).toContain("the extractive result stands");
  });

  it("leaves the job as it was when the worker is told to end meanwhile", async () => {
    const asked = join(base, "asked");
    useProgram(
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(asked)}, ""); setInterval(() => {}, 1000);`,
    );
    const job = queued();
    const ending = new AbortController();
    const done = work(ending.signal);
    while (!existsSync(asked)) await sleep(20);
    ending.abort();
    await done;
    const file = readPending(home, job.id);
    expect(file.state === "job" && file.job).toMatchObject({ phase: "refine", attempts: 0, error: null });
  });
});

describe("a start", () => {
  it("captures sessions that no event told of, once", async () => {
    const slug = join(base, "user/.claude/projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
    mkdirSync(slug, { recursive: true });
    // The first event ever seen: nothing before it is ours.
    clock = Date.now() - 3_600_000;
    queued({ event: "session-start", sessionId: "new", at: new Date(clock).toISOString(), transcript: null });
    await work();
    writeFileSync(join(slug, `${SESSION}.jsonl`), record("user", ASKED) + record("assistant", "Noted."));
    clock = Date.now() + 60_000;
    const start = queued({ event: "session-start", sessionId: "newer", transcript: null });
    await work();
    expect(resultOf(start)).toMatchObject({
      outcome: "observed",
      note: "1 sessions were found that no event told of",
    });
    expect(memoryText()).toContain("port 7070");
    const again = queued({ event: "session-start", sessionId: "newest", transcript: null });
    await work();
    expect(resultOf(again).note).toBeNull();
    expect(await readLedger(memory)).toHaveLength(1);
  });
});

describe("a start after a client was killed", () => {
  it("tells of the session at once, before its capture", async () => {
    const slug = join(base, "user/.claude/projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
    mkdirSync(slug, { recursive: true });
    clock = Date.now() - 3_600_000;
    queued({ event: "session-start", sessionId: "new", at: new Date(clock).toISOString(), transcript: null });
    await work();
    // Written this very moment, by a client whose process is gone.
    const said = "Please add a retry to the importer in src/importer.ts.";
    writeFileSync(join(slug, `${SESSION}.jsonl`), record("user", said));
    const clients = join(base, "user/.claude/sessions");
    mkdirSync(clients);
    writeFileSync(join(clients, "4194305.json"), JSON.stringify({ sessionId: SESSION, procStart: "1" }));
    clock = Date.now();
    const start = queued({ event: "session-start", sessionId: "newer", transcript: null });
    const { signal } = new AbortController();
    const result = await jobRunner({ home, env })(start, {
      root: memory,
      lastAnswer: null,
      now: new Date(clock),
      signal,
    });
    expect(result.note).toBe("1 sessions were found that no event told of");
    expect(readResume(home, folderKey(cwd))?.text).toContain("Task: Add a retry to the importer");
    expect(memoryFiles()).toEqual([]);
    await work();
    expect(memoryText()).toContain("Add a retry to the importer");
  });
});

describe("startWorker", () => {
  it("does the queue with its watchdog running, and the process can end", async () => {
    writeFileSync(transcript, record("user", ASKED) + record("assistant", "Noted."));
    queued();
    expect(await startWorker({ home, env, once: false })).toEqual({ done: 1, failed: 0, pending: 0 });
  });
});
