import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { WIRED_FILES } from "../../claude-code/entries.ts";
import { hoursAgo, Machine } from "../surroundings.fixture.ts";
import { bundle } from "./bundle.ts";
import { clientVersion } from "./client-version.ts";
import { hooksAllowed } from "./hooks-allowed.ts";
import { memoryFolder } from "./memory-folder.ts";
import { silence } from "./silence.ts";
import { trust } from "./trust.ts";
import { wired } from "./wired.ts";

let machine = new Machine();
beforeEach(() => {
  machine = new Machine();
});
const settings = "home/.claude/settings.json";

describe("wired", () => {
  it("fails where the hooks use another state folder, and names it", async () => {
    await machine.install();
    const around = { ...machine.around, home: join(machine.folder, "elsewhere") };
    expect(await wired.run(around)).toMatchObject({
      state: "fail",
      fix: `run with HANDOFF_HOME=${machine.home}`,
    });
  });

  it("warns of a hook that stands twice", async () => {
    await machine.install();
    const file = join(machine.client, "settings.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    settings.hooks.Stop.push(...settings.hooks.Stop);
    writeFileSync(file, JSON.stringify(settings));
    expect(await machine.run(wired)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("twice"),
    });
  });

  it("is well when the settings start every hook, and names them", async () => {
    await machine.install();
    expect(await machine.run(wired)).toMatchObject({
      state: "ok",
      message: `wired in ${machine.folder}/${settings}`,
    });
  });

  it("is well through the plugin", async () => {
    machine.write(settings, { enabledPlugins: { "session-handoff@market": true } });
    expect(await machine.run(wired)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("plugin"),
    });
  });

  it("fails where nothing is wired, and cannot tell where there is no client", async () => {
    expect(await machine.run(wired)).toMatchObject({ state: "unknown" });
    machine.write(settings, { enabledPlugins: { "session-handoff@market": false } });
    expect(await machine.run(wired)).toMatchObject({ state: "fail", fix: "handoff install claude-code" });
  });

  it("fails when the hooks were taken out by hand, and warns when some were", async () => {
    await machine.install();
    const values = JSON.parse(readFileSync(join(machine.folder, settings), "utf8"));
    delete values.hooks.SessionEnd;
    machine.write(settings, values);
    expect(await machine.run(wired)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("SessionEnd"),
    });
    machine.write(settings, {});
    expect(await machine.run(wired)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("was installed"),
    });
  });

  it("fails for settings that the client ignores, with the place", async () => {
    await machine.install();
    const text = readFileSync(join(machine.folder, settings), "utf8");
    machine.write(settings, `// mine\n${text}`);
    expect(await machine.run(wired)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("settings.json:1:1"),
    });
  });

  it("warns of hooks of another state folder", async () => {
    await machine.install();
    const hook = { type: "command", command: "node", args: ["/old/bin/1.0.0/hooks/claude-code/stop.js"] };
    machine.write("project/.claude/settings.json", { hooks: { Stop: [{ hooks: [hook] }] } });
    expect(await machine.run(wired)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("project/.claude"),
    });
  });
});

describe("bundle", () => {
  it("is well while node, hooks and worker are there", async () => {
    expect(await machine.run(bundle)).toMatchObject({ state: "unknown" });
    await machine.install();
    expect(await machine.run(bundle)).toMatchObject({ state: "ok" });
  });

  it.each(["hooks/claude-code/stop.js", "worker.js"])("fails when %s is gone", async (file) => {
    await machine.install();
    rmSync(join(machine.home, "bin/1.0.0", file));
    expect(await machine.run(bundle)).toMatchObject({
      state: "fail",
      message: expect.stringContaining(file),
    });
  });

  it("warns when the hooks are of another version than this", async () => {
    await machine.install();
    expect(await bundle.run({ ...machine.around, version: "1.1.0" })).toMatchObject({ state: "warn" });
  });

  it("fails when the node is gone", async () => {
    await machine.install();
    const text = readFileSync(join(machine.folder, settings), "utf8");
    machine.write(settings, text.replaceAll(JSON.stringify(process.execPath), '"/gone/node"'));
    expect(await machine.run(bundle)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("/gone/node"),
    });
  });
});

describe("bundle of the plugin", () => {
  const files = ["worker.js", ...WIRED_FILES].map((file) => `market/dist/${file}`);
  beforeEach(() => {
    machine.write(settings, { enabledPlugins: { "session-handoff@market": true } });
    machine.write("home/.claude/plugins/installed_plugins.json", {
      plugins: { "session-handoff@market": [{ installPath: join(machine.folder, "cache") }] },
    });
    machine.write("home/.claude/plugins/known_marketplaces.json", {
      market: { installLocation: join(machine.folder, "market") },
    });
    for (const file of files) machine.write(file, "");
    chmodSync(machine.write("bin/node", ""), 0o755);
  });

  it("is well while its files and node are there", async () => {
    expect(await machine.run(bundle)).toMatchObject({
      state: "ok",
      message: expect.stringContaining("market/dist"),
    });
  });

  it.each(["market/dist/worker.js", "bin/node"])("fails without %s", async (file) => {
    rmSync(join(machine.folder, file));
    expect(await machine.run(bundle)).toMatchObject({ state: "fail" });
  });

  it("cannot be told where the client does not say", async () => {
    rmSync(join(machine.folder, "home/.claude/plugins"), { recursive: true });
    expect(await machine.run(bundle)).toMatchObject({ state: "unknown" });
  });
});

