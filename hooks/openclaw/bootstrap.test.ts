import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { event, type Gateway, makeGateway } from "./gateway.fixture.ts";

const KEY = "agent:main:main";
const [FIRST, SECOND, THIRD] = ["s-1", "s-2", "s-3"];
const FINISH = "await sleep(100); for (const name of pending()) finish(name);";
const told = (text: string) => `<session-handoff>\n${text}\n</session-handoff>`;

let gateway: Gateway;
beforeEach(() => {
  gateway = makeGateway(FINISH);
});
afterEach(() => gateway.remove());

interface Run {
  sessionId?: string;
  key?: string;
  cfg?: object;
  files?: object[];
}

/** One run of the agent: the files of its prompt after the handler. */
async function run({ sessionId = FIRST, key = KEY, cfg = {}, files = offered() }: Run = {}) {
  const context = { bootstrapFiles: files, workspaceDir: gateway.workspace, cfg, sessionKey: key, sessionId };
  await gateway.send(event("agent:bootstrap", key, { ...context, agentId: "main" }));
  return context.bootstrapFiles as { name: string; path: string; content?: string }[];
}

/** What the host offers: a file that is missing, and MEMORY.md where there is one. */
const offered = (memory?: string): object[] => [
  { name: "AGENTS.md", path: join(gateway.workspace, "AGENTS.md"), missing: true },
  ...(memory === undefined
    ? []
    : [{ name: "MEMORY.md", path: join(gateway.workspace, "MEMORY.md"), content: memory, missing: false }]),
];

const resumeIn = (files: { name: string; content?: string }[]) =>
  files.filter(({ name }) => name === "SESSION-HANDOFF.md").map(({ content }) => content);

const reset = (from: string, to: string, name = "command:new", key = KEY) =>
  gateway.send(
    event(name, key, {
      agentId: "main",
      previousSessionEntry: { sessionId: from },
      sessionEntry: { sessionId: to },
      workspaceDir: gateway.workspace,
      ...(name === "session:auto-reset"
        ? { sessionEntry: { sessionId: from }, previousSessionEntry: null }
        : {}),
    }),
  );

