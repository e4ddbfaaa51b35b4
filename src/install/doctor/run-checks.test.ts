import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HandoffError } from "../../errors.ts";
import { type Check, ok } from "./check.ts";
import { checks } from "./checks.ts";
import { runChecks } from "./run-checks.ts";
import { hoursAgo, Machine } from "./surroundings.fixture.ts";

/** Every path below the machine with its size and time. */
const traces = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const { size, mtimeMs, mode } = lstatSync(join(folder, name));
    return `${name} ${size} ${mtimeMs} ${mode}`;
  });

describe("the checks", () => {
  it("have ids of their own, a sentence each, and a way out where something is wrong", async () => {
    const machine = new Machine();
    const results = await runChecks(checks, machine.around);
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    // Those of a host that is not there say nothing.
    expect(results.length).toBe(checks.filter(({ applies }) => applies === undefined).length);
    for (const { message, state, fix } of results) {
      expect(message).not.toMatch(/\n|^$|could not be checked/);
      if (state === "warn" || state === "fail") expect(fix).not.toBeNull();
    }
  });

  it("write nothing, on a machine with everything and on an empty one", async () => {
    for (const prepare of [() => Promise.resolve(), full]) {
      const machine = new Machine();
      await prepare(machine);
      const before = traces(machine.folder);
      await runChecks(checks, machine.around);
      expect(traces(machine.folder)).toEqual(before);
    }
  });

  it("do not stop each other: one that fails is unknown, and names no text but ours", async () => {
    const broken: Check[] = [
      { id: "a", run: () => Promise.reject(new Error("a secret of a library")) },
      {
        id: "b",
        run: () => {
          throw new HandoffError("home-unwritable", { path: "/state", system: "EACCES" });
        },
      },
      { id: "c", run: () => ok("fine") },
    ];
    const results = await runChecks(broken, new Machine().around);
    expect(results.map(({ id, state }) => `${id} ${state}`)).toEqual(["a unknown", "b unknown", "c ok"]);
    expect(results[0]?.message).not.toContain("secret");
    expect(results[1]?.message).toContain("EACCES");
  });

  it("are one failed check where the state folder cannot be used", async () => {
    const machine = new Machine();
    const around = { ...machine.around, home: machine.write("file", "no folder") };
    expect(await runChecks(checks, around)).toEqual([
      {
        id: "state-folder",
        state: "fail",
        message: `state folder cannot be used (ENOTDIR): ${around.home}; hooks do nothing`,
        fix: expect.stringContaining("HANDOFF_HOME"),
      },
    ]);
  });

  it("survive files that are nonsense", async () => {
    const machine = new Machine();
    await machine.install();
    for (const file of [
      "home/.claude.json",
      "home/.claude/settings.json",
      "state/config.json",
      "state/events/claude-code.json",
      "state/queue/pending/x.json",
      "state/installed/claude-code-x.json",
      "state/spend/2026-11-30.json",
    ]) {
      machine.write(file, '\u0000{"a":');
    }
    const results = await runChecks(checks, machine.around);
    expect(results.filter(({ message }) => message.includes("an error inside handoff"))).toEqual([]);
  });
});

async function full(machine: Machine): Promise<void> {
  await machine.install();
  machine.count({});
  machine.transcript("s1", hoursAgo(1), [{}]);
  machine.write("state/config.json", { provider: "anthropic" });
  machine.write(join(machine.memory, "MEMORY.md").slice(machine.folder.length + 1), "# Memory\n");
}
