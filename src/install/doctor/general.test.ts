import { chmodSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { recordTrust } from "../../store/trust.ts";
import { config } from "./config.ts";
import { events } from "./events.ts";
import { hookTime } from "./hook-time.ts";
import { indexSize } from "./index-size.ts";
import { lastCapture } from "./last-capture.ts";
import { manifestTrust } from "./manifest-trust.ts";
import { privacy } from "./privacy.ts";
import { provider } from "./provider.ts";
import { queue } from "./queue.ts";
import { recursion } from "./recursion.ts";
import { spend } from "./spend.ts";
import { hoursAgo, Machine } from "./surroundings.fixture.ts";

let machine = new Machine();
beforeEach(() => {
  machine = new Machine();
});

describe("config", () => {
  it("is well without a file and with a valid one", async () => {
    expect(await machine.run(config)).toMatchObject({ state: "ok" });
    machine.write("state/config.json", { provider: "extractive" });
    expect(await machine.run(config)).toMatchObject({ state: "ok" });
  });

  it("fails by the name of the setting, never by its value", async () => {
    machine.write("state/config.json", { apiKey: 7, dailyCalls: "sk-ant-secret" });
    const { state, message } = await machine.run(config);
    expect(state).toBe("fail");
    expect(message).toMatch(/apiKey|dailyCalls/);
    expect(message).not.toContain("sk-ant-secret");
  });

  it("warns when capture or recall is switched off", async () => {
    machine.write("state/config.json", { capture: false });
    expect(await machine.run(config)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("capture"),
    });
  });
});

describe("privacy", () => {
  it("is well where only the owner reads", async () => {
    expect(await machine.run(privacy)).toMatchObject({ state: "ok" });
  });

  it("warns of an open folder and fails for an open key", async () => {
    chmodSync(machine.home, 0o755);
    expect(await machine.run(privacy)).toMatchObject({ state: "warn" });
    chmodSync(machine.write("state/config.json", { apiKey: "k" }), 0o644);
    expect(await machine.run(privacy)).toMatchObject({
      state: "fail",
      fix: expect.stringContaining("chmod 600"),
    });
  });
});

describe("events", () => {
  it("tells which ever fired, and when", async () => {
    machine.count({ event: "session-start" }, { event: "session-end" });
    const { state, message } = await machine.run(events);
    expect(state).toBe("ok");
    expect(message).toContain("session-end 1× (last 2026-11-30 11:00 UTC)");
    expect(message).toContain("never: stop, pre-compact");
  });

  it("warns when sessions start and never end", async () => {
    machine.count({ event: "session-start" }, { event: "session-start" }, { event: "session-start" });
    expect(await machine.run(events)).toMatchObject({ state: "warn" });
  });

  it("warns when sessions went on and nothing ever came; before the first session it cannot tell", async () => {
    expect(await machine.run(events)).toMatchObject({ state: "unknown" });
    await machine.install();
    expect(await machine.run(events)).toMatchObject({ state: "unknown" });
    machine.transcript("s1", hoursAgo(1), [{}]);
    expect(await machine.run(events)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("1 session "),
    });
  });
});

describe("hook-time", () => {
  it.each([
    [80, "ok"],
    [900, "warn"],
    [1_600, "fail"],
  ])("of %i ms is %s", async (hookMs, state) => {
    machine.count({ hookMs });
    expect(await machine.run(hookTime)).toMatchObject({ state, message: expect.stringContaining("1500 ms") });
  });

  it("cannot be told before a hook ran", async () => {
    expect(await machine.run(hookTime)).toMatchObject({ state: "unknown" });
  });
});

describe("last-capture", () => {
  it("is well when every session that ended was captured, or held nothing", async () => {
    machine.count({ sessionId: "a" }, { sessionId: "b", fate: "nothing" });
    const { state, message } = await machine.run(lastCapture);
    expect(state).toBe("ok");
    expect(message).toContain("last capture 2026-11-30 11:00 UTC; 1 session ended, 0 of them");
  });

  it("warns of one that was missed, and fails when the last three were", async () => {
    machine.count({ sessionId: "a" }, { sessionId: "b", fate: "missed" });
    expect(await machine.run(lastCapture)).toMatchObject({ state: "warn" });
    const missed = ["b", "c", "d"].map((sessionId) => ({ sessionId, fate: "missed" as const }));
    machine.count({ sessionId: "a" }, ...missed);
    expect(await machine.run(lastCapture)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("3 of them"),
    });
  });

  it("gives a worker some minutes", async () => {
    machine.count({ sessionId: "a" }, { sessionId: "b", fate: "missed", at: hoursAgo(0.05) });
    expect(await machine.run(lastCapture)).toMatchObject({ state: "ok" });
  });
});

const job = (at: string) => ({
  version: 1,
  id: "20261130T110000000-1-session-end-00000001",
  host: "claude-code",
  event: "session-end",
  at,
  sessionId: "s1",
  transcript: null,
  cwd: "/srv",
  cause: null,
  clientPid: null,
  lastAnswer: null,
  hookMs: 1,
  env: {},
});

