import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findClient } from "./client.ts";
import { OpenClawMachine } from "./openclaw.fixture.ts";

/** A machine whose `openclaw` in `PATH` is a shell script. */
function scripted(lines: string): OpenClawMachine {
  const machine = new OpenClawMachine();
  chmodSync(machine.write("bin/openclaw", `#!/bin/sh\n${lines}\n`), 0o755);
  return machine;
}

describe("findClient", () => {
  it("takes the version of the package, and starts nothing for it", () => {
    const machine = new OpenClawMachine();
    machine.client("2026.9.6");
    expect(findClient(machine.env)).toEqual({
      program: join(machine.folder, "lib/openclaw/bin/openclaw"),
      version: "2026.9.6",
    });
  });

  it("finds the package behind a link", () => {
    const machine = new OpenClawMachine();
    machine.client("2026.9.6");
    mkdirSync(join(machine.folder, "links"));
    symlinkSync(join(machine.folder, "lib/openclaw/bin/openclaw"), join(machine.folder, "links/openclaw"));
    const env = { ...machine.env, PATH: join(machine.folder, "links") };
    expect(findClient(env)?.version).toBe("2026.9.6");
  });

  it.each([
    ["OpenClaw 2026.9.6 (eb377ac)", "2026.9.6"],
    ["OpenClaw 2026.10.0-beta.1", "2026.10.0-beta.1"],
  ])("asks a script that starts it: %s", (answer, version) => {
    const machine = scripted(`echo "a notice first"; echo "${answer}"`);
    expect(findClient(machine.env)?.version).toBe(version);
  });

  it("asks once for all checks of a run", () => {
    const machine = scripted('echo asked >> "$HOME/asked"; echo "OpenClaw 2026.9.6"');
    mkdirSync(join(machine.folder, "user"), { recursive: true });
    for (const _ of [1, 2, 3]) findClient(machine.env);
    expect(readFileSync(join(machine.folder, "user/asked"), "utf8")).toBe("asked\n");
  });

  it.each([
    ["fails", "echo 'OpenClaw 2026.9.6'; exit 1"],
    ["says something else", "echo 'usage: openclaw 1.2.3'"],
    ["ends itself", "kill -9 $$"],
  ])("knows no version of a script that %s", (_what, lines) => {
    expect(findClient(scripted(lines).env)?.version).toBeNull();
  });

  it("passes over what cannot be started", () => {
    const machine = new OpenClawMachine();
    machine.write("bin/openclaw", "no program\n");
    mkdirSync(join(machine.folder, "folder/openclaw"), { recursive: true });
    machine.env["PATH"] = `${machine.env["PATH"]}:${join(machine.folder, "folder")}`;
    expect(findClient(machine.env)).toBeNull();
  });
});
