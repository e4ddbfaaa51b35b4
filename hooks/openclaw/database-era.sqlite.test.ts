import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { afterNew, answers, asks, resets, writeDatabase } from "../../src/hosts/openclaw/database.fixture.ts";
import { locationsOf } from "../../src/hosts/openclaw/locations.ts";
import { sessionStore } from "../../src/hosts/openclaw/session-store.ts";
import { currentWindow } from "./current-window.ts";
import { event, type Gateway, makeGateway } from "./gateway.fixture.ts";

const KEY = "agent:main:main";
const FINISH = "await sleep(50); for (const name of pending()) finish(name);";

let gateway: Gateway;
let database: ReturnType<typeof writeDatabase>;
const state = () => join(gateway.folder, ".openclaw");

beforeEach(() => {
  gateway = makeGateway(FINISH);
  const records = [asks("build the till"), answers("built")];
  database = writeDatabase(join(state(), "agents/main/agent/openclaw-agent.sqlite"), [
    { id: "s1", key: KEY, records },
  ]);
});
afterEach(() => {
  database.close();
  gateway.remove();
});

const FIRST = { id: "s1", before: null, compaction: null, isUnspoken: false };
const SECOND = { id: "s1~r1", before: "s1", compaction: null, isUnspoken: false };
const compacts = (id: string) => ({
  type: "compaction",
  id,
  summary: "They worked.",
  firstKeptEntryId: "s1-2",
});
const storeOf = (agentId: string) => sessionStore(null, agentId, {}, { ...locationsOf({}), state: state() });
const open = () => currentWindow({ store: storeOf("main"), sessionId: "s1" });

describe("the open window", () => {
  it("is named as the reader names it, and is fresh until a model has answered in it", () => {
    expect(open()).toEqual({ ...FIRST, isFresh: false });
    database.append("s1", [resets("r1"), ...afterNew()]);
    expect(open()).toEqual({ ...SECOND, isFresh: true });
    // As the client keeps a call that failed, and a message that is packed.
    database.append("s1", [asks("x".repeat(5_000)), answers("", { content: [], stopReason: "error" })]);
    expect(open()).toEqual({ ...SECOND, isFresh: true });
    database.append("s1", [answers("y".repeat(5_000))]);
    expect(open()).toEqual({ ...SECOND, isFresh: false });
  });

  it("names its newest compaction, not one of the window before", () => {
    database.append("s1", [compacts("c1"), asks("go on"), compacts("c2"), answers("gone on")]);
    expect(open()).toMatchObject({ id: "s1", compaction: "c2" });
    database.append("s1", [resets("r1")]);
    expect(open()).toMatchObject({ id: "s1~r1", compaction: null });
  });

  it("is fresh for a session that has no records yet, and unknown where there is neither database nor file", () => {
    const sessionId = "s9";
    expect(currentWindow({ store: storeOf("main"), sessionId })).toEqual({
      ...FIRST,
      id: "s9",
      isFresh: true,
    });
    expect(currentWindow({ store: storeOf("nobody"), sessionId })).toBeNull();
  });
});

const told = (text: string) => `<session-handoff>\n${text}\n</session-handoff>`;

async function run(): Promise<(string | undefined)[]> {
  const { workspace } = gateway;
  const bootstrapFiles: { name: string; path: string; content?: string }[] = [
    { name: "AGENTS.md", path: join(workspace, "AGENTS.md") },
  ];
  const context = { bootstrapFiles, workspaceDir: workspace, cfg: {}, sessionId: "s1", agentId: "main" };
  await gateway.send(event("agent:bootstrap", KEY, context));
  return bootstrapFiles.filter(({ name }) => name !== "AGENTS.md").map(({ content }) => content);
}

const announced = (name = "command:new") =>
  gateway.send(
    event(name, KEY, { sessionEntry: { sessionId: "s1" }, workspaceDir: gateway.workspace, agentId: "main" }),
  );

describe("a session that keeps its id over resets", () => {
  it("is told from the reset on, whether the event comes before or after the reset is written", async () => {
    expect(await run()).toEqual([]);
    gateway.resume(told("first"), "s1");
    await announced();
    database.append("s1", [resets("r1")]);
    expect(await run()).toEqual([`${told("first")}\n`]);
    database.append("s1", [asks("go on"), answers("gone on")]);
    gateway.resume(told("second"), "s1");
    expect(await run()).toEqual([`${told("first")}\n`]);
    database.append("s1", [resets("r2"), ...afterNew()]);
    await announced();
    expect(await run()).toEqual([`${told("second")}\n`]);
  });

  it("keeps what it is told when a reset is announced and none follows", async () => {
    database.append("s1", [resets("r1")]);
    gateway.resume(told("first"), "s1");
    await announced();
    await run();
    database.append("s1", [asks("go on"), answers("gone on")]);
    gateway.resume(told("second"), "s1");
    await announced();
    expect(await run()).toEqual([`${told("first")}\n`]);
  });

  it("is told after a reset that no event announced, once the gateway runs anew", async () => {
    gateway.resume(told("first"), "s1");
    await announced();
    database.append("s1", [resets("r1")]);
    await run();
    database.append("s1", [asks("go on"), answers("gone on"), resets("r2"), ...afterNew()]);
    gateway.resume(told("second"), "s1");
    gateway.restart();
    expect(await run()).toEqual([`${told("second")}\n`]);
  });
});

