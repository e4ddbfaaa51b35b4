import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HandoffError } from "../../errors.ts";
import type { Session } from "../../session/session.ts";
import { codex } from "./codex.ts";

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures/codex");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handoff-codex-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function sessionOf(...records: object[]): Promise<Session> {
  files += 1;
  const path = join(folder, `t${files}.jsonl`);
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return (await codex.read({ path })).session;
}

let clock = 0;
function record(type: string, payload: object): object {
  clock += 1;
  return { timestamp: new Date(1_790_000_000_000 + clock * 1_000).toISOString(), type, payload };
}
const meta = (more: object = {}): object => record("session_meta", { id: "thread-1", cwd: "/repo", ...more });
const item = (payload: object): object => record("response_item", payload);
const event = (payload: object): object => record("event_msg", payload);
const said = (role: string, text: string, kind?: string): object =>
  item({
    type: "message",
    role,
    content: [{ type: "input_text", text }],
    ...(kind === undefined
      ? {}
      : { internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] } }),
  });
const typed = (text: string): object => said("user", text, "user.text");
const call = (name: string, args: object, id = "c1"): object =>
  item({ type: "function_call", name, arguments: JSON.stringify(args), call_id: id });
const output = (text: unknown, id = "c1"): object =>
  item({ type: "function_call_output", call_id: id, output: text });
const humanTexts = (session: Session): string[] =>
  session.entries.flatMap((entry) => (entry.kind === "human" ? [entry.text] : []));
const callIn = (session: Session) => session.entries.find((entry) => entry.kind === "tool-call");
const resultIn = (session: Session) => session.entries.find((entry) => entry.kind === "tool-result");

describe("what a person said", () => {
  const cases: readonly [string, object, string[]][] = [
    ["typed text", typed("fix it"), ["fix it"]],
    ["typed text of a client without kinds", said("user", "fix it"), ["fix it"]],
    ["AGENTS.md", said("user", "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>"), []],
    ["surroundings", said("user", "<environment_context>\n<cwd>/x</cwd>\n</environment_context>"), []],
    ["an element of the client that nobody knows yet", said("user", "<new_notice a='1'>x</new_notice>"), []],
    ["a skill's text", said("user", "<skill>\n<name>x</name>\ndo\n</skill>"), []],
    ["markup that a person pasted", said("user", "<div>hello</div>"), ["<div>hello</div>"]],
    [
      "an element with words beside it",
      said("user", "<a_b>x</a_b> what is this?"),
      ["<a_b>x</a_b> what is this?"],
    ],
    ["text that looks like the client's, but was typed", typed("<a_b>x</a_b>"), ["<a_b>x</a_b>"]],
    ["text of another kind", said("user", "looks typed", "environments.environment_context"), []],
    ["instructions of the client", said("developer", "be good"), []],
    ["a warning", said("user", "Warning: apply_patch was requested via exec_command."), []],
    [
      "an editor's frame",
      said("user", "# Context from my IDE setup:\n\n## Open tabs:\n- a\n\n## My request for Codex:\ndo it"),
      ["do it"],
    ],
    [
      "attached files",
      said("user", "# Files mentioned by the user:\n\n## a.png: /a.png\n\n## My request for Codex:\nlook"),
      ["look"],
    ],
    [
      "an image",
      typed('<image name=[Image #1] path="/a.png"></image>\n[Image #1] what is it?'),
      ["what is it?"],
    ],
  ];
  it.each(cases)("%s", async (_name, one, expected) => {
    expect(humanTexts(await sessionOf(meta(), one))).toEqual(expected);
  });

  it("is counted once, though events repeat it", async () => {
    const session = await sessionOf(
      meta(),
      typed("go"),
      event({ type: "user_message", message: "go" }),
      event({
        type: "item_completed",
        item: { type: "UserMessage", content: [{ type: "text", text: "go" }] },
      }),
    );
    expect(humanTexts(session)).toEqual(["go"]);
    expect(session.state.humanTurns).toBe(1);
  });

  it("twice in the same words counts twice", async () => {
    expect(humanTexts(await sessionOf(meta(), said("user", "yes"), said("user", "yes")))).toEqual([
      "yes",
      "yes",
    ]);
  });
});

describe("what was taken back", () => {
  it("is no part of the session", async () => {
    const session = await sessionOf(
      meta(),
      typed("one"),
      typed("two"),
      typed("three"),
      event({ type: "thread_rolled_back", num_turns: 2 }),
      typed("four"),
    );
    expect(humanTexts(session)).toEqual(["one", "four"]);
  });

  it("twice in a row goes back from where the first one led", async () => {
    const back = (): object => event({ type: "thread_rolled_back", num_turns: 1 });
    const session = await sessionOf(
      meta(),
      typed("one"),
      typed("two"),
      back(),
      typed("three"),
      back(),
      back(),
    );
    expect(humanTexts(session)).toEqual([]);
  });

  it("may be more than there is", async () => {
    const back = event({ type: "thread_rolled_back", num_turns: 9 });
    expect(humanTexts(await sessionOf(meta(), typed("one"), back, typed("two")))).toEqual(["two"]);
  });
});