describe("hooks-allowed", () => {
  it("is well by default", async () => {
    expect(await machine.run(hooksAllowed)).toMatchObject({ state: "ok" });
  });

  it("fails when a setting switches them off; a stronger one decides", async () => {
    machine.write(settings, { disableAllHooks: true });
    expect(await machine.run(hooksAllowed)).toMatchObject({
      state: "fail",
      message: expect.stringContaining(settings),
    });
    machine.write("project/.claude/settings.local.json", { disableAllHooks: false });
    expect(await machine.run(hooksAllowed)).toMatchObject({ state: "ok" });
  });

  it("fails when the administrator allows managed hooks only", async () => {
    machine.write("managed.json", { allowManagedHooksOnly: true });
    expect(await machine.run(hooksAllowed)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("managed"),
    });
  });

  it("warns of HANDOFF_DISABLE", async () => {
    machine.env["HANDOFF_DISABLE"] = "1";
    expect(await machine.run(hooksAllowed)).toMatchObject({ state: "warn" });
  });
});

describe("trust", () => {
  const told = (folder: string, hasTrustDialogAccepted: boolean) =>
    machine.write("home/.claude.json", { projects: { [folder]: { hasTrustDialogAccepted } } });

  it("is well for a folder that was accepted, or one above it", async () => {
    told(machine.project, true);
    expect(await machine.run(trust)).toMatchObject({ state: "ok" });
    told(machine.folder, true);
    expect(await machine.run(trust)).toMatchObject({ state: "ok" });
  });

  it("warns for one that was not", async () => {
    told(machine.project, false);
    expect(await machine.run(trust)).toMatchObject({ state: "warn" });
  });

  it("cannot tell for one that the client does not know, or from a file half written", async () => {
    told("/elsewhere", true);
    expect(await machine.run(trust)).toMatchObject({ state: "unknown" });
    machine.write("home/.claude.json", '{"projects": {');
    expect(await machine.run(trust)).toMatchObject({ state: "unknown" });
  });
});

describe("client-version", () => {
  it.each([
    ["2.1.332", "ok"],
    ["2.1.138", "fail"],
    ["1.9.999", "fail"],
    ["3.0.0", "warn"],
  ])("%s is %s", async (version, state) => {
    machine.transcript("s1", hoursAgo(2), [{ version: "1.0.0" }]);
    machine.transcript("s2", hoursAgo(1), [{ version }]);
    expect(await machine.run(clientVersion)).toMatchObject({
      state,
      message: expect.stringContaining(version),
    });
  });

  it("cannot be told without a session", async () => {
    expect(await machine.run(clientVersion)).toMatchObject({ state: "unknown" });
  });
});

describe("silence", () => {
  it("is well while captures keep up with sessions", async () => {
    machine.count({ at: hoursAgo(30) });
    machine.transcript("s1", hoursAgo(20), [{}]);
    expect(await machine.run(silence)).toMatchObject({ state: "ok" });
  });

  it("warns after a day and fails after three, though no hook told of anything", async () => {
    machine.count({ at: hoursAgo(50) });
    machine.transcript("s1", hoursAgo(2), [{}]);
    expect(await machine.run(silence)).toMatchObject({
      state: "warn",
      message: "no capture for 2 days, though 1 session went on",
    });
    machine.count({ at: hoursAgo(24 * 5) });
    expect(await machine.run(silence)).toMatchObject({ state: "fail" });
  });

  it("counts from the installation when nothing was ever captured", async () => {
    expect(await machine.run(silence)).toMatchObject({ state: "unknown" });
    await machine.install();
    expect(await machine.run(silence)).toMatchObject({ state: "ok" });
    machine.transcript("s1", hoursAgo(2), [{}]);
    expect(await machine.run(silence)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("installation"),
    });
  });

  it("does not speak of folders where hooks do nothing, or of capture switched off", async () => {
    await machine.install();
    machine.transcript("s1", hoursAgo(2), [{}]);
    machine.write("state/config.json", { exclude: [machine.folder] });
    expect(await machine.run(silence)).toMatchObject({ state: "ok" });
    machine.write("state/config.json", { capture: false });
    expect(await machine.run(silence)).toMatchObject({ state: "ok" });
  });
});

describe("memory-folder", () => {
  const loaded = (folder: string) =>
    machine.transcript("s1", hoursAgo(1), [
      {},
      { attachment: { type: "instructions", files: [{ type: "AutoMem", path: join(folder, "MEMORY.md") }] } },
    ]);

  it("is well when the client loaded the folder that captures go to", async () => {
    loaded(machine.memory);
    expect(await machine.run(memoryFolder)).toMatchObject({ state: "ok" });
  });

  it("fails when the client loaded another one", async () => {
    loaded("/somewhere/memory");
    expect(await machine.run(memoryFolder)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("/somewhere/memory"),
    });
  });

  it("warns when another memory was chosen for captures", async () => {
    machine.env["HANDOFF_MEMORY"] = join(machine.folder, "notes");
    expect(await machine.run(memoryFolder)).toMatchObject({ state: "warn" });
  });

  it("cannot tell before a session was given an index", async () => {
    machine.transcript("s1", hoursAgo(1), [{}]);
    expect(await machine.run(memoryFolder)).toMatchObject({ state: "unknown" });
  });
});
