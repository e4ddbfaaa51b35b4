import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { spendSummary } from "../../src/store/spend.ts";
import { builtBundle, jobsIn, workerStarted } from "../fixtures/hooks.ts";
import { GOOD } from "../fixtures/messages-api/session.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const TRANSCRIPT = path.resolve(
  import.meta.dirname,
  "../fixtures/claude-code/whole-session/transcript.jsonl",
);
const EVENTS = ["session-start", "stop", "pre-compact", "session-end"];

let folder = "";
let bundle = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "handoff-no-hooks-"));
  bundle = builtBundle(folder);
});
afterAll(() => removeFolder(folder));

let user = "";
let home = "";
beforeEach(() => {
  user = mkdtempSync(path.join(folder, "user-"));
  home = path.join(user, "state");
});

/** How a program gives its variables on to the hooks that it fires. */
const PASSED_ON = {
  "with all variables": "process.env",
  "of which none names us": `Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("HANDOFF_") || name === "HANDOFF_HOME"))`,
} as const;

/**
 * A program that fires every hook of ours as a client in a session of its own would, from a folder of its own, and then
 * answers. What the hooks print and how they exit is kept in `fired.json`.
 */
function program(name: string, answer: string, variables: string): string {
  const file = path.join(user, name);
  const project = path.join(user, "elsewhere");
  mkdirSync(project, { recursive: true });
  const text = `#!${process.execPath}
const fs = require("node:fs");
const { spawnSync } = require("node:child_process");
fs.readFileSync(0);
fs.appendFileSync(${JSON.stringify(path.join(user, "calls"))}, "x");
const fired = ${JSON.stringify(EVENTS)}.map((event) => {
  const payload = { session_id: "0b0e7c1a-0000-4000-8000-00000000c0de", transcript_path: ${JSON.stringify(TRANSCRIPT)}, cwd: ${JSON.stringify(project)}, hook_event_name: event, source: "startup", reason: "other", trigger: "auto" };
  const env = { ...${variables}, CLAUDECODE: "1", CLAUDE_PID: String(process.pid) };
  const hook = ${JSON.stringify(path.join(bundle, "hooks/claude-code"))} + "/" + event + ".js";
  const { status, stdout } = spawnSync(process.execPath, [hook], { input: JSON.stringify(payload), env, cwd: ${JSON.stringify(project)}, encoding: "utf8" });
  return { event, status, stdout };
});
fs.writeFileSync(${JSON.stringify(path.join(user, "fired.json"))}, JSON.stringify(fired));
process.stdout.write(${JSON.stringify(answer)});
`;
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

function capture(provider: string, settings: Record<string, unknown>): Record<string, unknown> {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, "config.json"), JSON.stringify({ provider, ...settings }));
  const memory = path.join(user, "memory");
  const args = ["capture", "--host", "claude-code", "--transcript", TRANSCRIPT, "--memory", memory, "--json"];
  const env = { PATH: `${user}:/usr/bin:/bin`, HOME: user, HANDOFF_HOME: home, NO_COLOR: "1" };
  const { stdout } = spawnSync(process.execPath, [path.join(bundle, "cli.js"), ...args], {
    env,
    encoding: "utf8",
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The hooks ran, and nothing came of it: nothing queued, no worker, no second request. */
async function expectNoLoop(provider: "command" | "claude-cli"): Promise<void> {
  const fired = JSON.parse(readFileSync(path.join(user, "fired.json"), "utf8")) as unknown;
  expect(fired).toEqual(EVENTS.map((event) => ({ event, status: 0, stdout: "" })));
  expect(jobsIn(home)).toEqual([]);
  expect(await workerStarted(home, false)).toBe(false);
  expect(readFileSync(path.join(user, "calls"), "utf8")).toBe("x");
  expect(spendSummary(home, provider, new Date()).calls).toBe(1);
  expect(existsSync(path.join(home, "queue/pending"))).toBe(false);
}

const ANSWER = JSON.stringify(GOOD);
const CLIENT_ANSWER = JSON.stringify([
  { type: "system", subtype: "init" },
  {
    type: "result",
    is_error: false,
    api_error_status: null,
    modelUsage: { haiku: { inputTokens: 900, outputTokens: 300, cacheReadInputTokens: 0 } },
    result: ANSWER,
  },
]);

describe.each(Object.entries(PASSED_ON))("hooks fired inside a summarizer, %s", (_, variables) => {
  it("command: queue nothing and start nothing", async () => {
    const file = program("summarize", ANSWER, variables);
    expect(capture("command", { command: [file] })).toMatchObject({ provider: "command", fallback: null });
    await expectNoLoop("command");
  });

  it("claude-cli: queue nothing and start nothing", async () => {
    program("claude", CLIENT_ANSWER, variables);
    expect(capture("claude-cli", {})).toMatchObject({ provider: "claude-cli", fallback: null });
    await expectNoLoop("claude-cli");
  });
});

it("the same hooks queue a job where no summarizer runs them", async () => {
  const file = program("by-hand", "", PASSED_ON["with all variables"]);
  const env = { PATH: "/usr/bin:/bin", HOME: user, HANDOFF_HOME: home };
  mkdirSync(home, { recursive: true });
  spawnSync(process.execPath, [file], { env, input: "" });
  expect(jobsIn(home).length).toBeGreaterThan(0);
  expect(await workerStarted(home, true)).toBe(true);
});