describe("queue", () => {
  it("is well when it is empty, or has jobs of just now", async () => {
    expect(await machine.run(queue)).toMatchObject({ state: "ok" });
    machine.write(`state/queue/pending/${job("").id}.json`, job(hoursAgo(0.1)));
    expect(await machine.run(queue)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("1 job waiting"),
    });
  });

  it("fails when a job waits for hours", async () => {
    machine.write(`state/queue/pending/${job("").id}.json`, job(hoursAgo(3)));
    expect(await machine.run(queue)).toMatchObject({
      state: "fail",
      fix: expect.stringContaining("handoff worker"),
    });
  });

  it("warns of jobs that were given up, with their reasons", async () => {
    const letter = {
      version: 1,
      id: job("").id,
      failedAt: hoursAgo(1),
      error: "memory-unwritable",
      job: job(hoursAgo(2)),
      raw: null,
    };
    machine.write(`state/queue/failed/${job("").id}.json`, letter);
    expect(await machine.run(queue)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("memory-unwritable"),
    });
  });
});

describe("recursion", () => {
  const log = (...lines: string[]) => machine.write("state/log/handoff.log", `${lines.join("\n")}\n`);

  it("is well without a hit, and with a few", async () => {
    expect(await machine.run(recursion)).toMatchObject({ state: "ok" });
    log(
      `${hoursAgo(2)} hook claude-code/stop: not acted on: nested-client`,
      `${hoursAgo(1)} job-done x applied`,
    );
    expect(await machine.run(recursion)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("2026-11-30 10:00 UTC; 1 time"),
    });
  });

  it("warns of a loop, and of workers that were held back", async () => {
    log(...Array.from({ length: 60 }, () => `${hoursAgo(2)} hook claude-code/stop: not acted on: own-child`));
    expect(await machine.run(recursion)).toMatchObject({ state: "warn" });
    log(`${hoursAgo(2)} worker not started: more than 30 starts in a minute`);
    expect(await machine.run(recursion)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("held back"),
    });
  });
});

describe("spend", () => {
  const day = (more: object) =>
    machine.write("state/spend/2026-11-30.json", {
      version: 1,
      date: "2026-11-30",
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      refused: 0,
      reservedTokens: 0,
      restarts: 0,
      ...more,
    });

  it("tells the counters against the limits", async () => {
    day({ calls: 3, inputTokens: 900, outputTokens: 100 });
    expect(await machine.run(spend)).toMatchObject({
      state: "ok",
      message: "model calls today (UTC): 3 of 100, tokens 1000 of 500000",
    });
  });

  it("warns when the day's limit is reached", async () => {
    machine.write("state/config.json", { provider: "anthropic", dailyCalls: 1 });
    day({ calls: 1 });
    expect(await machine.run(spend)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("1 of 1"),
    });
  });
});

describe("provider", () => {
  const chosen = (settings: object) => machine.write("state/config.json", settings);

  it("extractive needs nothing", async () => {
    expect(await machine.run(provider)).toMatchObject({ state: "ok" });
  });

  it("anthropic needs a key, which is never shown", async () => {
    chosen({ provider: "anthropic" });
    expect(await machine.run(provider)).toMatchObject({ state: "fail" });
    chosen({ provider: "anthropic", baseURL: "http://127.0.0.1:11434" });
    expect(await machine.run(provider)).toMatchObject({ state: "unknown" });
    chosen({ provider: "anthropic", apiKey: "sk-ant-hidden" });
    const found = await machine.run(provider);
    expect(found.state).toBe("ok");
    expect(found.message).not.toContain("hidden");
  });

  it("openclaw needs the plugin there, and its leave for a model of one's own", async () => {
    const plugin = (entry: object) =>
      machine.write("home/.openclaw/openclaw.json", { plugins: { entries: { "session-handoff": entry } } });
    chosen({ provider: "openclaw" });
    expect(await machine.run(provider)).toMatchObject({ state: "fail" });
    plugin({ enabled: false });
    expect(await machine.run(provider)).toMatchObject({ state: "fail" });
    plugin({ enabled: true });
    expect(await machine.run(provider)).toMatchObject({ state: "ok" });
    chosen({ provider: "openclaw", model: "mock/small" });
    const found = await machine.run(provider);
    expect(found).toMatchObject({ state: "fail" });
    expect(found).toHaveProperty("fix", expect.stringContaining("llm.allowModelOverride"));
    plugin({ enabled: true, llm: { allowModelOverride: true } });
    expect(await machine.run(provider)).toMatchObject({ state: "ok" });
  });

  it("is told by its last call, where one was made; a limit of ours says nothing of it", async () => {
    chosen({ provider: "anthropic", apiKey: "k" });
    const result = (id: string, more: object) =>
      machine.write(`state/queue/done/${id}.json`, {
        ...job(hoursAgo(2)),
        id,
        outcome: "applied",
        root: "/memory",
        receipts: ["r1"],
        note: null,
        extractedAt: hoursAgo(2),
        finishedAt: hoursAgo(2),
        ...more,
      });
    result("20261130T090000000-1-session-end-00000001", { receipts: ["r1", "r2"] });
    expect(await machine.run(provider)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("went well"),
    });
    const note = (code: string) => `anthropic: ${code}; the extractive result stands`;
    result("20261130T100000000-1-session-end-00000002", { note: note("provider-auth") });
    result("20261130T110000000-1-session-end-00000003", { note: note("provider-daily-cap") });
    expect(await machine.run(provider)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("provider-auth"),
    });
  });

  it("claude-cli needs the program", async () => {
    chosen({ provider: "claude-cli" });
    expect(await machine.run(provider)).toMatchObject({ state: "fail" });
    chmodSync(machine.write("bin/claude", "#!/bin/sh\n"), 0o755);
    expect(await machine.run(provider)).toMatchObject({ state: "ok" });
  });

  it("command needs one that may be run", async () => {
    chosen({ provider: "command", command: [join(machine.folder, "mine"), "--short"] });
    expect(await machine.run(provider)).toMatchObject({ state: "fail" });
    chmodSync(machine.write("mine", "#!/bin/sh\n"), 0o755);
    expect(await machine.run(provider)).toMatchObject({ state: "ok" });
  });
});

