import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedPackage, runIn } from "../fixtures/installed-package.ts";
import { SAMPLE } from "../fixtures/run-cli.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

/** A worker starts, reads a small transcript and writes a memory in about a second; a busy machine takes longer. */
const WAIT_MS = 60_000;
const SESSION = /"sessionId": ?"([^"]+)"/.exec(readFileSync(SAMPLE, "utf8"))?.[1] ?? "";
const SETTINGS = '\uFEFF{\r\n\t// mine\r\n\t"model": "opus", "hooks": { "Stop": [] },\r\n}';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "handoff-live-")));
const home = path.join(folder, "home");
const project = path.join(folder, "project");
const settings = path.join(home, ".claude/settings.json");
const state = path.join(home, ".local/state/session-handoff");
const memory = path.join(home, ".claude/projects", project.replaceAll(/[^a-zA-Z0-9]/g, "-"), "memory");
const env = { PATH: process.env["PATH"] ?? "", HOME: home };
const away = path.join(folder, "elsewhere");
let client: ChildProcess | undefined;
let bin = "";

interface Hook {
  command: string;
  args: string[];
}

/** Starts the hook that the settings name for an event, as the client does: JSON on stdin, its process id told. */
function fire(event: string, payload: object) {
  const text = readFileSync(settings, "utf8")
    .slice(1)
    .replace(/\t\/\/ mine\r\n/, "")
    .replace(/,\r\n\}$/, "}");
  const groups = JSON.parse(text).hooks[event] as { hooks: Hook[] }[];
  const hook = groups.flatMap(({ hooks }) => hooks).at(-1);
  expect(hook).toBeDefined();
  const input = { session_id: SESSION, cwd: project, hook_event_name: event, ...payload };
  const hookEnv = { ...env, CLAUDE_PROJECT_DIR: project, CLAUDECODE: "1", CLAUDE_PID: String(client?.pid) };
  return runIn(hookEnv, project, hook?.command ?? "", hook?.args ?? [], JSON.stringify(input));
}

/** The command in the state folder: the package may be gone. */
function installedCli(): string {
  const about = path.join(away, "node_modules/session-handoff/package.json");
  const { version } = JSON.parse(readFileSync(about, "utf8"));
  return path.join(state, "bin", version, "cli.js");
}

async function until(done: () => boolean): Promise<boolean> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(100)) if (done()) return true;
  return done();
}

beforeAll(() => {
  mkdirSync(path.dirname(settings), { recursive: true });
  mkdirSync(path.join(project, ".git"), { recursive: true });
  writeFileSync(settings, SETTINGS);
  ({ bin } = installedPackage(path.join(folder, "package"), env));
  // Stands for the client: hooks look at its environment.
  client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { env, stdio: "ignore" });
});

afterAll(() => {
  client?.kill();
});

describe("the package, installed into Claude Code's settings", () => {
  const transcript = path.join(path.dirname(memory), `${SESSION}.jsonl`);

  it("shows the change without writing it", () => {
    const shown = runIn(env, project, bin, ["install", "claude-code", "--dry-run"]);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toContain("+++");
    expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
    expect(existsSync(state)).toBe(false);
  });

  it("is copied to a place of its own, and needs the package no longer", () => {
    const done = runIn(env, project, bin, ["install", "claude-code", "--json"]);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(done.out).changed.map(({ how }: { how: string }) => how)).toEqual(["copied", "edited"]);
    const again = runIn(env, project, bin, ["install", "claude-code", "--json"]);
    expect(JSON.parse(again.out).changed).toEqual([]);
    renameSync(path.join(folder, "package"), away);
  });

  it("captures a session that ends, without holding the client up", async () => {
    mkdirSync(path.dirname(transcript), { recursive: true });
    cpSync(SAMPLE, transcript);
    const done = fire("SessionEnd", { transcript_path: transcript, reason: "prompt_input_exit" });
    expect(done).toEqual({ code: 0, out: "", err: "" });
    expect(await until(() => existsSync(path.join(memory, "MEMORY.md")))).toBe(true);
    expect(readFileSync(path.join(memory, "MEMORY.md"), "utf8")).toContain("tidepool");
  });

  it("tells the next session where the last one stopped", async () => {
    const start = { session_id: "11111111-2222-4333-8444-555555555555", source: "startup" };
    let told = "";
    await until(() => {
      const done = fire("SessionStart", start);
      expect(done).toMatchObject({ code: 0, err: "" });
      told = done.out;
      return told !== "";
    });
    const { hookSpecificOutput } = JSON.parse(told);
    expect(hookSpecificOutput.hookEventName).toBe("SessionStart");
    expect(hookSpecificOutput.additionalContext).toContain("forecast");
    expect(hookSpecificOutput.additionalContext.length).toBeLessThanOrEqual(2_000);
  });

  it("is found in order by doctor, and the comment in the settings is not", () => {
    const done = runIn(env, project, process.execPath, [installedCli(), "doctor", "--json"]);
    const { checks } = JSON.parse(done.out) as { checks: { id: string; state: string }[] };
    const states = Object.fromEntries(checks.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({ wired: "fail", "last-capture": "ok", queue: "ok", "index-size": "ok" });
    expect(done.code).toBe(1);
  });

  it("is taken out byte for byte, with its own copy, and leaves the memory", () => {
    const done = runIn(env, project, process.execPath, [
      installedCli(),
      "uninstall",
      "claude-code",
      "--json",
    ]);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(done.out).changed).toEqual([
      { file: settings, how: "restored" },
      { file: path.join(state, "bin"), how: "removed" },
    ]);
    expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
    expect(existsSync(path.join(state, "bin"))).toBe(false);
    expect(existsSync(path.join(memory, "MEMORY.md"))).toBe(true);
    removeFolder(folder);
  });
});
