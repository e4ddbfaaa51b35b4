import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { isSecondCopy } from "./plugin-copy.ts";

let folder = "";
let home = "";
const plugin = "/opt/plugins/session-handoff/dist";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-plugin-"));
  home = join(folder, "state");
});

const started = (env: Record<string, string> = {}, bundle = plugin) => ({
  home,
  bundle,
  cwd: join(folder, "project"),
  env: { HOME: folder, CLAUDE_PLUGIN_ROOT: "/opt/plugins/session-handoff", ...env },
});

function wire(file: string, state = home): void {
  const path = join(folder, file);
  mkdirSync(join(path, ".."), { recursive: true });
  const args = [join(state, "bin/1.2.3/hooks/claude-code/stop.js")];
  const hook = { type: "command", command: "/usr/bin/node", args };
  writeFileSync(path, JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
}

describe("a hook of the plugin", () => {
  it("acts when no settings start hooks of the same state folder", () => {
    expect(isSecondCopy(started())).toBe(false);
    wire(".claude/settings.json", join(folder, "other"));
    expect(isSecondCopy(started())).toBe(false);
  });

  it("does nothing when the user's settings start them", () => {
    wire(".claude/settings.json");
    expect(isSecondCopy(started())).toBe(true);
    expect(isSecondCopy(started({ CLAUDE_CONFIG_DIR: join(folder, "elsewhere") }))).toBe(false);
  });

  it("does nothing when the project's settings start them, shared or local", () => {
    wire("project/.claude/settings.local.json");
    expect(isSecondCopy(started())).toBe(true);
    expect(isSecondCopy({ ...started(), cwd: join(folder, "other") })).toBe(false);
    expect(isSecondCopy(started({ CLAUDE_PROJECT_DIR: join(folder, "other") }))).toBe(false);
  });
});

describe("a hook of the settings", () => {
  it("acts, whatever the settings say", () => {
    wire(".claude/settings.json");
    expect(isSecondCopy(started({}, join(home, "bin/1.2.3")))).toBe(false);
    expect(isSecondCopy(started({ CLAUDE_PLUGIN_ROOT: "" }))).toBe(false);
  });
});
