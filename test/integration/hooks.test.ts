import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leftOutSessions } from "../../src/queue/left-out.ts";
import {
  builtBundle,
  type HookBox,
  hookBox,
  jobsIn,
  logOf,
  runHook,
  startClient,
  workerStarted,
} from "../fixtures/hooks.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const CAPTURING = ["session-end", "pre-compact", "stop"] as const;
const ENTRIES = [...CAPTURING, "session-start"] as const;
type Entry = (typeof ENTRIES)[number] | "post-tool-use";
const QUIET = { code: 0, out: "", err: "" };
const SESSION = "5d0c2b1e-7f1a-4c1e-9a52-0f6f1c7f3a10";

let folder = "";
let bundle = "";
let client: Awaited<ReturnType<typeof startClient>>;
let box: HookBox;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "handoff-hooks-"));
  bundle = builtBundle(folder);
  client = await startClient();
});
afterAll(() => {
  client.kill();
  removeFolder(folder);
});
beforeEach(() => {
  box = hookBox(client.pid);
  return () => removeFolder(box.folder);
});

const entry = (event: Entry): string => path.join(bundle, "hooks/claude-code", `${event}.js`);
const payload = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  session_id: SESSION,
  transcript_path: path.join(box.folder, "session.jsonl"),
  cwd: box.project,
  ...more,
});

/** Fires an event as the client does, but leaves stdin open as some clients do. */
function fire(event: Entry, more: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  return runHook(entry(event), [JSON.stringify(payload(more))], { env: { ...box.env, ...env } });
}

function configure(settings: Record<string, unknown>): void {
  mkdirSync(box.home, { recursive: true });
  writeFileSync(path.join(box.home, "config.json"), JSON.stringify(settings));
}

describe("an event that is recorded", () => {
  it.each([
    ["session-end", { reason: "prompt_input_exit" }, "prompt_input_exit"],
    ["pre-compact", { trigger: "auto", custom_instructions: null }, "auto"],
    ["stop", { stop_hook_active: true }, null],
  ] as const)(
    "%s: queues one job, starts the worker, prints nothing, while stdin stays open",
    async (event, more, cause) => {
      expect(await fire(event, more)).toEqual(QUIET);
      expect(jobsIn(box.home)).toMatchObject([
        {
          event,
          cause,
          host: "claude-code",
          sessionId: SESSION,
          transcript: path.join(box.folder, "session.jsonl"),
          cwd: box.project,
          clientPid: client.pid,
          lastAnswer: null,
          env: { HOME: box.env["HOME"] },
        },
      ]);
      expect(await workerStarted(box.home, true)).toBe(true);
      expect(logOf(box.home)).toBe("");
    },
  );

  it("keeps the last answer of a stop, whatever its length and wherever its bytes are cut", async () => {
    const answer = "Готово ✅ ";
    const bytes = Buffer.from(JSON.stringify(payload({ last_assistant_message: answer })));
    const cut = bytes.indexOf(Buffer.from("✅")) + 1;
    const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
    expect(await runHook(entry("stop"), chunks, { env: box.env })).toEqual(QUIET);
    expect(await fire("stop", { last_assistant_message: "x".repeat(1_000_000) })).toEqual(QUIET);
    expect(jobsIn(box.home).map(({ lastAnswer }) => lastAnswer)).toEqual([answer, "x".repeat(20_000)]);
  });

  it.each(CAPTURING)("%s: does with what the client leaves out", async (event) => {
    const env = { ...box.env, CLAUDE_PROJECT_DIR: box.project };
    expect(await runHook(entry(event), ['{"transcript_path": "", "session_id": 7}'], { env })).toEqual(QUIET);
    expect(jobsIn(box.home)).toMatchObject([{ event, sessionId: null, transcript: null, cwd: box.project }]);
  });

  it("is recorded though its folder is gone", async () => {
    const gone = path.join(box.folder, "gone");
    mkdirSync(gone);
    const chunks = [JSON.stringify(payload({ cwd: gone }))];
    const script = `process.chdir(${JSON.stringify(gone)}); require("fs").rmdirSync(${JSON.stringify(gone)}); require(${JSON.stringify(entry("session-end"))})`;
    const starter = path.join(bundle, "hooks/claude-code/starter.js");
    writeFileSync(starter, script);
    expect(await runHook(starter, chunks, { env: box.env })).toEqual(QUIET);
    expect(jobsIn(box.home)).toMatchObject([{ cwd: gone }]);
    expect(await workerStarted(box.home, true)).toBe(true);
    expect(() => rmdirSync(gone)).toThrow("ENOENT");
  });

  it("goes to the home of an installed bundle when the host passes no variable on", async () => {
    const installed = path.join(box.home, "bin/1.2.3");
    cpSync(bundle, installed, { recursive: true });
    const { HANDOFF_HOME: _, ...env } = box.env;
    const hook = path.join(installed, "hooks/claude-code/stop.js");
    expect(await runHook(hook, [JSON.stringify(payload())], { env })).toEqual(QUIET);
    expect(jobsIn(box.home)).toHaveLength(1);
    expect(await workerStarted(box.home, true)).toBe(true);
  });
});