describe("a run that is the host's own", () => {
  const beats = () => ({
    type: "message",
    message: {
      role: "user",
      content: "[OpenClaw heartbeat poll]",
      provenance: { kind: "internal_system", sourceTool: "heartbeat" },
      __openclaw: { senderIsOwner: false },
    },
  });
  const wakes = () => ({
    type: "message",
    message: { role: "user", content: "A process has ended.", provenance: { kind: "internal_system" } },
  });

  it.each([
    ["a heartbeat", beats],
    ["a wake", wakes],
  ])("is told nothing before a person has spoken; the person is: %s", async (_what, asksItself) => {
    gateway.resume(told("first"), "s1");
    await announced();
    database.append("s1", [resets("r1"), ...afterNew(), asksItself()]);
    expect(await run()).toEqual([]);
    database.append("s1", [answers("HEARTBEAT_OK"), asksItself()]);
    expect(await run()).toEqual([]);
    database.append("s1", [answers("HEARTBEAT_OK"), asks("where were we?")]);
    expect(await run()).toEqual([`${told("first")}\n`]);
  });

  it("keeps the bytes of the prompt once a person was told: the conversation stays in the host's cache", async () => {
    gateway.resume(told("first"), "s1");
    await announced();
    database.append("s1", [resets("r1"), ...afterNew(), asks("where were we?")]);
    const before = await run();
    database.append("s1", [answers("here"), beats()]);
    expect(await run()).toEqual(before);
  });
});

describe("a compaction that no event told of", () => {
  /** How many captures of a compaction were queued and done. */
  const captures = () =>
    readdirSync(join(gateway.home, "queue/done")).filter((name) => name.includes("-pre-compact-")).length;
  const opened = async () => {
    await announced();
    database.append("s1", [resets("r1")]);
    gateway.resume(told("left by the window before"), "s1");
    await run();
    database.append("s1", [asks("go on"), answers("gone on")]);
  };
  const compact = (name: "before" | "after") =>
    gateway.send(event(`session:compact:${name}`, KEY, { sessionId: "s1" }));

  it("is captured once, and from the next run on the session is told where it stood itself", async () => {
    await opened();
    database.append("s1", [compacts("c1")]);
    gateway.resume(told("own state"), "s1");
    expect(await run()).toEqual([`${told("own state")}\n`]);
    database.append("s1", [asks("and now"), answers("done")]);
    gateway.resume(told("later state"), "s1");
    expect(await run()).toEqual([`${told("own state")}\n`]);
    gateway.restart();
    expect(await run()).toEqual([`${told("own state")}\n`]);
    expect(captures()).toBe(1);
    database.append("s1", [compacts("c2")]);
    expect(await run()).toEqual([`${told("later state")}\n`]);
    expect(captures()).toBe(2);
  });

  it("is seen in a session that was told nothing so far, also after the gateway was started anew", async () => {
    expect(await run()).toEqual([]);
    gateway.restart();
    database.append("s1", [compacts("c1")]);
    gateway.resume(told("own state"), "s1");
    expect(await run()).toEqual([`${told("own state")}\n`]);
  });

  it("is not one that was before the pack came, nor one that an event told of", async () => {
    database.append("s1", [compacts("c0"), asks("go on"), answers("gone on")]);
    gateway.resume(told("own state"), "s1");
    expect(await run()).toEqual([]);
    expect(() => captures()).toThrow();
    await compact("before");
    database.append("s1", [compacts("c1")]);
    await compact("after");
    expect(await run()).toEqual([`${told("own state")}\n`]);
    await run();
    expect(captures()).toBe(1);
  });

  it("is told of, but not captured, where nothing is to be recorded", async () => {
    gateway.setting({ capture: false });
    await opened();
    database.append("s1", [compacts("c1")]);
    gateway.resume(told("own state"), "s1");
    expect(await run()).toEqual([`${told("own state")}\n`]);
    expect(() => captures()).toThrow();
  });
});

describe("a window that is not to be recorded", () => {
  const leftOut = () => readFileSync(join(gateway.home, "guard/left-out"), "utf8");

  it("is not caught up with later, whether the event comes before or after the reset is written", async () => {
    gateway.setting({ capture: false });
    await announced();
    expect(leftOut()).toBe("s1\n");
    database.append("s1", [resets("r1"), asks("private too"), answers("yes"), resets("r2"), ...afterNew()]);
    await announced();
    expect(leftOut()).toBe("s1\ns1~r1\n");
    expect(() => gateway.pending()).toThrow();
  });

  it("is left out as well where the folder is excluded", async () => {
    gateway.setting({ exclude: [gateway.workspace] });
    await announced("session:auto-reset");
    expect(leftOut()).toBe("s1\n");
  });
});

describe("the index that the host locked out", () => {
  const INDEX = "# Memory\n\n- [build](topics/build.md): how it is built\n";

  it("is added as long as the record of writes says so", async () => {
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const record = (originClass: string) =>
      JSON.stringify({ version: 1, originClass, fileHash: sha256(INDEX) });
    writeFileSync(join(gateway.workspace, "MEMORY.md"), INDEX);
    mkdirSync(join(state(), "state"), { recursive: true });
    const shared = writeDatabase(join(state(), "state/openclaw.sqlite"), []);
    shared.exec(
      "CREATE TABLE plugin_state_entries (plugin_id TEXT, namespace TEXT, entry_key TEXT, value_json TEXT, PRIMARY KEY (plugin_id, namespace, entry_key))",
    );
    expect(await run()).toEqual([]);
    const key = `${sha256(gateway.workspace)}:${sha256("MEMORY.md")}`;
    const put = (originClass: string) =>
      shared.exec(
        `INSERT OR REPLACE INTO plugin_state_entries VALUES ('core:memory-artifact-provenance', 'workspace-files', '${key}', '${record(originClass)}')`,
      );
    put("agent");
    expect(await run()).toEqual([]);
    put("untrusted");
    expect(await run()).toEqual([INDEX]);
    put("agent");
    expect(await run()).toEqual([]);
    shared.close();
  });
});