describe("what a session is told", () => {
  it("is what the session before it left, from the first run after a reset on", async () => {
    gateway.answered(FIRST);
    expect(resumeIn(await run())).toEqual([]);
    gateway.resume(told("the parser works"), FIRST);
    gateway.resume(told("another session"));
    await reset(FIRST, SECOND);
    expect(resumeIn(await run({ sessionId: SECOND }))).toEqual([`${told("the parser works")}\n`]);
  });

  it("keeps its bytes until the next reset, whatever becomes of the memory, and over a new start", async () => {
    gateway.resume(told("one"), FIRST);
    await reset(FIRST, SECOND);
    await run({ sessionId: SECOND });
    gateway.resume(told("two"), FIRST);
    gateway.answered(SECOND);
    expect(resumeIn(await run({ sessionId: SECOND }))).toEqual([`${told("one")}\n`]);
    gateway.restart();
    expect(resumeIn(await run({ sessionId: SECOND }))).toEqual([`${told("one")}\n`]);
    gateway.resume(told("three"), SECOND);
    await reset(SECOND, THIRD);
    expect(resumeIn(await run({ sessionId: THIRD }))).toEqual([`${told("three")}\n`]);
  });

  it("is there in the first run after an automatic reset, which no one waited for", async () => {
    gateway.resume(told("left overnight"), FIRST);
    await reset(FIRST, SECOND, "session:auto-reset");
    expect(gateway.pending()).toHaveLength(1);
    expect(resumeIn(await run({ sessionId: SECOND }))).toEqual([`${told("left overnight")}\n`]);
    expect(gateway.pending()).toEqual([]);
  });

  it("is what the folder's newest handoff says where a window opened unseen, but not in one that runs", async () => {
    gateway.resume(told("found at the start"));
    gateway.answered(FIRST);
    expect(resumeIn(await run({ sessionId: FIRST }))).toEqual([]);
    expect(resumeIn(await run({ sessionId: SECOND, key: "agent:main:notes" }))).toEqual([
      `${told("found at the start")}\n`,
    ]);
  });

  it("waits for the look that a start of the gateway takes at the sessions", async () => {
    const context = { cfg: {}, workspaceDir: gateway.workspace };
    await gateway.send(event("gateway:startup", "gateway:startup", context));
    expect(gateway.pending()).toContainEqual(
      expect.objectContaining({ event: "session-start", cause: "gateway", cwd: gateway.workspace }),
    );
    gateway.resume(told("caught up"));
    expect(resumeIn(await run())).toEqual([`${told("caught up")}\n`]);
    expect(gateway.pending()).toEqual([]);
  });

  it("is after a compaction where the session stood itself, and not when the compaction was refused", async () => {
    gateway.resume(told("before"), FIRST);
    await reset(FIRST, SECOND);
    await run({ sessionId: SECOND });
    gateway.answered(SECOND);
    await gateway.send(event("session:compact:before", KEY, { sessionId: SECOND }));
    gateway.resume(told("own state"), SECOND);
    expect(resumeIn(await run({ sessionId: SECOND }))).toEqual([`${told("before")}\n`]);
    await gateway.send(event("session:compact:after", KEY, { sessionId: SECOND }));
    expect(resumeIn(await run({ sessionId: SECOND }))).toEqual([`${told("own state")}\n`]);
  });

  it("is that as well after a compaction that only the session's file tells of", async () => {
    gateway.answered(FIRST);
    expect(resumeIn(await run())).toEqual([]);
    gateway.compacted(FIRST, "c1");
    gateway.resume(told("own state"), FIRST);
    expect(resumeIn(await run())).toEqual([`${told("own state")}\n`]);
    gateway.resume(told("later"), FIRST);
    expect(resumeIn(await run())).toEqual([`${told("own state")}\n`]);
  });

  it("stands once in a request, at a path where no file of a person's lies", async () => {
    gateway.resume(told("once"), FIRST);
    await reset(FIRST, SECOND);
    const files = offered();
    await run({ sessionId: SECOND, files });
    await run({ sessionId: SECOND, files });
    expect(files.slice(1)).toEqual([
      {
        name: "SESSION-HANDOFF.md",
        path: join(gateway.workspace, ".handoff/SESSION-HANDOFF.md"),
        content: `${told("once")}\n`,
        missing: false,
      },
    ]);
  });

  it("is nothing in sessions that are not the owner's own, with recall off, and in runs without files", async () => {
    gateway.resume(told("private"));
    const others = [
      "discord:group:42",
      "cron:nightly",
      "subagent:7",
      "internal-session-effects:9",
      "hook:x:1",
    ];
    for (const other of others) expect(resumeIn(await run({ key: `agent:main:${other}` }))).toEqual([]);
    expect(await run({ files: [] })).toEqual([]);
    gateway.setting({ recall: false });
    expect(resumeIn(await run())).toEqual([]);
  });

  it("records nothing of a group's session", async () => {
    await reset(FIRST, SECOND, "command:new", "agent:main:discord:group:42");
    expect(() => gateway.pending()).toThrow();
  });
});

describe("the index", () => {
  const INDEX = "# Memory\n\n- [build](topics/build.md): how it is built\n";
  const indexIn = (files: { name: string; content?: string }[]) =>
    files.filter(({ name }) => name === "HANDOFF-MEMORY.md").map(({ content }) => content);
  const otherMemory = { plugins: { slots: { memory: "memory-lancedb" } } };

  it("is left to the host where that shows it", async () => {
    writeFileSync(join(gateway.workspace, "MEMORY.md"), INDEX);
    const files = await run({ files: offered(INDEX), cfg: otherMemory });
    expect(files).toEqual(offered(INDEX));
  });

  it("is added where another memory plugin keeps it out, never without a cause", async () => {
    writeFileSync(join(gateway.workspace, "MEMORY.md"), INDEX);
    expect(indexIn(await run({ cfg: otherMemory }))).toEqual([INDEX]);
    for (const memory of ["memory-core", "none"])
      expect(indexIn(await run({ cfg: { plugins: { slots: { memory } } } }))).toEqual([]);
    expect(indexIn(await run())).toEqual([]);
    expect(indexIn(await run({ cfg: otherMemory, key: "agent:main:discord:group:42" }))).toEqual([]);
  });

  it("is cut at the end of a line where the host would cut out its middle", async () => {
    const line = `- [one](topics/one.md): ${"x".repeat(70)}\n`;
    const long = line.repeat(400);
    const [, file] = await run({ files: offered(long) });
    const content = file?.content ?? "";
    expect(content.length).toBeLessThanOrEqual(20_000);
    expect(content.length).toBeGreaterThan(19_700);
    const lines = content.split("\n").slice(0, -2);
    expect(lines.every((one) => `${one}\n` === line)).toBe(true);
    expect(content.slice(-120)).toContain(`${400 - lines.length} more lines`);
    const few = {
      agents: { list: [{ id: "main", bootstrapMaxChars: 500 }], defaults: { bootstrapMaxChars: 900 } },
    };
    expect((await run({ files: offered(long), cfg: few }))[1]?.content?.length).toBeLessThanOrEqual(500);
  });
});
