import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Io } from "./io.ts";
import { runCli } from "./run-cli.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-config-"));
  return () => rmSync(home, { recursive: true });
});

/** Runs `handoff config` and returns what it warns of. */
async function warned(...args: string[]): Promise<string> {
  let text = "";
  const io: Io = {
    cwd: home,
    env: { HOME: home, HANDOFF_HOME: join(home, "state") },
    stdout: { write: () => true },
    stderr: { write: (more) => (text += more) },
    readStdin: () => Promise.resolve(""),
  };
  expect(await runCli(["config", ...args], io)).toBe(0);
  return text;
}

it("says that nobody answers provider openclaw while OpenClaw has no plugin of ours", async () => {
  expect(await warned("provider", "openclaw")).toContain(
    "provider openclaw: our plugin is not set up in OpenClaw, so the extractive result is used; handoff install openclaw --form plugin",
  );
  expect(await warned("capture")).toBe("");
  mkdirSync(join(home, ".openclaw"));
  const plugin = { plugins: { entries: { "session-handoff": { enabled: true } } } };
  writeFileSync(join(home, ".openclaw/openclaw.json"), JSON.stringify(plugin));
  expect(await warned("provider")).toBe("");
  expect(await warned("model", "small")).toContain("does not let our plugin choose one");
});
