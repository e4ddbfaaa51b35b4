import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json } from "../../src/hosts/json.ts";
import { presetManifest } from "../../src/manifest/presets.ts";
import { putAsk, readAnswer } from "../../src/store/asks.ts";
import { writeGate } from "../../src/store/gates.ts";
import { handler as pack } from "./pack.ts";
import type { PluginApi } from "./plugin-api.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

/** What a gateway does with the plugin it has loaded. */
interface Host {
  /** An event of HOOK.md. */
  internal: (event: Json) => Promise<void>;
  /** A typed event. */
  typed: (name: string, event: Json, context: Json) => unknown;
  /** The result of a tool as the agent reads it. */
  result: (event: Json, context?: Json) => Json;
  start: () => void;
  stop: () => void;
}

let folder: string;
let home: string;
let workspace: string;
let hosts: Host[];
let plugin: { register: (api: PluginApi) => void };
const VARIABLES = ["HOME", "HANDOFF_HOME", "OPENCLAW_STATE_DIR"] as const;
const homeBefore = process.env["HOME"];
beforeEach(async () => {
  // As a gateway that starts loads it: with nothing remembered.
  vi.resetModules();
  plugin = (await import("./plugin.ts")).default;
  folder = mkdtempSync(join(tmpdir(), "handoff-plugin-"));
  home = join(folder, "state");
  workspace = join(folder, "desk");
  mkdirSync(workspace, { recursive: true });
  hosts = [];
  Object.assign(process.env, { HOME: folder, HANDOFF_HOME: home, OPENCLAW_STATE_DIR: join(folder, "oc") });
});
afterEach(() => {
  for (const host of hosts) host.stop();
  // The same object, as the pack keeps it.
  for (const name of VARIABLES) delete process.env[name];
  if (homeBefore !== undefined) process.env["HOME"] = homeBefore;
  removeFolder(folder);
});

function load({
  without = [],
  runtime = {},
}: { without?: (keyof PluginApi)[]; runtime?: PluginApi["runtime"] } = {}): Host {
  const typed = new Map<string, (event: Json, context: Json) => unknown>();
  let internal: Host["internal"] = async () => {};
  let service = { start: (): void => {}, stop: (): void => {} };
  let middleware: ((event: Json, context: Json) => { result: Json } | undefined) | undefined;
  const api: PluginApi = {
    registrationMode: "full",
    config: { agents: { entries: { main: { workspace } } } },
    runtime,
    registerHook: (_events, handler) => void (internal = handler),
    on: (name, handler) => void typed.set(name, handler),
    registerService: (given) => void (service = given),
    registerAgentToolResultMiddleware: (handler) => void (middleware = handler),
  };
  for (const name of without) delete (api as Partial<PluginApi>)[name];
  plugin.register(api);
  const host: Host = {
    internal,
    typed: (name, event, context) => typed.get(name)?.(event, context),
    result: (event, context = { sessionKey: KEY }) =>
      middleware?.(event, context)?.result ?? (event["result"] as Json),
    start: () => service.start(),
    stop: () => service.stop(),
  };
  hosts.push(host);
  host.start();
  return host;
}

const KEY = "agent:main:main";
const reset = (sessionKey = KEY): Json => ({
  type: "command",
  action: "new",
  sessionKey,
  timestamp: new Date(),
  context: { agentId: "main", workspaceDir: workspace, previousSessionEntry: { sessionId: "s1" } },
});
const end = (host: Host, reason: string, sessionKey = KEY): unknown =>
  host.typed(
    "session_end",
    { sessionId: "s1", sessionKey, reason, messageCount: 0 },
    { agentId: "main", sessionId: "s1" },
  );

interface Queued {
  event: string;
  cause: string;
  cwd: string;
}
function queued(): Queued[] {
  let names: string[] = [];
  try {
    names = readdirSync(join(home, "queue/pending"));
  } catch {
    return [];
  }
  return names.map((name) => JSON.parse(readFileSync(join(home, "queue/pending", name), "utf8")) as Queued);
}

describe("the plugin at a reset", () => {
  it("queues it once, whichever of its two events comes first", async () => {
    const host = load();
    const before = end(host, "new");
    await host.internal(reset());
    const after = end(host, "new");
    await Promise.all([before, after]);
    expect(queued()).toMatchObject([{ event: "session-end", cause: "new", cwd: workspace }]);
  });

  it("queues it once, also where the host registered the plugin twice and tells each of one event", async () => {
    const [first, second] = [load(), load()];
    const before = end(second, "new");
    await first.internal(reset());
    await Promise.all([before, end(second, "new")]);
    expect(queued()).toHaveLength(1);
  });

  it("queues one that no other event tells of, as where internal hooks are switched off", async () => {
    const host = load();
    await Promise.all([end(host, "idle"), end(host, "daily", "agent:main:group:1")]);
    expect(queued()).toMatchObject([{ event: "session-end", cause: "idle" }]);
  });

  it("acts in the place of the pack as long as it runs", async () => {
    const host = load();
    await pack(reset());
    await host.internal(reset());
    expect(queued()).toHaveLength(1);
    host.stop();
    await pack(reset());
    expect(queued()).toHaveLength(2);
  });

  it("leaves the pack of another state folder alone", async () => {
    load();
    home = join(folder, "other");
    process.env["HANDOFF_HOME"] = home;
    await pack(reset());
    expect(queued()).toHaveLength(1);
  });
});