describe("threads that no person leads", () => {
  it.each([
    ["a sub-agent's", { source: { subagent: { thread_spawn: { parent_thread_id: "p" } } } }],
    ["the client's own", { source: "cli", thread_source: "memory_consolidation" }],
  ])("%s holds nothing, from its begin and from a cursor", async (_name, more) => {
    const path = join(folder, "sub.jsonl");
    const lines = [meta(more), typed("task of an agent")].map((one) => `${JSON.stringify(one)}\n`).join("");
    await writeFile(path, lines);
    const first = await codex.read({ path });
    await writeFile(path, `${lines}${JSON.stringify(typed("more"))}\n`);
    const second = await codex.read({ path, cursorOf: () => first.cursor });
    expect([first, second].map(({ session }) => session.entries)).toEqual([[], []]);
    expect(second.session.skipped.sidechain).toBe(1);
  });
});

describe("a fork", () => {
  const parent = "rollout-2026-09-14T10-00-00-01b1c0de-0000-7000-8000-00000000a001.jsonl";

  it("goes on with the working state of its parent as it was where it left it", async () => {
    const day = join(folder, "forks/2026/09/14");
    await mkdir(day, { recursive: true });
    await writeFile(join(day, parent), await readFile(join(FIXTURES, "whole-session/transcript.jsonl")));
    const path = join(day, "rollout-2026-09-14T12-00-00-01b1c0de-0000-7000-8000-00000000b002.jsonl");
    await writeFile(path, await readFile(join(FIXTURES, "forked/transcript.jsonl")));
    const { session } = await codex.read({ path });
    expect(humanTexts(session)).toEqual(["Now the same for Saint-Malo."]);
    expect(session.state.humanTurns).toBe(2);
    expect(session.state.files.map((file) => file.path)).toContain("src/zone.ts");
    expect(session.state.compactions).toBe(0);
  });

  it("whose parent is gone has its own lines", async () => {
    const { session } = await codex.read({ path: join(FIXTURES, "forked/transcript.jsonl") });
    expect(session.state.humanTurns).toBe(1);
  });
});

describe("tool calls", () => {
  it.each([
    ["a command line", "exec_command", { cmd: "npm test" }, "npm test"],
    ["a shell's script", "shell", { command: ["bash", "-lc", "npm test"] }, "npm test"],
    ["an argument list", "shell", { command: ["git", "status"] }, "git status"],
  ])("%s is a command", async (_name, tool, args, command) => {
    const session = await sessionOf(meta(), call(tool, args));
    expect(callIn(session)).toMatchObject({ action: "run", command });
  });

  it.each([
    [
      "as text of its own",
      {
        type: "custom_tool_call",
        name: "apply_patch",
        input: "*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n+x\n*** End Patch",
      },
    ],
    [
      "as an argument",
      {
        type: "function_call",
        name: "apply_patch",
        arguments: { patch: "*** Begin Patch\n*** Delete File: /repo/a.ts\n*** Add File: b.ts\n+x" },
      },
    ],
    [
      "within a shell command",
      {
        type: "function_call",
        name: "exec_command",
        arguments: JSON.stringify({
          cmd: "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n+x\n*** Update File: b.ts\n*** End Patch\nEOF",
        }),
      },
    ],
  ])("a patch %s names its files", async (_name, payload) => {
    const session = await sessionOf(meta(), item({ ...payload, call_id: "c1" }));
    expect(callIn(session)).toMatchObject({
      action: "edit",
      command: null,
      files: ["a.ts", "b.ts"],
      detail: "x",
    });
  });

  it("a file is named from the folder the call runs in, or from its worktree", async () => {
    const inside = await sessionOf(meta(), call("exec_command", { cmd: "cat a.ts", workdir: "/repo/pkg" }));
    expect(callIn(inside)).toMatchObject({ action: "read", files: ["pkg/a.ts"] });
    const beside = await sessionOf(
      meta(),
      call("exec_command", { cmd: "cat a.ts", workdir: "/repo.worktrees/x/pkg" }),
    );
    expect(callIn(beside)).toMatchObject({ files: ["pkg/a.ts"] });
    const away = await sessionOf(meta(), call("exec_command", { cmd: "cat a.ts", workdir: "/elsewhere" }));
    expect(callIn(away)).toMatchObject({ files: ["a.ts"] });
  });
});