describe("config of a folder that is kept out", () => {
  it("warns that nothing is captured there", async () => {
    machine.write("state/config.json", { exclude: [machine.folder] });
    expect(await machine.run(config)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("nothing is captured here"),
    });
  });

  it("names the call that takes a wrong setting out, or the file where it is no JSON", async () => {
    machine.write("state/config.json", { capture: "maybe" });
    expect((await machine.run(config)).fix).toContain("handoff config --unset capture");
    machine.write("state/config.json", "{");
    expect((await machine.run(config)).fix).toContain("or remove it");
  });
});

describe("manifest-trust", () => {
  it("is well without a manifest, and with one that was trusted", async () => {
    expect(await machine.run(manifestTrust)).toMatchObject({ state: "ok" });
    machine.write("project/.memory/MANIFEST.md", "# Manifest\n");
    recordTrust(machine.home, machine.project, join(machine.project, ".memory"));
    expect(await machine.run(manifestTrust)).toMatchObject({ state: "ok" });
  });

  it("is well where the manifest lies in the workspace of an agent, which is its own memory", async () => {
    const config = { agents: { defaults: { workspace: machine.project } } };
    machine.write("openclaw/openclaw.json", config);
    machine.write("project/MANIFEST.md", "# Manifest\n");
    expect(await machine.run(manifestTrust)).toMatchObject({ state: "warn" });
    machine.env["OPENCLAW_STATE_DIR"] = join(machine.folder, "openclaw");
    expect(await machine.run(manifestTrust)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("the agent's own memory"),
    });
  });

  it("warns of one that changed since it was trusted", async () => {
    machine.write("project/.memory/MANIFEST.md", "# Manifest\n");
    recordTrust(machine.home, machine.project, join(machine.project, ".memory"));
    machine.write("project/.memory/MANIFEST.md", "# Manifest\n\nMore.\n");
    expect(await machine.run(manifestTrust)).toMatchObject({
      state: "warn",
      fix: expect.stringContaining("handoff trust again"),
    });
  });

  it("warns of one that nobody trusted", async () => {
    machine.write("project/.memory/MANIFEST.md", "# Manifest\n");
    expect(await machine.run(manifestTrust)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("project/.memory/MANIFEST.md"),
    });
  });
});

describe("index-size", () => {
  const index = (text: string) =>
    machine.write(join(machine.memory, "MEMORY.md").slice(machine.folder.length + 1), text);

  it("fails where the manifest cannot be understood, with its line", async () => {
    machine.write(join(machine.memory, "MANIFEST.md").slice(machine.folder.length + 1), "garbage\n");
    expect(await machine.run(indexSize)).toMatchObject({
      state: "fail",
      message: expect.stringContaining(`${join(machine.memory, "MANIFEST.md")}:1`),
    });
  });

  it("is well below every limit", async () => {
    expect(await machine.run(indexSize)).toMatchObject({ state: "ok" });
    index("# Memory\n");
    expect(await machine.run(indexSize)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("9 of 5000 characters"),
    });
  });

  it("warns near and over our limit, and fails where the client cuts", async () => {
    index("x".repeat(4_600));
    expect(await machine.run(indexSize)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("nearly full"),
    });
    index("x".repeat(5_000));
    expect(await machine.run(indexSize)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("wait"),
    });
    index("- row\n".repeat(201));
    expect(await machine.run(indexSize)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("201 of 200 lines"),
    });
  });
});
