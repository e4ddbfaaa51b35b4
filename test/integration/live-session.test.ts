import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { capture, type CaptureRequest } from "../../src/capture/capture.ts";
import { observe } from "../../src/capture/observe.ts";
import { readLedgerCounted } from "../../src/store/ledger.ts";
import { isFresh } from "../../src/store/resume-cache.ts";
import { undo } from "../../src/store/undo.ts";
import { LiveProject } from "../fixtures/live-project.ts";
import { answers, fails, type MessagesApi, startMessagesApi } from "../fixtures/messages-api/server.ts";
import { filesBelow, run, SAMPLE, type Sandbox, sandbox } from "../fixtures/run-cli.ts";

const A = "aaaaaaaa-1111-4111-8111-111111111111";
const B = "bbbbbbbb-2222-4222-8222-222222222222";

const task = {
  say: "Add a rate limit to the login route of the shop. It must answer 429 after five attempts.",
  run: [["npm test", "12 passing"]] as const,
  answer: "I added the limiter in src/login/limit.ts. Next I will write its tests.",
};
const asked = {
  say: "Remember that the staging database is wiped every Monday.",
  answer: "Noted: the staging database is wiped every Monday.",
};

describe("a session that is watched turn by turn", () => {
  it("has the memory of one capture at its end", async () => {
    const lines = readFileSync(SAMPLE, "utf8").trimEnd().split("\n");
    const sessionId: string = JSON.parse(lines[1] ?? "").sessionId;
    const request = (box: Sandbox, transcript: string): CaptureRequest => ({
      host: "claude-code",
      transcript,
      sessionId,
      memory: box.memory,
      provider: "extractive",
      dryRun: false,
      cwd: box.folder,
      env: box.env,
      now: new Date("2026-11-24T12:00:00Z"),
    });
    const memoryOf = (box: Sandbox): Record<string, string> =>
      Object.fromEntries(
        Object.entries(filesBelow(box.memory)).filter(([name]) => !name.startsWith(".handoff/")),
      );
    const whole = sandbox("whole");
    await capture(request(whole, SAMPLE));
    const watched = sandbox("watched");
    const path = join(watched.folder, `${sessionId}.jsonl`);
    for (const end of [13, 35, 40, lines.length]) {
      writeFileSync(path, `${lines.slice(0, end).join("\n")}\n`);
      await observe({ ...request(watched, path), lastAnswer: null });
      expect(Object.keys(memoryOf(watched)).filter((name) => name.includes("handoffs/"))).toEqual([]);
    }
    await capture(request(watched, path));
    expect(memoryOf(watched)).toEqual(memoryOf(whole));
  });

  it("writes one handoff at its end, and one receipt for it", async () => {
    const project = new LiveProject("stops");
    const session = project.session(A);
    for (const turn of [task, asked]) await project.stop(session.turn(turn));
    expect(await project.handoffs()).toEqual([]);
    expect((await project.end(session)).outcome).toBe("applied");
    expect(await project.handoffs()).toHaveLength(1);
    expect((await project.end(session)).outcome).toBe("unchanged");
    const { receipts } = readLedgerCounted(await project.root());
    expect(receipts.map(({ command }) => command)).toEqual(["capture", "stop"]);
  });

  it("tells the next start of it before any handoff file is written", async () => {
    const project = new LiveProject("told");
    const session = project.session(A);
    await project.stop(session.turn(task));
    const told = project.toldHere();
    expect(told).toMatchObject({ sessionId: A });
    expect(told?.text).toContain("rate limit to the login route");
    expect(told?.text).not.toContain("handoffs/");
    expect(told !== null && isFresh(told)).toBe(true);
    const shown = await run({ ...project.box, folder: project.cwd }, ["resume"]);
    expect(shown.out).toContain("Task: Add a rate limit to the login route");
    await project.end(session);
    const after = project.toldHere();
    expect(after?.text).toContain("rate limit to the login route");
    expect(after?.text).toContain("handoffs/");
    expect(told !== null && isFresh(told)).toBe(false);
  });

  it("knows the last answer that the transcript lacks, and counts it once when it comes", async () => {
    const late = new LiveProject("late");
    const session = late.session(A).turn(task, true);
    await late.stop(session, task.answer);
    expect(late.toldHere()?.text).toContain("I added the limiter");
    await late.stop(session.answer(task.answer).turn(asked));
    await late.end(session);
    const prompt = new LiveProject("prompt");
    const same = prompt.session(A).turn(task).turn(asked);
    await prompt.end(same);
    const [lateOne, promptOne] = [await late.handoffs(), await prompt.handoffs()].map((texts) =>
      texts.join("").replaceAll(/\/tmp\/[^\s"]+/g, "<cwd>"),
    );
    expect(lateOne).toBe(promptOne);
  });

  it("keeps its task through a compaction", async () => {
    const project = new LiveProject("compaction");
    const session = project.session(A).turn(task);
    await project.stop(session);
    session.compaction("This session is being continued. The person asked for a limiter.").turn(asked);
    await project.stop(session);
    await project.end(session);
    expect((await project.handoffs())[0]).toContain("rate limit to the login route");
  });
});

describe("what a person asks for", () => {
  it("is remembered at the end of the turn, and not twice at the end of the session", async () => {
    const project = new LiveProject("remember");
    const session = project.session(A).turn(asked);
    expect((await project.stop(session)).outcome).toBe("applied");
    expect((await project.stop(session)).outcome).toBe("observed");
    await project.end(session);
    expect((await project.topics()).match(/- .*wiped every Monday/gu)).toHaveLength(1);
  });

  it("is corrected at the end of the turn", async () => {
    const project = new LiveProject("correct");
    const session = project.session(A).turn(asked);
    await project.stop(session);
    session.turn({
      say: "Correction: the staging database is wiped every Friday, not every Monday.",
      answer: "Changed.",
    });
    await project.stop(session);
    const topics = await project.topics();
    expect(topics).toContain("every Friday");
    expect(topics).not.toContain("every Monday");
    expect((await project.memory())["MEMORY.md"]).not.toContain("every Monday");
    await project.end(session);
    expect(await project.topics()).toBe(topics);
  });

  it("is forgotten at the end of the turn, for good", async () => {
    const project = new LiveProject("forget");
    const first = project.session(A).turn(asked);
    await project.end(first);
    const second = project.session(B, "2026-11-24T10:00:00Z").turn({
      say: "Forget that the staging database is wiped every Monday.",
      answer: "Forgotten.",
    });
    expect((await project.stop(second)).outcome).toBe("applied");
    expect(await project.topics()).not.toContain("every Monday");
    expect((await project.memory())["MEMORY.md"]).not.toContain("every Monday");
    await project.end(second);
    // The first session is captured anew: its words must not bring the fact back.
    rmSync(join(project.home, "cursors"), { recursive: true });
    first.turn(task);
    await project.end(first);
    expect(await project.topics()).not.toContain("wiped every Monday");
  });

  it("waits for the end of the session where no fact matches it yet", async () => {
    const project = new LiveProject("waits");
    const session = project.session(A).turn({ say: "Forget the old port of the proxy.", answer: "Hm." });
    expect((await project.stop(session)).outcome).toBe("observed");
    expect(Object.keys(await project.memory())).toEqual([]);
  });
});

describe("a fork of a session", () => {
  it("brings nothing twice, and nothing back that was forgotten meanwhile", async () => {
    const project = new LiveProject("fork");
    const parent = project.session(A).turn(task).turn(asked);
    await project.stop(parent);
    await project.end(parent);
    const fork = project.session(B, "2026-11-24T11:00:00Z");
    const copied = readFileSync(parent.path, "utf8").replaceAll(`"sessionId":"${A}"`, `"sessionId":"${B}"`);
    writeFileSync(fork.path, copied);
    expect((await project.stop(fork)).outcome).toBe("observed");
    fork.turn({ say: "Forget that the staging database is wiped every Monday.", answer: "Forgotten." });
    expect((await project.stop(fork)).outcome).toBe("applied");
    await project.end(fork);
    expect(await project.topics()).not.toContain("every Monday");
    expect(await project.handoffs()).toHaveLength(2);
    expect((await project.handoffs()).every((text) => text.includes("rate limit"))).toBe(true);
    const again = project.session("cccccccc-3333-4333-8333-333333333333");
    writeFileSync(again.path, copied.replaceAll(B, again.sessionId));
    expect((await project.stop(again)).outcome).toBe("observed");
    await project.end(again);
    expect(await project.topics()).not.toContain("every Monday");
  });
});

describe("two sessions at once in one project", () => {
  it("end with the memory of two that followed each other", async () => {
    const french = {
      say: "Translate the invoice page of the shop into French. Remember that Ines reviews all translations.",
      answer: "I translated the first half of the page.",
    };
    const mixed = new LiveProject("mixed");
    const a = mixed.session(A, "2026-11-24T09:00:00Z").turn(task);
    await mixed.stop(a);
    const b = mixed.session(B, "2026-11-24T09:30:00Z").turn(french);
    await mixed.stop(b);
    await mixed.stop(a.turn(asked));
    await mixed.end(b);
    await mixed.end(a);
    const apart = new LiveProject("apart");
    await apart.end(apart.session(A, "2026-11-24T09:00:00Z").turn(task).turn(asked));
    await apart.end(apart.session(B, "2026-11-24T09:30:00Z").turn(french));
    const linesOf = (text: string): string[] =>
      text
        .split("\n")
        .filter((line) => line.startsWith("- "))
        .sort();
    expect(linesOf(await mixed.topics())).toEqual(linesOf(await apart.topics()));
    expect((await mixed.handoffs()).sort()).toEqual((await apart.handoffs()).sort());
  });

  it("do not mix: each has its own record, the folder that of the newest", async () => {
    const project = new LiveProject("two");
    const a = project.session(A, "2026-11-24T09:00:00Z").turn(task);
    await project.stop(a);
    const b = project.session(B, "2026-11-24T09:30:00Z").turn({
      say: "Translate the invoice page of the shop into French.",
      answer: "I translated the first half of the page.",
    });
    await project.stop(b);
    expect(project.toldOf(a)?.text).toContain("login route");
    expect(project.toldOf(a)?.text).not.toContain("invoice page");
    expect(project.toldOf(b)?.text).toContain("invoice page");
    expect(project.toldHere()?.sessionId).toBe(B);
    await project.end(a);
    expect(project.toldHere()).toMatchObject({ sessionId: B });
    expect(project.toldHere()?.text).toContain("invoice page");
    expect(project.toldOf(a)?.text).toContain("login route");
  });
});

describe("handoff why", () => {
  it("shows the words of every session that said it, not only of the first", async () => {
    const project = new LiveProject("why");
    await project.end(project.session(A).turn(task).turn(asked));
    await project.end(
      project.session(B, "2026-11-25T09:00:00Z").turn({
        say: "Good. The page works now. Remember that the staging database is wiped every Monday.",
        answer: "Yes.",
      }),
    );
    const ran = await run({ ...project.box, folder: project.cwd }, ["why", "wiped every Monday", "--json"]);
    const [fact] = JSON.parse(ran.out).facts;
    expect(fact.evidence.map(({ text }: { text: string }) => text)).toEqual([
      "Remember that the staging database is wiped every Monday.",
      "… Remember that the staging database is wiped every Monday.",
    ]);
  });
});

describe("undo", () => {
  it("makes what a start is told out of date", async () => {
    const project = new LiveProject("undo");
    const session = project.session(A).turn(asked);
    await project.stop(session);
    await project.end(session);
    const told = project.toldHere();
    expect(told !== null && isFresh(told)).toBe(true);
    await undo(await project.root(), null, { now: project.now });
    expect(told !== null && isFresh(told)).toBe(false);
  });
});

describe("a model's refinement of a watched session", () => {
  let api: MessagesApi | null = null;
  afterEach(async () => {
    await api?.close();
    api = null;
  });
  const said = (text: string, evidence: string[]) => ({ text, evidence });
  const answer = JSON.stringify({
    task: said("Limit the attempts at the login route.", ["e1"]),
    status: said("The limiter is in place.", ["e2"]),
    phase: "in-progress",
    done: [],
    next: [],
    openQuestions: [],
    findings: [],
    decisions: [],
    updates: [],
  });

  it("sees the whole session, takes the place of its handoff, and keeps what the person asked for", async () => {
    api = await startMessagesApi(answers(answer));
    const project = new LiveProject("model");
    Object.assign(project.box.env, { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "test-key" });
    const session = project.session(A);
    for (const turn of [task, asked]) await project.stop(session.turn(turn));
    expect((await project.end(session)).outcome).toBe("applied");
    const refined = await project.end(session, "anthropic");
    expect(refined).toMatchObject({ outcome: "applied", provider: "anthropic", receipt: { fallback: null } });
    expect(api.requests[0]?.raw).toContain("answer 429 after five attempts");
    expect(await project.handoffs()).toHaveLength(1);
    expect((await project.handoffs())[0]).toContain("Limit the attempts");
    expect((await project.topics()).match(/- .*wiped every Monday/gu)).toHaveLength(1);
    expect((await project.end(session, "anthropic")).outcome).toBe("unchanged");
    expect((await project.end(session)).outcome).toBe("unchanged");
    expect(api.requests).toHaveLength(1);
  });

  it("sees what a failed one did not take in", async () => {
    api = await startMessagesApi(fails(400, "invalid_request_error"), answers(answer));
    const project = new LiveProject("failed");
    Object.assign(project.box.env, { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "test-key" });
    const session = project.session(A).turn(task);
    await project.end(session, "anthropic");
    await project.end(session.turn(asked), "anthropic");
    expect(api.requests.at(-1)?.raw).toContain("answer 429 after five attempts");
    await project.end(session.turn({ say: "Now deploy it to staging.", answer: "Deployed." }), "anthropic");
    expect(api.requests.at(-1)?.raw).not.toContain("12 passing");
  });
});
