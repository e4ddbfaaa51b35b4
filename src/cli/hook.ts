import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { runningBundle } from "../install/bundle.ts";
import { clientPidOf } from "../queue/guards.ts";
import type { CommandDefinition } from "./command.ts";
import type { Io } from "./io.ts";

export const hook: CommandDefinition = {
  name: "hook",
  summary: "run the entry of a host's hook: its JSON on stdin, its contract on stdout; always exits 0",
  arguments: [
    ["[host]", "which host calls, such as claude-code"],
    ["[event]", "session-start, pre-compact, session-end, stop or post-tool-use; of openclaw: event"],
  ],
  options: [],
  examples: ["handoff hook claude-code session-end < event.json"],
  run([host = "", event = ""], _raw, io) {
    const entry = entryOf(host, kebab(event));
    if (entry === null) complain(io);
    // The entry looks for the client above itself and would find this process.
    else runEntry(entry, { ...io.env, CLAUDE_PID: String(clientPidOf(io.env) ?? "") });
    // Other codes block or disturb hosts, wrong use included.
    return Promise.resolve(0);
  },
};

/** Built entry of an event; null when there is none. */
function entryOf(host: string, event: string): string | null {
  if (![host, event].every((name) => /^[a-z]+(?:-[a-z]+)*$/.test(name))) return null;
  try {
    const entry = join(runningBundle(import.meta.url), "hooks", host, `${event}.js`);
    return existsSync(entry) ? entry : null;
  } catch (error) {
    if (error instanceof HandoffError) return null;
    throw error;
  }
}

/** `SessionEnd` as hosts spell it is `session-end` here. */
function kebab(event: string): string {
  return event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

function complain(io: Io): void {
  const failure = new HandoffError("usage", {
    name: "hook",
    expected: "a host and an event that it has, such as claude-code session-end",
  });
  io.stderr.write(`handoff: ${failure.message}\n`);
}

function runEntry(entry: string, env: Readonly<Record<string, string | undefined>>): void {
  spawnSync(process.execPath, [entry], { stdio: "inherit", env });
}