describe("results", () => {
  const cases: readonly [string, unknown, object][] = [
    ["text alone", "fine", { failed: false, exitCode: null, text: "fine" }],
    [
      "an exit code above the output",
      "Exit code: 2\nWall time: 1 seconds\nOutput:\nError: no",
      { failed: true, exitCode: 2, errorLine: "Error: no" },
    ],
    [
      "the newest head",
      "Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\nok",
      { failed: false, exitCode: 0, text: "ok" },
    ],
    [
      "JSON",
      JSON.stringify({ output: "Error: no", metadata: { exit_code: 1 } }),
      { failed: true, exitCode: 1 },
    ],
    ["blocks", [{ type: "input_text", text: "page" }], { failed: false, text: "page" }],
    ["an object", { content: "no such tool", success: false }, { failed: true }],
    ["a refusal", "exec_command rejected by user", { failed: true, errorLine: "refused by the user" }],
    ["a patch that does not fit", "apply_patch verification failed: no such lines", { failed: true }],
    ["nothing at all", null, { failed: false, text: "" }],
  ];
  it.each(cases)("%s", async (_name, given, expected) => {
    const session = await sessionOf(meta(), call("exec_command", { cmd: "make" }), output(given));
    expect(resultIn(session)).toMatchObject(expected);
  });

  it("of a process that goes on is known when it has ended", async () => {
    const started = [
      call("exec_command", { cmd: "npm test" }),
      output("Process running with session ID 7\nOutput:\n"),
    ];
    const running = await sessionOf(meta(), ...started);
    expect(resultIn(running)).toBeUndefined();
    const poll = call("write_stdin", { session_id: 7, chars: "" }, "c2");
    const ended = await sessionOf(
      meta(),
      ...started,
      poll,
      output("Process exited with code 1\nOutput:\nError: no", "c2"),
    );
    expect(ended.state.runs.at(-1)).toMatchObject({ command: "npm test", ok: false });
    expect(ended.state.runs).toHaveLength(1);
  });
});

describe("files", () => {
  const env = (): Record<string, string> => ({ CODEX_HOME: join(folder, "home") });
  async function rollout(day: string, id: string, more: object, at: number): Promise<string> {
    const place = join(folder, "home", day);
    await mkdir(place, { recursive: true });
    const path = join(place, `rollout-2026-09-14T10-00-0${at}-${id}.jsonl`);
    await writeFile(path, `${JSON.stringify(meta({ id, ...more }))}\n`);
    await utimes(path, at, at);
    return path;
  }

  it("lists a person's sessions of the folder, oldest write first, and finds the newest", async () => {
    const two = await rollout("sessions/2026/09/14", "two", { cwd: folder }, 2);
    const one = await rollout("sessions/2026/09/15", "one", { cwd: folder }, 1);
    await rollout("sessions/2026/09/14", "other", { cwd: "/elsewhere" }, 3);
    await rollout("sessions/2026/09/14", "agent", { cwd: folder, source: { subagent: "review" } }, 4);
    const listed = await codex.listSessions({ folder: null, cwd: folder, env: env() });
    expect(listed.map(({ path, sessionId }) => [sessionId, path])).toEqual([
      ["one", one],
      ["two", two],
    ]);
    expect(await codex.findTranscript({ sessionId: null, cwd: folder, env: env() })).toBe(two);
    expect(await codex.describeSession({ sessionId: "two", path: two })).toEqual({
      sessionId: "two",
      cwd: folder,
    });
  });

  it("finds a thread by id, archived ones too, a plain file before a compressed one", async () => {
    const find = (sessionId: string): Promise<string | null> =>
      codex.findTranscript({ sessionId, cwd: "/nowhere", env: env() });
    const plain = await rollout("sessions/2026/09/16", "both", {}, 5);
    await writeFile(`${plain}.zst`, "x");
    const archived = await rollout("archived_sessions", "old", {}, 6);
    expect([await find("both"), await find("old"), await find("none")]).toEqual([plain, archived, null]);
  });

  it("says of a compressed rollout what to do", async () => {
    const path = join(folder, "rollout-2026-09-14T10-00-00-x.jsonl.zst");
    await writeFile(path, Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
    expect(await codex.recognises(path)).toBe(true);
    const error: unknown = await codex.read({ path }).catch((thrown: unknown) => thrown);
    expect(error instanceof HandoffError && error.code).toBe("transcript-compressed");
  });

  it("has no sessions where there is no client", async () => {
    const nowhere = { CODEX_HOME: join(folder, "missing") };
    expect(await codex.listSessions({ folder: null, cwd: folder, env: nowhere })).toEqual([]);
    expect(await codex.memoryRoot(folder, nowhere)).toBeNull();
  });
});