describe("bad input", () => {
  it.each([
    ["nothing on stdin", ""],
    ["not a JSON object", "usage: hook"],
    ["incomplete JSON", '{"session_id": "private'],
  ])("%s: exits 0, prints nothing, queues nothing, logs it without quoting it", async (problem, input) => {
    for (const event of ENTRIES) {
      expect(await runHook(entry(event), [input], { env: box.env })).toEqual(QUIET);
      expect(logOf(box.home)).toMatch(new RegExp(`hook claude-code/${event}: ${problem}\n$`));
    }
    expect(jobsIn(box.home)).toEqual([]);
    expect(logOf(box.home)).not.toContain("private");
  });

  it("takes the first of several objects", async () => {
    const two = JSON.stringify(payload({ reason: "clear" })) + JSON.stringify(payload({ reason: "other" }));
    expect(await runHook(entry("session-end"), [two], { env: box.env, close: true })).toEqual(QUIET);
    expect(jobsIn(box.home).map(({ cause }) => cause)).toEqual(["clear"]);
  });
});

describe("a home that cannot be written", () => {
  it.each(ENTRIES)("%s: exits 0 and prints nothing", async (event) => {
    writeFileSync(box.home, "a file");
    expect(await fire(event, { source: "startup" })).toEqual(QUIET);
    expect(await fire(event, { source: "startup" }, { HANDOFF_HOME: "/proc/nowhere" })).toEqual(QUIET);
  });
});

describe("the guard on starts of workers", () => {
  it("queues the job and starts no worker after 30 within a minute, and logs it once", async () => {
    mkdirSync(path.join(box.home, "guard"), { recursive: true });
    const starts = Array.from({ length: 30 }, (_, n) => `start ${Date.now()} ${n}\n`);
    writeFileSync(path.join(box.home, "guard/starts"), starts.join(""));
    for (const event of CAPTURING) expect(await fire(event)).toEqual(QUIET);
    expect(jobsIn(box.home)).toHaveLength(CAPTURING.length);
    expect(await workerStarted(box.home, false)).toBe(false);
    expect(logOf(box.home).match(/more than 30 starts/g)).toHaveLength(1);
  });
});

