import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { installRecords } from "../../store/installed.ts";
import { OpenClawMachine } from "./openclaw.fixture.ts";

const COMMENTED = "// mine\n{\n  gateway: { mode: 'local' }, // here\n}\n";
const codeOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
};

describe("installing", () => {
  it("puts the hook into the client's folder and names it in the configuration", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    const changes = await machine.install();
    expect(changes.map(({ file, how }) => `${how} ${file.slice(machine.folder.length + 1)}`)).toEqual([
      "copied state/bin/1.0.0",
      "copied user/.openclaw/hooks/session-handoff",
      "edited user/.openclaw/openclaw.json",
    ]);
    expect(machine.read()).toMatch(/"session-handoff": \{\s+"enabled": true,\s+"version": "1\.0\.0"/);
    expect(machine.read()).toContain("// here");
    expect(machine.read(join(machine.pack, "handler.js"))).toBe("one");
    expect(machine.read(join(machine.pack, "home"))).toBe(`${machine.home}\n`);
  });

  it("shows first what it would write, and writes nothing before it is told to", () => {
    const machine = new OpenClawMachine(COMMENTED);
    const before = machine.files();
    const plan = machine.plan();
    expect(plan.diff).toMatch(/^\+ +"session-handoff"/m);
    expect(plan.changes).toHaveLength(3);
    expect(machine.files()).toEqual(before);
    expect(machine.read()).toBe(COMMENTED);
  });

  it("changes nothing the second time", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    const plan = machine.plan();
    expect([plan.changes, plan.diff]).toEqual([[], ""]);
  });

  it("replaces an older hook, and tells the client so by the entry: it watches no files of hooks", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install("one");
    const changes = await machine.install("two");
    expect(changes.map(({ how }) => how)).toEqual(["copied", "copied", "edited"]);
    expect(machine.read(join(machine.pack, "handler.js"))).toBe("two");
    expect(machine.read()).toMatch(/"version": "1\.0\.0-[0-9a-f]{8}"/);
    await machine.planUninstall().apply();
    expect(machine.read()).toBe(COMMENTED);
  });

  it("makes no entry where the client loads every hook: the first one would end that", async () => {
    const machine = new OpenClawMachine("{ hooks: { internal: { enabled: true } } }\n");
    const changes = await machine.install();
    expect(changes.map(({ how }) => how)).toEqual(["copied", "copied"]);
    expect(machine.plan().notes.join(" ")).toContain("an entry for ours would end that");
    await machine.planUninstall().apply();
    expect(machine.files().filter((file) => file.includes("hooks"))).toEqual([]);
  });

  it("says when a gateway that runs takes it up: older ones load hooks at their start only", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    const told = (): string => machine.plan().notes.join(" ");
    expect(told()).toContain("a client before 2026.9");
    machine.client("2026.9.6");
    expect(told()).toContain("within seconds");
    machine.client("2026.6.35");
    expect(told()).not.toContain("within seconds");
    expect(machine.plan("one", { form: "plugin" }).notes.join(" ")).toContain("within seconds");
    await machine.install();
    expect(machine.planUninstall().notes.join(" ")).toContain("openclaw gateway restart");
  });

  it.each([
    ["pack", "hooks", '{"hooks":{"internal":{"entries":{"session-handoff":{"enabled":false}}}}}'],
    ["plugin", "plugins", '{"plugins":{"entries":{"session-handoff":{"enabled":false}}}}'],
  ])("says that it switches on what a person switched off: %s", (form, above, text) => {
    const told = new OpenClawMachine(text).plan("one", { form }).notes.join(" ");
    expect(told).toMatch(new RegExp(`${above}\\S*\\.session-handoff was switched off .*switches it on`, "u"));
    expect(new OpenClawMachine("{}").plan("one", { form }).notes.join(" ")).not.toContain("switched off");
  });

  it("shows the path of the configuration as it is", () => {
    const machine = new OpenClawMachine(null);
    machine.write("Jürgen 家/openclaw.json", COMMENTED);
    machine.env["OPENCLAW_STATE_DIR"] = join(machine.folder, "Jürgen 家");
    const file = join(machine.folder, "Jürgen 家/openclaw.json");
    expect(machine.plan().diff).toMatch(/^--- .+\n\+\+\+ .+\n@@ /);
    expect(machine.plan().diff.startsWith(`--- ${file}\n+++ ${file}\n`)).toBe(true);
  });

  it("adds its entry to those that name other hooks", async () => {
    const machine = new OpenClawMachine('{"hooks":{"internal":{"entries":{"boot-md":{"enabled":true}}}}}');
    await machine.install();
    expect(machine.plan().asks).toEqual([]);
    expect(Object.keys(JSON.parse(machine.read()).hooks.internal.entries)).toEqual([
      "boot-md",
      "session-handoff",
    ]);
  });

  it("asks before it switches on what a person has switched off, and names what else would start", () => {
    const machine = new OpenClawMachine(
      '{"hooks":{"internal":{"enabled":false,"entries":{"boot-md":{},"x":{"enabled":false}}}}}',
    );
    const { asks = [] } = machine.plan();
    expect(asks).toHaveLength(1);
    expect(asks[0]).toContain("would start: boot-md.");
  });

  it("goes into the included file that the hooks come from", async () => {
    const machine = new OpenClawMachine(
      '{ hooks: { $include: "./hooks.json5" }, gateway: { mode: "local" } }\n',
    );
    const included = machine.write(
      "user/.openclaw/hooks.json5",
      "{ internal: { entries: { a: {} } } } // mine\n",
    );
    await machine.install();
    expect(machine.read()).toContain("$include");
    expect(machine.read(included)).toContain('"session-handoff"');
    await machine.planUninstall().apply();
    expect(machine.read(included)).toBe("{ internal: { entries: { a: {} } } } // mine\n");
  });

  it.each([
    [
      "OPENCLAW_STATE_DIR",
      (folder: string) => ({ OPENCLAW_STATE_DIR: join(folder, "elsewhere") }),
      "elsewhere",
    ],
    ["a profile", () => ({ OPENCLAW_PROFILE: "work" }), "user/.openclaw-work"],
    ["OPENCLAW_HOME", (folder: string) => ({ OPENCLAW_HOME: join(folder, "own") }), "own/.openclaw"],
  ])("follows %s", async (_name, env, state) => {
    const machine = new OpenClawMachine();
    machine.write(`${state}/openclaw.json`, COMMENTED);
    Object.assign(machine.env, env(machine.folder));
    await machine.install();
    expect(machine.files()).not.toContain("user/.openclaw/hooks/session-handoff/handler.js");
    expect(machine.read(join(machine.folder, state, "hooks/session-handoff/handler.js"))).toBe("one");
    await machine.planUninstall().apply();
    expect(machine.read(join(machine.folder, state, "openclaw.json"))).toBe(COMMENTED);
  });

  it("keeps the BOM and the line ends", async () => {
    const text = '\uFEFF{\r\n  "gateway": {}\r\n}\r\n';
    const machine = new OpenClawMachine(text);
    await machine.install();
    expect(machine.read()).toMatch(/^\uFEFF\{\r\n/);
    expect(machine.read().replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("installing is refused", () => {
  it("without a configuration, in a broken one and in one that is managed elsewhere", () => {
    expect(codeOf(() => new OpenClawMachine(null).plan())).toBe("host-unusable");
    expect(codeOf(() => new OpenClawMachine("{ a: }").plan())).toBe("settings-invalid");
    const managed = new OpenClawMachine();
    managed.env["OPENCLAW_NIX_MODE"] = "1";
    expect(codeOf(() => managed.plan())).toBe("host-unusable");
  });

  it("for a client that is too old, and for a gateway whose Node cannot read its databases", () => {
    const old = new OpenClawMachine();
    old.client("2026.3.13");
    expect(codeOf(() => old.plan())).toBe("host-unusable");
    const machine = new OpenClawMachine();
    machine.node("22.14.0");
    expect(codeOf(() => machine.plan())).toBe("host-unusable");
    machine.node("22.15.0");
    expect(codeOf(() => machine.plan().changes.length)).toBe(3);
  });

  it("by the Node that a service of the gateway names", () => {
    const machine = new OpenClawMachine();
    machine.node("24.1.0");
    const own = machine.write("own/node", "#!/bin/sh\necho v20.19.0\n");
    machine.write(
      "user/.config/systemd/user/openclaw-gateway.service",
      `[Service]\nExecStart=${own} /x/openclaw.mjs gateway\n`,
    );
    expect(codeOf(() => machine.plan().changes.length)).toBe(3);
    rmSync(own);
    writeFileSync(own, "#!/bin/sh\necho v20.19.0\n", { mode: 0o755 });
    expect(() => machine.plan()).toThrow(
      /openclaw-gateway\.service: starts the gateway with Node 20\.19\.0, .* expected Node 22\.15\.0 or newer there/,
    );
  });

  it.each(["{ hooks: { $include: './gone.json5' } }", "{ agents: { $include: './gone.json5' } }"])(
    "in a configuration that includes a missing file, and names both: %s",
    (text) => {
      const machine = new OpenClawMachine(text);
      const before = machine.files();
      expect(() => machine.plan()).toThrow(
        `${machine.config}: cannot be understood; expected ${machine.state}/gone.json5, which it includes, to be there; nothing was changed`,
      );
      expect(machine.files()).toEqual(before);
    },
  );

  it("not by the first Node in PATH where the client starts all the same: it has another", () => {
    const machine = new OpenClawMachine();
    machine.node("20.19.0");
    expect(() => machine.plan()).toThrow(
      /bin\/node: is Node 20\.19\.0, .* expected Node 22\.15\.0 or newer first in PATH; nothing was changed/,
    );
    const other = new OpenClawMachine();
    other.node("20.19.0");
    chmodSync(other.write("bin/openclaw", "#!/bin/sh\necho 'OpenClaw 2026.9.6'\n"), 0o755);
    expect(other.plan().notes.join(" ")).toContain("OpenClaw 2026.9.6");
  });

  it.each([
    ['{ hooks: "x", gateway: {} }', "hooks to be an object"],
    ["{ hooks: { internal: { entries: null } } }", "hooks.internal.entries to be an object"],
    ['{ hooks: { internal: { enabled: "yes" } } }', "hooks.internal.enabled to be a boolean"],
    ['{ hooks: { internal: { entries: { "session-handoff": true } } } }', "session-handoff to be an object"],
    ['{ $include: "./base.json5" }', "plugins.allow to be a list"],
  ])("in a configuration that the client rejects for a type: %s", (text, expected) => {
    const machine = new OpenClawMachine(text);
    machine.write("user/.openclaw/base.json5", '{ plugins: { allow: "x" } }');
    const before = machine.files();
    expect(codeOf(() => machine.plan())).toBe("settings-invalid");
    expect(() => machine.plan()).toThrow(expected);
    expect(() => machine.plan()).toThrow("openclaw doctor");
    expect(machine.files()).toEqual(before);
  });

  it("where something else lies in the hook's place", () => {
    const machine = new OpenClawMachine();
    machine.write("user/.openclaw/hooks/session-handoff/HOOK.md", "x");
    expect(codeOf(() => machine.plan())).toBe("settings-unwritable");
  });

  it("and leaves no hook behind when the configuration cannot be written", () => {
    const machine = new OpenClawMachine(COMMENTED);
    const plan = machine.plan();
    appendFileSync(machine.config, "// another program\n");
    expect(codeOf(() => plan.apply())).toBe("settings-unwritable");
    expect(
      machine.files().filter((file) => /hooks|installed\//.test(file) && !file.includes("/bin/")),
    ).toEqual([]);
  });
});

describe("uninstalling", () => {
  it.each([
    ["comments", COMMENTED],
    ["CRLF", '{\r\n\t"gateway": {}\r\n}\r\n'],
    ["no line end", "{}"],
    ["odd spaces", "{ hooks : { internal:{ } , } , }\n\n"],
    [
      "an entry of a person that keeps the hook off",
      '{"hooks":{"internal":{"entries":{"session-handoff":{"enabled":false}}}}}',
    ],
    [
      "an entry of a person with values",
      "{ hooks: { internal: { entries: { 'session-handoff': { enabled: true, env: {} } } } } }",
    ],
    [
      "an entry of a person that keeps the plugin off",
      '{"plugins":{"entries":{"session-handoff":{"enabled":false}}}}',
      "plugin",
    ],
  ])("gives the old bytes back: %s", async (_name, text, form = "pack") => {
    const machine = new OpenClawMachine(text);
    const before = machine.files();
    await machine.plan("one", { form }).apply();
    expect(machine.read()).not.toBe(text);
    await machine.planUninstall().apply();
    expect(machine.read()).toBe(text);
    expect(machine.files().filter((file) => !before.includes(file) && file !== "state/installed")).toEqual(
      [],
    );
    expect(installRecords(machine.home, "openclaw")).toEqual([]);
  });

  it("takes only its entry out of a file that was changed since", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    writeFileSync(machine.config, machine.read().replace("'local'", "'remote'"));
    const changes = await machine.planUninstall().apply();
    expect(changes[0]).toMatchObject({ how: "edited" });
    expect(machine.read()).toBe(COMMENTED.replace("'local'", "'remote'"));
  });

  it.each([
    ["pack", "hooks: { internal: { entries: { 'session-handoff': { enabled: false } } } }"],
    ["plugin", "plugins: { entries: { 'session-handoff': { enabled: false } } }"],
  ])("leaves a person's own entry as it was in a file that was changed since: %s", async (form, own) => {
    const machine = new OpenClawMachine(`{ ${own}, gateway: { mode: 'local' } }\n`);
    await machine.plan("one", { form }).apply();
    writeFileSync(machine.config, machine.read().replace("'local'", "'remote'"));
    await machine.plan("two", { form }).apply();
    writeFileSync(machine.config, machine.read().replace("'remote'", "'tailnet'"));
    await machine.planUninstall().apply();
    expect(machine.read()).toBe(`{ ${own}, gateway: { mode: 'tailnet' } }\n`);
  });

  it("works on what the client made of the file when it wrote it anew", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    const rewritten = {
      gateway: { mode: "local" },
      hooks: { internal: { entries: { "session-handoff": { enabled: true, version: "1.0.0" } } } },
      meta: { lastTouchedVersion: "2026.9.6" },
    };
    writeFileSync(machine.config, `${JSON.stringify(rewritten, null, 2)}\n`);
    await machine.planUninstall().apply();
    expect(JSON.parse(machine.read())).toEqual({ gateway: rewritten.gateway, meta: rewritten.meta });
  });

  it("works without the record, and does nothing the second time", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    rmSync(join(machine.home, "installed"), { recursive: true });
    await machine.planUninstall().apply();
    expect(machine.read()).toBe(COMMENTED);
    expect(machine.planUninstall().changes).toEqual([]);
    expect(machine.planUninstall().notes.join()).toContain("Nothing");
  });

  it("says edited where the file it gives back never lay there", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    writeFileSync(machine.config, machine.read().replace("'local'", "'remote'"));
    await machine.install();
    const changes = await machine.planUninstall().apply();
    expect(changes[0]).toMatchObject({ how: "edited" });
    expect(machine.read()).toBe(COMMENTED.replace("'local'", "'remote'"));
  });

  it("leaves a person's own file in the hook's folder and names it, an upgrade too", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install("one");
    machine.write("user/.openclaw/hooks/session-handoff/own/notes.md", "mine\n");
    expect(machine.plan("one").changes).toEqual([]);
    await machine.install("two");
    expect(machine.read(join(machine.pack, "handler.js"))).toBe("two");
    const plan = machine.planUninstall();
    expect(plan.notes.join(" ")).toContain(`${machine.pack} stays with what is not ours: own.`);
    await plan.apply();
    expect(machine.read(join(machine.pack, "own/notes.md"))).toBe("mine\n");
    expect(
      machine.files().filter((file) => file.startsWith("user/.openclaw/hooks/session-handoff/")),
    ).toEqual([
      "user/.openclaw/hooks/session-handoff/own",
      "user/.openclaw/hooks/session-handoff/own/notes.md",
    ]);
    expect(plan.changes.map(({ file }) => file)).not.toContain(machine.pack);
  });

  it("takes nothing out while the file that its entry lies in is missing, and says so", async () => {
    const machine = new OpenClawMachine("{ hooks: { $include: './hooks.json5' } }");
    const included = machine.write("user/.openclaw/hooks.json5", "{}\n");
    await machine.install();
    const wired = machine.read(included);
    rmSync(included);
    const before = machine.files();
    expect(() => machine.planUninstall()).toThrow(
      /hooks\.json5, which it includes, to be there; nothing was changed/,
    );
    expect(machine.files()).toEqual(before);
    writeFileSync(included, wired);
    writeFileSync(
      machine.config,
      "{ hooks: { $include: './hooks.json5' }, agents: { $include: './gone.json5' } }",
    );
    await machine.planUninstall().apply();
    expect(machine.read(included)).toBe("{}\n");
  });

  it("leaves a hook that belongs to another state folder", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    const other = join(machine.folder, "other");
    mkdirSync(other, { mode: 0o700 });
    expect(machine.planUninstall({ home: other }).changes).toEqual([]);
    expect(() => machine.plan("one", { home: other })).toThrow(machine.home);
  });

  it("with --all goes to every state folder of the client that it was installed into", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.install();
    machine.write("user/.openclaw-work/openclaw.json", "{}\n");
    machine.env["OPENCLAW_PROFILE"] = "work";
    await machine.install();
    expect(machine.planUninstall().notes.join()).toContain(machine.config);
    await machine.planUninstall({ all: true }).apply();
    expect(machine.read()).toBe(COMMENTED);
    expect(readFileSync(join(machine.folder, "user/.openclaw-work/openclaw.json"), "utf8")).toBe("{}\n");
    expect(machine.files().filter((file) => file.includes("hooks"))).toEqual([]);
  });
});

