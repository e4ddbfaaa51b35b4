import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withEvent } from "../../../queue/events.ts";
import { OpenClawMachine } from "../../openclaw/openclaw.fixture.ts";
import { checks } from "../checks.ts";
import { provider } from "../provider.ts";
import { runChecks } from "../run-checks.ts";
import { openClawBundle } from "./bundle.ts";
import { openClawLastCapture } from "./captures.ts";
import { openClawClient } from "./client.ts";
import { openClawCompaction } from "./compaction.ts";
import { openClawContextPruning } from "./context-pruning.ts";
import { openClawEvents } from "./events.ts";
import { openClawIndexSize } from "./index-size.ts";
import { openClawMemorySlot } from "./memory-slot.ts";
import { openClawNode } from "./node.ts";
import { openClawDreaming, openClawSessionMemory } from "./peers.ts";
import { openClawWired } from "./wired.ts";

const config = (values: object): OpenClawMachine => new OpenClawMachine(JSON.stringify(values));
const internal = (values: object): OpenClawMachine => config({ hooks: { internal: values } });
const defaults = (values: object): OpenClawMachine => config({ agents: { defaults: values } });

it("says nothing of OpenClaw where it was never set up", async () => {
  const machine = new OpenClawMachine(null);
  const ids = (await runChecks(checks, machine.around)).map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith("openclaw"))).toEqual([]);
  const set = await runChecks(checks, config({}).around);
  expect(set.filter(({ id }) => id.startsWith("openclaw"))).toHaveLength(15);
});

it("sees an OpenClaw whose configuration is gone by the agents it left, and says what is missing", async () => {
  const machine = new OpenClawMachine(null);
  machine.write("user/.openclaw/agents/main/agent/openclaw-agent.sqlite", "");
  const found = await runChecks(checks, machine.around);
  expect(found.find(({ id }) => id === "openclaw-wired")).toMatchObject({
    state: "fail",
    message: expect.stringContaining(`no configuration of it at ${machine.config}`),
    fix: expect.stringContaining("openclaw onboard"),
  });
});

it("says once that an included file is missing, and claims nothing from the rest", async () => {
  const machine = new OpenClawMachine("{ agents: { $include: './gone.json5' } }");
  machine.write("state/config.json", '{"provider":"openclaw"}');
  const found = await runChecks(checks, machine.around);
  const named = found.filter(({ message }) => message.includes("gone.json5, which it includes, to be there"));
  expect(named.map(({ id, state }) => `${id} ${state}`)).toEqual(["openclaw-wired fail", "provider fail"]);
  expect(found.filter(({ message }) => message.includes("see openclaw-wired"))).toHaveLength(8);
});

describe("openclaw-client", () => {
  it.each([
    [null, "unknown"],
    ["2026.9.6", "ok"],
    ["2026.6.35", "ok"],
    ["2026.3.13", "fail"],
    ["2027.1.1", "warn"],
  ])("%s: %s", async (version, state) => {
    const machine = config({});
    if (version !== null) machine.client(version);
    expect(await machine.run(openClawClient)).toMatchObject({ state });
  });
});

describe("openclaw-node", () => {
  it("fails for a gateway whose Node cannot read its databases, and does not guess", async () => {
    const machine = config({});
    expect(await machine.run(openClawNode)).toMatchObject({
      message: expect.stringContaining("was not found"),
    });
    machine.node("22.14.1");
    expect(await machine.run(openClawNode)).toMatchObject({ state: "fail" });
    machine.node("24.16.0");
    expect(await machine.run(openClawNode)).toMatchObject({
      state: expect.not.stringMatching("ok"),
      message: expect.stringContaining("would run on Node 24.16.0"),
    });
    const unit = `[Service]\nExecStart=${join(machine.folder, "bin/node")} /x/openclaw.mjs gateway\n`;
    machine.write("user/.config/systemd/user/openclaw-gateway.service", unit);
    expect(await machine.run(openClawNode)).toMatchObject({
      message: expect.stringContaining("the gateway runs on Node 24.16.0"),
    });
  });
});

