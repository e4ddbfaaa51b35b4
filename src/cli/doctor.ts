import path from "node:path";
import { handoffHome } from "../config/home.ts";
import type { CheckState } from "../install/doctor/check.ts";
import { checks } from "../install/doctor/checks.ts";
import { runChecks } from "../install/doctor/run-checks.ts";
import type { CommandDefinition } from "./command.ts";
import { paint, printJson, say } from "./io.ts";
import { namedMemory } from "./memory.ts";
import { version } from "./version.ts";

const STYLES: Readonly<Record<CheckState, Parameters<typeof paint>[2]>> = {
  ok: "green",
  warn: "yellow",
  fail: "red",
  unknown: "dim",
};

export const doctor: CommandDefinition = {
  name: "doctor",
  summary: "check that hooks are wired, fire and are followed by captures; changes nothing",
  arguments: [],
  options: [],
  examples: ["handoff doctor", "handoff doctor --json"],
  async run(_args, raw, io) {
    const named = namedMemory(raw);
    const around = {
      home: handoffHome(io.env),
      cwd: io.cwd,
      env: io.env,
      memory: named === null ? null : path.resolve(io.cwd, named),
      now: new Date(),
      version,
    };
    const results = await runChecks(checks, around);
    if (raw.json === true) printJson(io, { checks: results });
    else {
      for (const { id, state, message, fix } of results) {
        say(io, raw, `${paint(io, raw, STYLES[state], state.padEnd(7))} ${id}: ${message}`);
        if (fix !== null) say(io, raw, `        → ${fix.replaceAll("\n", "\n          ")}`);
      }
    }
    return results.some(({ state }) => state === "fail") ? 1 : 0;
  },
};
