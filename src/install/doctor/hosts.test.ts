import { expect, it } from "vitest";
import type { Surroundings } from "./check.ts";
import { checks } from "./checks.ts";
import { hosts } from "./hosts.ts";
import { runChecks } from "./run-checks.ts";
import { Machine } from "./surroundings.fixture.ts";

/** Checks that are about Claude Code alone. */
const CLAUDE = [
  "wired",
  "bundle",
  "hooks-allowed",
  "trust",
  "client-version",
  "events",
  "hook-time",
  "last-capture",
  "silence",
  "memory-folder",
];
/** Checks that were run, of either host. */
async function hostChecks(around: Surroundings): Promise<string[]> {
  const ids = (await runChecks(checks, around)).map(({ id }) => id);
  return ids.filter((id) => CLAUDE.includes(id) || id.startsWith("openclaw-"));
}
const openClaw = (machine: Machine): unknown => machine.write("home/.openclaw/openclaw.json", "{}");

it("talks about no host where none is, and names those it looked for", async () => {
  const machine = new Machine();
  expect(await hostChecks(machine.around)).toEqual([]);
  expect(await machine.run(hosts)).toMatchObject({
    state: "unknown",
    message: expect.stringMatching(
      /Claude Code \(nothing in .*\.claude\) and OpenClaw \(nothing in .*\.openclaw\)/,
    ),
    fix: expect.stringContaining("handoff install openclaw"),
  });
});

it("talks about OpenClaw alone where Claude Code is not", async () => {
  const machine = new Machine();
  openClaw(machine);
  const ids = await hostChecks(machine.around);
  expect(ids).toContain("openclaw-wired");
  expect(ids.filter((id) => CLAUDE.includes(id))).toEqual([]);
  expect(await machine.run(hosts)).toMatchObject({
    state: "ok",
    message: expect.stringMatching(/^OpenClaw is here; not found: Claude Code/),
  });
});

it("talks about Claude Code alone where OpenClaw is not", async () => {
  const machine = new Machine();
  await machine.install();
  expect(await hostChecks(machine.around)).toEqual(CLAUDE);
  openClaw(machine);
  expect(await machine.run(hosts)).toMatchObject({ message: "Claude Code and OpenClaw are here" });
});

it.each([
  ["the plugin", { enabledPlugins: { "session-handoff@market": true } }],
  [
    "our hooks",
    {
      hooks: { Stop: [{ hooks: [{ type: "command", command: "/s/bin/1.0.0/hooks/claude-code/stop.js" }] }] },
    },
  ],
])("talks about Claude Code where only the project's settings start %s", async (_what, settings) => {
  const machine = new Machine();
  machine.write("project/.claude/settings.json", settings);
  expect(await hostChecks(machine.around)).toContain("wired");
});

it("tells that hooks are kept quiet, whatever host is here", async () => {
  const machine = new Machine();
  machine.env["HANDOFF_DISABLE"] = "1";
  expect(await hostChecks(machine.around)).toEqual(["hooks-allowed"]);
});

it("calls it no fault that a folder of another host has no memory", async () => {
  const machine = new Machine();
  openClaw(machine);
  const found = (await runChecks(checks, machine.around)).find(({ id }) => id === "index-size");
  expect(found).toMatchObject({ state: "ok", message: "no memory is in use in this folder" });
});
