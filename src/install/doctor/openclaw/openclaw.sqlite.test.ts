import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answers, asks, resets, writeDatabase } from "../../../hosts/openclaw/database.fixture.ts";
import { OpenClawMachine } from "../../openclaw/openclaw.fixture.ts";
import { openClawResets } from "./captures.ts";
import { openClawDatabase } from "./database.ts";
import { openClawInPrompt } from "./in-prompt.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const AGENTS = "x from the agent\n";

/** A workspace with MEMORY.md, and the client's record of who wrote it. */
function withRecord(originClass: string, text = AGENTS): OpenClawMachine {
  const machine = new OpenClawMachine();
  machine.write("user/.openclaw/workspace/MEMORY.md", text);
  const path = join(machine.state, "state/openclaw.sqlite");
  const { exec, close } = writeDatabase(path, []);
  const value = JSON.stringify({ originClass, fileHash: sha256(AGENTS) });
  const key = `${sha256(realpathSync(machine.workspace))}:${sha256("MEMORY.md")}`;
  exec(`CREATE TABLE plugin_state_entries (plugin_id TEXT, namespace TEXT, entry_key TEXT, value_json TEXT);
    INSERT INTO plugin_state_entries VALUES ('core:memory-artifact-provenance', 'workspace-files', '${key}', '${value}')`);
  close();
  return machine;
}

describe("openclaw-in-prompt", () => {
  it("finds an index that the client locked out, and says the way out step by step", async () => {
    const { state, message, fix } = await withRecord("untrusted").run(openClawInPrompt);
    expect(state).toBe("warn");
    expect(message).toContain("MEMORY.md into no prompt any more");
    expect(fix?.split("\n")).toEqual([
      expect.stringMatching(/^1\. copy .*bytes that the agent wrote last$/),
      expect.stringMatching(/^2\. .*apply_patch/),
      expect.stringMatching(/^3\. copy your file back/),
    ]);
  });

  it("names the bytes that have to be put back first where the file is another by now", async () => {
    const { fix } = await withRecord("untrusted", "rewritten by hand\n").run(openClawInPrompt);
    expect(fix).toMatch(/^1\. .*then put back what the agent wrote last, byte for byte/);
    expect(fix).toContain(`(SHA-256 ${sha256(AGENTS)})`);
  });

  it("is well while only the agent wrote it, and where the client keeps no record", async () => {
    expect(await withRecord("agent").run(openClawInPrompt)).toMatchObject({ state: "ok" });
    expect(await new OpenClawMachine().run(openClawInPrompt)).toMatchObject({ state: "ok" });
  });

  it("is said at an uninstallation too: nobody delivers the index any more", async () => {
    const machine = withRecord("untrusted");
    await machine.install();
    expect(machine.planUninstall().notes.join(" ")).toContain("The way out: 1.");
  });
});

/** An agent's database with three windows of one session, of which the last one is open. */
function withSessions(userVersion = 23): OpenClawMachine {
  const machine = new OpenClawMachine();
  mkdirSync(machine.workspace, { recursive: true });
  const records = [
    asks("first"),
    answers("one"),
    resets("r1"),
    asks("second"),
    answers("two"),
    resets("r2"),
    asks("third"),
  ];
  const path = join(machine.state, "agents/main/agent/openclaw-agent.sqlite");
  const { exec, close } = writeDatabase(path, [{ id: "s", key: "agent:main:main", records }]);
  exec(`PRAGMA user_version = ${userVersion}`);
  close();
  return machine;
}

describe("openclaw-database", () => {
  it("is well for the schema that was measured, and says so of a newer one", async () => {
    expect(await withSessions().run(openClawDatabase)).toMatchObject({ state: "ok" });
    expect(await withSessions(24).run(openClawDatabase)).toMatchObject({
      state: "warn",
      message: expect.stringContaining("24"),
    });
    expect(await new OpenClawMachine().run(openClawDatabase)).toMatchObject({ state: "unknown" });
  });
});

describe("openclaw-resets", () => {
  const installedAt = (machine: OpenClawMachine, at: string): void => {
    const record = {
      version: 1,
      host: "openclaw",
      scope: "user",
      at,
      file: machine.config,
      before: null,
      after: "",
      madeFolders: [],
      bundle: "/b",
      node: "/n",
    };
    mkdirSync(join(machine.home, "installed"), { recursive: true });
    writeFileSync(join(machine.home, "installed/openclaw-0.json"), JSON.stringify(record));
  };

  it("counts resets since the installation that no capture followed; the open window is none", async () => {
    const machine = withSessions();
    expect(await machine.run(openClawResets)).toMatchObject({ state: "unknown" });
    installedAt(machine, "2026-11-01T00:00:00.000Z");
    expect(await openClawResets.run({ ...machine.around, now: new Date("2026-12-01") })).toMatchObject({
      state: "warn",
      message: expect.stringMatching(/^2 sessions reset since .*, 2 of them not captured$/),
    });
    const soon = new Date("2026-11-29T20:05:00Z");
    expect(await openClawResets.run({ ...machine.around, now: soon })).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/^2 sessions reset since .*, 0 of them not captured$/),
    });
    installedAt(machine, "2026-11-30T12:00:00.000Z");
    expect(await openClawResets.run({ ...machine.around, now: new Date("2026-12-01") })).toMatchObject({
      state: "ok",
    });
  });
});