describe("the plugin when its gateway ends", () => {
  it("has queued each session before the event is over, and starts nothing", () => {
    const host = load();
    void end(host, "shutdown");
    void end(host, "restart", "agent:main:notes");
    expect(
      queued()
        .map(({ cause }) => cause)
        .toSorted(),
    ).toEqual(["restart", "shutdown"]);
    expect(readdirSync(home)).not.toContain("guard");
  });

  it("queues nothing where nothing is to be recorded, of deleted sessions, and at compactions", async () => {
    const host = load();
    void end(host, "deleted");
    void end(host, "compaction");
    void end(host, "shutdown", "agent:main:cron:daily");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "config.json"), '{"capture":false}');
    void end(host, "shutdown");
    await sleep(50);
    expect(queued()).toEqual([]);
  });
});

describe("a memory file that the agent writes", () => {
  const POINTERS = "# Memory\n\n- [build](memory/topics/build.md): how it is built\n";
  const FACT = "The till rounds to five cents because the bank asked for it in March.\n";
  const OK = { content: [{ type: "text", text: "written" }], details: { bytes: 1 } };
  const texts = (result: Json): string[] => (result["content"] as { text: string }[]).map(({ text }) => text);

  /** A run in which a tool puts `text` into a file; what the agent reads of it. */
  function write(host: Host, path: string, text: string, params: Json = { path }, more: Json = {}): string[] {
    const context = { agentId: "main", workspaceDir: workspace, bootstrapFiles: [] };
    void host.internal({
      type: "agent",
      action: "bootstrap",
      sessionKey: KEY,
      timestamp: new Date(),
      context,
    });
    writeFileSync(join(workspace, path), text);
    return texts(host.result({ toolName: "write", args: params, result: OK, ...more }));
  }
  beforeEach(() => {
    writeGate(home, workspace, presetManifest("openclaw").manifest);
    writeFileSync(join(workspace, "MEMORY.md"), POINTERS);
  });

  it("is told about with the result of that call, and not again", () => {
    const host = load();
    const told = write(host, "MEMORY.md", `${POINTERS}\n${FACT}`);
    expect(told).toEqual(["written", expect.stringContaining("MEMORY.md holds pointers only")]);
    expect(told.join("")).not.toContain("till rounds");
    expect(write(host, "MEMORY.md", `${POINTERS}\n${FACT}`)).toEqual(["written"]);
  });

  it("is told about where the host registered the plugin twice, and tells each of one event", () => {
    const [first, second] = [load(), load()];
    const host = { ...first, result: second.result };
    expect(write(host, "MEMORY.md", `${POINTERS}\n${FACT}`)).toHaveLength(2);
  });

  it("is told about by a host that names the working folder only", () => {
    const host = load();
    const result = (event: Json): Json => {
      // Where the agent that is meant when none is named works.
      const context = { agentId: "main", workspaceDir: folder, bootstrapFiles: [] };
      void host.internal({ ...reset(), type: "agent", action: "bootstrap", context });
      return host.result({ ...event, cwd: workspace }, { runtime: "openclaw" });
    };
    expect(write({ ...host, result }, "MEMORY.md", `${POINTERS}\n${FACT}`)).toHaveLength(2);
  });

  it("is recognised in a patch", () => {
    const input = `*** Begin Patch\n*** Update File: ${join(workspace, "MEMORY.md")}\n*** End Patch`;
    expect(write(load(), "MEMORY.md", `${POINTERS}\n${FACT}`, { input })).toHaveLength(2);
  });

  it.each([
    ["keeps the rules", "MEMORY.md", `${POINTERS}- [till](memory/topics/till.md): rounding\n`, {}],
    ["failed", "MEMORY.md", `${POINTERS}\n${FACT}`, { isError: true }],
    ["is no memory", "notes.md", FACT, {}],
  ])("leaves the result as it is where the write %s", (_what, path, text, more) => {
    expect(write(load(), path, text, { path }, more)).toEqual(["written"]);
  });

  it("is not looked at in excluded folders and by versions that cannot tell", () => {
    writeFileSync(join(home, "config.json"), JSON.stringify({ exclude: [workspace] }));
    expect(write(load(), "MEMORY.md", `${POINTERS}\n${FACT}`)).toEqual(["written"]);
    writeFileSync(join(home, "config.json"), "{}");
    writeFileSync(join(workspace, "MEMORY.md"), POINTERS);
    const old = load({ without: ["registerAgentToolResultMiddleware"] });
    expect(write(old, "MEMORY.md", `${POINTERS}\n${FACT}`)).toEqual(["written"]);
  });
});

it("a registration that the host gave up asks no model: the one that it kept does", async () => {
  const kept = { complete: () => Promise.resolve({ text: "answer", stopReason: "stop" }) };
  const gone = { complete: () => Promise.reject(new Error("Plugin runtime is no longer active.")) };
  load({ runtime: { llm: kept } });
  load({ runtime: { llm: gone } });
  const until = new Date(Date.now() + 60_000).toISOString();
  const id = putAsk(home, { version: 1, until, model: null, maxTokens: 9, system: [], turns: [] });
  while (readAnswer(home, id) === null) await sleep(50);
  expect(readAnswer(home, id)).toMatchObject({ text: "answer" });
});

it("a plugin that is only looked at registers nothing", () => {
  const fail = (): never => {
    throw new Error("registered");
  };
  const looked = {
    registrationMode: "cli-metadata",
    runtime: {},
    registerHook: fail,
    on: fail,
    registerService: fail,
  };
  expect(() => plugin.register(looked)).not.toThrow();
});