describe("the plugin", () => {
  const plugin = { form: "plugin" };

  it("is named by its folder in our bundle: nothing is copied into the client's", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    const changes = await machine.plan("one", plugin).apply();
    expect(changes.map(({ how }) => how)).toEqual(["copied", "edited"]);
    expect(machine.read()).toContain(join(machine.home, "bin/1.0.0/openclaw-plugin"));
    expect(machine.read()).not.toContain("hooks");
    expect(machine.plan().changes).toEqual([]);
  });

  it("is taken out byte for byte, also without the record, and of a file that was changed since", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.plan("one", plugin).apply();
    await machine.planUninstall().apply();
    expect(machine.read()).toBe(COMMENTED);

    await machine.plan("one", plugin).apply();
    rmSync(join(machine.home, "installed"), { recursive: true });
    writeFileSync(machine.config, machine.read().replace("'local'", "'remote'"));
    await machine.planUninstall().apply();
    expect(machine.read()).toBe(COMMENTED.replace("'local'", "'remote'"));
  });

  it("follows an upgrade, and is not mixed with the pack", async () => {
    const machine = new OpenClawMachine(COMMENTED);
    await machine.plan("one", plugin).apply();
    await machine.plan("two").apply();
    expect(machine.read().match(/openclaw-plugin/g)).toHaveLength(1);
    expect(codeOf(() => machine.plan("two", { form: "pack" }))).toBe("usage");
    expect(codeOf(() => machine.plan("two", { form: "nothing" }))).toBe("usage");
  });

  it("is refused where it is forbidden, and asked for where plugins are switched off", () => {
    const denied = new OpenClawMachine('{"plugins":{"deny":["session-handoff"]}}');
    expect(codeOf(() => denied.plan("one", plugin))).toBe("settings-unwritable");
    expect(new OpenClawMachine('{"plugins":{"enabled":false}}').plan("one", plugin).asks).toHaveLength(1);
  });
});
