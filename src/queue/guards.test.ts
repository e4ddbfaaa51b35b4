import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientPidOf, type HookFacts, reasonNotToAct, startedBySession } from "./guards.ts";
import { rememberWorker } from "./spawn-guard.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let folder: string;
let facts: HookFacts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-guards-"));
  for (const name of ["home/neutral", "project/deep"]) mkdirSync(join(folder, name), { recursive: true });
  facts = {
    home: join(folder, "home"),
    env: {},
    cwd: join(folder, "project"),
    clientPid: null,
    agentId: null,
    exclude: [],
  };
});
afterEach(() => removeFolder(folder));

const reason = (more: Partial<HookFacts> = {}) => reasonNotToAct({ ...facts, ...more });

describe("reasonNotToAct", () => {
  it("is none for a session that a person started", () => {
    expect(reason()).toBeNull();
  });

  it.each([
    ["1", "disabled"],
    ["yes", "disabled"],
    ["", null],
    ["0", null],
    ["false", null],
  ])("with HANDOFF_DISABLE=%s is %s", (value, expected) => {
    expect(reason({ env: { HANDOFF_DISABLE: value } })).toBe(expected);
  });

  it("knows a child of ours by the variable", () => {
    expect(reason({ env: { HANDOFF_CHILD: "1" } })).toBe("own-child");
  });

  it("knows a child of ours by its folder, through links too", () => {
    const link = join(folder, "link");
    symlinkSync(facts.home, link);
    expect(reason({ cwd: join(facts.home, "neutral") })).toBe("own-child");
    expect(reason({ cwd: join(link, "neutral") })).toBe("own-child");
    expect(reason({ cwd: join(facts.home, "gone") })).toBe("own-child");
    expect(reason({ cwd: `${facts.home}-beside` })).toBeNull();
  });

  it.runIf(process.platform === "linux")("knows a child of ours by the worker above it", () => {
    rememberWorker(facts.home, process.ppid, Date.now());
    expect(reason()).toBe("own-child");
  });

  it.runIf(process.platform === "linux")("knows a client that a session started", async () => {
    const start = async (env: NodeJS.ProcessEnv) => {
      const client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log()"], {
        env,
        stdio: ["ignore", "pipe", "ignore"],
      });
      await once(client.stdout, "data");
      const found = reason({ clientPid: client.pid ?? null, env: { CLAUDECODE: "1" } });
      client.kill();
      return found;
    };
    expect(await start({})).toBeNull();
    expect(await start({ NOT_CLAUDECODE: "1" })).toBeNull();
    expect(await start({ A: "b", CLAUDECODE: "1" })).toBe("nested-client");
  });

  it("takes a person's client in a terminal that an agent opened for a person's", () => {
    const environ = ["CLAUDECODE=1", "CLAUDE_PID=40"];
    const editor = [
      { pid: 60, name: "bash" },
      { pid: 50, name: "code" },
    ];
    expect(startedBySession({ environ, above: editor, foreground: true })).toBe(false);
    expect(startedBySession({ environ, above: editor, foreground: false })).toBe(true);
    const tool = [
      { pid: 60, name: "bash" },
      { pid: 40, name: "node" },
    ];
    expect(startedBySession({ environ, above: tool, foreground: true })).toBe(true);
    expect(startedBySession({ environ: ["A=1"], above: tool, foreground: false })).toBe(false);
  });

  it("does not take an unknown client for a nested one", () => {
    expect(reason({ clientPid: 4_000_000 })).toBeNull();
  });

  it("leaves sub-agents to their session", () => {
    expect(reason({ agentId: "a1" })).toBe("sub-agent");
  });

  it("does nothing in an excluded folder and below, by the project too", () => {
    const exclude = ["/elsewhere", join(folder, "project")];
    expect(reason({ exclude })).toBe("excluded");
    expect(reason({ exclude, cwd: join(folder, "project/deep") })).toBe("excluded");
    expect(reason({ exclude, cwd: join(folder, "project-two") })).toBeNull();
    const env = { CLAUDE_PROJECT_DIR: join(folder, "project") };
    expect(reason({ exclude, cwd: join(folder, "elsewhere"), env })).toBe("excluded");
  });
});

describe("clientPidOf", () => {
  it("is what the client tells", () => {
    expect(clientPidOf({ CLAUDE_PID: "4711" })).toBe(4711);
  });

  it.each([undefined, "", "0", "-4", "4.5", "x"])(
    "with %s is the closest process above that is no shell",
    (told) => {
      expect(clientPidOf({ CLAUDE_PID: told })).toBeGreaterThan(1);
      expect(clientPidOf({ CLAUDE_PID: told })).not.toBe(Number(told));
    },
  );
});