describe("openclaw-wired", () => {
  it("is well after an installation", async () => {
    const machine = config({});
    expect(await machine.run(openClawWired)).toMatchObject({
      state: "fail",
      fix: "handoff install openclaw",
    });
    await machine.install();
    expect(await machine.run(openClawWired)).toMatchObject({ state: "ok" });
  });

  it("tells of a configuration that may only be read", async () => {
    const machine = config({});
    await machine.install();
    chmodSync(machine.config, 0o444);
    expect(await machine.run(openClawWired)).toMatchObject({ state: "ok" });
  });

  it("is well where every hook is loaded", async () => {
    const machine = internal({ enabled: true });
    await machine.install();
    expect(await machine.run(openClawWired)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("every hook"),
    });
  });

  it.each([
    [
      "hooks are switched off",
      { enabled: false, entries: { "session-handoff": { enabled: true } } },
      "runs no hooks",
    ],
    ["the hook is switched off", { entries: { "session-handoff": { enabled: false } } }, "switched off"],
    [
      "only others are named",
      { enabled: true, entries: { "boot-md": { enabled: true } } },
      "only named hooks are loaded: boot-md",
    ],
    ["nothing is named", {}, "no entry names a hook"],
  ])("fails where %s", async (_name, values, message) => {
    const machine = config({});
    await machine.install();
    writeFileSync(machine.config, JSON.stringify({ hooks: { internal: values } }));
    expect(await machine.run(openClawWired)).toMatchObject({
      state: "fail",
      message: expect.stringContaining(message),
    });
  });

  it("fails for a broken configuration by its place, and quotes nothing of it", async () => {
    const machine = config({});
    writeFileSync(machine.config, "{\n  token: sk-secret,,\n}");
    const { state, message } = await machine.run(openClawWired);
    expect([state, message.includes("openclaw.json:2:"), message.includes("secret")]).toEqual([
      "fail",
      true,
      false,
    ]);
  });

  it("fails for a configuration that the client rejects for a type; what depends on it is not known then", async () => {
    for (const text of ['{ hooks: "x" }', "{ agents: null }", "{ a: "]) {
      const machine = new OpenClawMachine(text);
      machine.write("user/.openclaw/workspace/MEMORY.md", "x\n");
      const found = await runChecks(checks, machine.around);
      const stateOf = (id: string): unknown => found.find((one) => one.id === `openclaw-${id}`)?.state;
      expect(stateOf("wired")).toBe("fail");
      for (const id of ["in-prompt", "memory-slot", "index-size", "session-memory", "dreaming", "compaction"])
        expect([id, stateOf(id)]).toEqual([id, "unknown"]);
      expect(stateOf("context-pruning")).toBe("unknown");
    }
  });

  it("fails for a hook that is gone, and for one of another state folder", async () => {
    const machine = config({});
    await machine.install();
    writeFileSync(join(machine.pack, "home"), "/elsewhere\n");
    expect(await machine.run(openClawWired)).toMatchObject({
      state: "fail",
      fix: "run with HANDOFF_HOME=/elsewhere",
    });
    rmSync(machine.pack, { recursive: true });
    expect(await machine.run(openClawWired)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("gone"),
    });
  });
});

describe("openclaw-bundle", () => {
  it("compares the client's copy with the installed bundle, and that with this version", async () => {
    const machine = config({});
    expect(await machine.run(openClawBundle)).toMatchObject({ state: "unknown" });
    await machine.install();
    expect(await machine.run(openClawBundle)).toMatchObject({ state: "ok" });
    const newer = { ...machine.around, version: "1.1.0" };
    expect(await openClawBundle.run(newer)).toMatchObject({ state: "warn", fix: "handoff install openclaw" });
    writeFileSync(join(machine.pack, "handler.js"), "older");
    expect(await machine.run(openClawBundle)).toMatchObject({ state: "warn" });
    rmSync(join(machine.home, "bin"), { recursive: true });
    expect(await machine.run(openClawBundle)).toMatchObject({ state: "fail" });
  });
});

describe("openclaw-events and openclaw-last-capture", () => {
  it("name what came and what never did, and whether it was captured", async () => {
    const machine = config({});
    await machine.install();
    expect(await machine.run(openClawLastCapture)).toMatchObject({
      state: "unknown",
      message: expect.stringContaining("by backfill stands in handoff log"),
    });
    expect(await machine.run(openClawEvents)).toMatchObject({
      state: "unknown",
      fix: expect.stringContaining("/new"),
    });
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const job = { host: "openclaw", event: "session-end", at, sessionId: "s", hookMs: 4 } as const;
    const blank = { version: 1, host: "openclaw", firstAt: at, events: {}, sessions: [] } as const;
    const counted = withEvent({ ...blank, sessions: [] }, { job, fate: "missed", now: new Date() });
    machine.write("state/events/openclaw.json", JSON.stringify(counted));
    expect(await machine.run(openClawEvents)).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/resets 1× .*never: compactions; never: starts of the gateway/),
    });
    expect(await machine.run(openClawLastCapture)).toMatchObject({
      state: "fail",
      fix: expect.stringContaining("--host openclaw"),
    });
  });
});

describe("openclaw-memory-slot", () => {
  it("names another plugin in the slot", async () => {
    expect(await config({}).run(openClawMemorySlot)).toMatchObject({ state: "ok" });
    expect(await config({ plugins: { slots: { memory: "none" } } }).run(openClawMemorySlot)).toMatchObject({
      state: "ok",
    });
    expect(
      await config({ plugins: { slots: { memory: "memory-lancedb" } } }).run(openClawMemorySlot),
    ).toMatchObject({
      state: "warn",
      message: expect.stringContaining("memory-lancedb"),
    });
  });
});