describe("guards", () => {
  const leftOut = () => [...leftOutSessions(box.home)];
  const nothingHappens = async (more: Record<string, unknown> = {}, env: Record<string, string> = {}) => {
    mkdirSync(box.home, { recursive: true });
    for (const event of ENTRIES) expect(await fire(event, more, env)).toEqual(QUIET);
    expect(jobsIn(box.home)).toEqual([]);
    expect(await workerStarted(box.home, false)).toBe(false);
  };

  it("HANDOFF_DISABLE: does nothing, and no start catches up with the session", async () => {
    await nothingHappens({}, { HANDOFF_DISABLE: "1" });
    expect(leftOut()).toEqual([SESSION]);
  });

  it("a child of ours, by its variable", async () => {
    await nothingHappens({}, { HANDOFF_CHILD: "1" });
    expect(leftOut()).toEqual([SESSION]);
  });

  it("a child of ours, by its folder", async () => {
    mkdirSync(path.join(box.home, "neutral"), { recursive: true });
    await nothingHappens({ cwd: path.join(box.home, "neutral") });
    expect(logOf(box.home).match(/not acted on: own-child/g)).toHaveLength(ENTRIES.length);
  });

  it.runIf(process.platform === "linux")("a client that a session or hook started", async () => {
    const nested = await startClient({ CLAUDECODE: "1" });
    await nothingHappens({}, { CLAUDE_PID: String(nested.pid) });
    nested.kill();
    expect(leftOut()).toEqual([SESSION]);
    expect(logOf(box.home).match(/not acted on: nested-client/g)).toHaveLength(ENTRIES.length);
  });

  it("a sub-agent, which is not the session whose id it carries", async () => {
    await nothingHappens({ agent_id: "a5f1", agent_type: "general-purpose" });
    expect(leftOut()).toEqual([]);
  });

  it("a main session with an agent of the user's choice is none", async () => {
    expect(await fire("stop", { agent_type: "reviewer" })).toEqual(QUIET);
    expect(jobsIn(box.home)).toHaveLength(1);
    expect(leftOut()).toEqual([]);
  });

  it("an excluded folder", async () => {
    configure({ exclude: [box.project] });
    await nothingHappens({ cwd: path.join(box.project, "src") });
  });

  it("capture and recall switched off", async () => {
    configure({ capture: false, recall: false });
    await nothingHappens({ source: "startup" });
  });

  it("capture alone switched off leaves starts their job", async () => {
    configure({ capture: false, hookWaitMs: 0 });
    for (const event of ENTRIES) expect(await fire(event, { source: "startup" })).toEqual(QUIET);
    expect(jobsIn(box.home).map(({ event }) => event)).toEqual(["session-start"]);
    expect(leftOut()).toEqual([SESSION]);
  });
});

describe("the bundles", () => {
  it.each(ENTRIES)("%s: one small file without the schema and command line libraries", (event) => {
    const text = readFileSync(entry(event), "utf8");
    // A fifth of it is the table of error sentences.
    const kilobytes = event === "session-start" ? 48 : 38;
    expect(statSync(entry(event)).size).toBeLessThanOrEqual(kilobytes * 1024);
    expect(text).not.toMatch(/^\/\/ (?:\.\.\/)*node_modules\//m);
    expect(
      [...text.matchAll(/require\("([^"]+)"\)/g)].filter(([, name]) => !name?.startsWith("node:")),
    ).toEqual([]);
  });
});

describe("handoff hook", () => {
  const cli = (args: string[]) =>
    runHook(path.join(bundle, "cli.js"), [JSON.stringify(payload({ reason: "clear" }))], {
      args: ["hook", ...args],
      env: box.env,
    });

  it("runs the entry of an event, by our name for it or the host's", async () => {
    expect(await cli(["claude-code", "session-end"])).toEqual(QUIET);
    expect(await cli(["claude-code", "SessionEnd"])).toEqual(QUIET);
    expect(jobsIn(box.home).map(({ cause, clientPid }) => [cause, clientPid])).toEqual([
      ["clear", client.pid],
      ["clear", client.pid],
    ]);
  });

  it.each([[[]], [["claude-code"]], [["claude-code", "no-event"]], [["..", "cli"]]])(
    "says what is wrong with %j and exits 0 all the same",
    async (args) => {
      const run = await cli(args);
      expect(run).toMatchObject({ code: 0, out: "" });
      expect(run.err).toMatch(/^handoff: hook: expected a host and an event that it has.*\n$/);
    },
  );
});