describe("openclaw-index-size", () => {
  const sized = (size: number, values: object = {}): OpenClawMachine => {
    const machine = config(values);
    machine.write("user/.openclaw/workspace/MEMORY.md", "x".repeat(size));
    return machine;
  };

  it.each([
    [18_000, {}, "ok"],
    [18_001, {}, "warn"],
    [20_000, {}, "warn"],
    [20_001, {}, "fail"],
    [5_000, { agents: { defaults: { bootstrapMaxChars: 4_000 } } }, "fail"],
    [5_000, { agents: { entries: { main: { bootstrapMaxChars: 4_000 } } } }, "fail"],
    [30_000, { agents: { defaults: { bootstrapMaxChars: 50_000 } } }, "ok"],
  ])("%i characters with %j: %s", async (size, values, state) => {
    expect(await sized(size, values).run(openClawIndexSize)).toMatchObject({ state });
  });

  it("takes the smaller limit of clients before 2026.8", async () => {
    const machine = sized(12_001);
    machine.client("2026.6.35");
    expect(await machine.run(openClawIndexSize)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("of 12000"),
    });
  });

  it("looks at every workspace, and at none that has no index", async () => {
    const machine = config({ agents: { entries: { a: { default: true }, b: {} } } });
    expect(await machine.run(openClawIndexSize)).toMatchObject({ state: "ok" });
    machine.write("user/.openclaw/workspace-b/MEMORY.md", "x".repeat(20_001));
    expect(await machine.run(openClawIndexSize)).toMatchObject({
      state: "fail",
      fix: expect.stringContaining("workspace-b"),
    });
  });
});

describe("the client's own memory", () => {
  it("is explained where session-memory writes too", async () => {
    expect(await internal({}).run(openClawSessionMemory)).toMatchObject({ state: "ok" });
    expect(
      await internal({ entries: { "session-memory": { enabled: false } } }).run(openClawSessionMemory),
    ).toMatchObject({ state: "ok" });
    for (const values of [{ entries: { "session-memory": {} } }, { enabled: true }]) {
      expect(await internal(values).run(openClawSessionMemory)).toMatchObject({ state: "warn" });
    }
    for (const values of [
      { enabled: false, entries: { "session-memory": { enabled: true } } },
      { enabled: true, entries: { "session-memory": { enabled: false } } },
      { enabled: true, entries: { other: {} } },
    ]) {
      expect(await internal(values).run(openClawSessionMemory)).toMatchObject({ state: "ok" });
    }
  });

  it("is explained where dreaming is on, which is the default of newer clients", async () => {
    for (const [version, set, state] of [
      ["2026.9.6", {}, "warn"],
      ["2026.6.35", {}, "ok"],
      ["2026.6.35", { enabled: true }, "warn"],
    ] as const) {
      const machine = config({ plugins: { entries: { "memory-core": { config: { dreaming: set } } } } });
      machine.client(version);
      expect(await machine.run(openClawDreaming)).toMatchObject({ state });
    }
  });

  it("is explained where dreaming is on, which is taken for the default where no version is known", async () => {
    const off = { plugins: { entries: { "memory-core": { config: { dreaming: { enabled: false } } } } } };
    expect(await config(off).run(openClawDreaming)).toMatchObject({ state: "ok" });
    expect(await config({}).run(openClawDreaming)).toMatchObject({ state: "warn" });
  });

  it("is explained with the values of compaction and its flush", async () => {
    const values = { compaction: { mode: "default", memoryFlush: { model: "ollama/q" } } };
    const { state, message } = await defaults(values).run(openClawCompaction);
    expect([state, message.includes("mode default"), message.includes("ollama/q")]).toEqual([
      "ok",
      true,
      true,
    ]);
    const off = await defaults({ compaction: { enabled: false, memoryFlush: { enabled: false } } }).run(
      openClawCompaction,
    );
    expect(off.message).toMatch(/automatic compaction is off.*flush before it is off/);
  });

  it.each([
    [{}, "with Anthropic credentials"],
    [{ mode: "off" }, "is off"],
    [{ mode: "cache-ttl", ttl: "30m" }, "ttl 30m"],
    [{ mode: "cache-ttl", ttl: 7 }, "ttl 7m"],
    [{ mode: "cache-ttl" }, "ttl 5m, the default"],
    [{ mode: "cache-ttl", hardClear: { enabled: false } }, "none is cleared"],
  ])("is explained with the values of context pruning: %j", async (contextPruning, message) => {
    const found = await defaults({ contextPruning }).run(openClawContextPruning);
    expect(found).toMatchObject({ state: "ok", message: expect.stringContaining(message) });
  });
});

describe("provider openclaw", () => {
  const chosen = async (form: string): Promise<OpenClawMachine> => {
    const machine = config({});
    await machine.plan("one", { form }).apply();
    machine.write("state/config.json", '{"provider":"openclaw"}');
    return machine;
  };

  it("fails with the hook pack, which cannot ask OpenClaw's model, and says how to change the form", async () => {
    expect(await (await chosen("pack")).run(provider)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("only the plugin can ask"),
      fix: "handoff uninstall openclaw, then handoff install openclaw --form plugin",
    });
  });

  it("is well with the plugin", async () => {
    expect(await (await chosen("plugin")).run(provider)).toMatchObject({ state: "ok" });
  });
});
