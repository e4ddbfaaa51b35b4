import { readFileSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { type Ancestor, ancestors, isBelowOurs, processOf } from "./spawn-guard.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** Why a hook does nothing. */
export type GuardCode =
  /** `HANDOFF_DISABLE` is set. */
  | "disabled"
  /** A child of our own worker: its session is no session of the user. */
  | "own-child"
  /** The client was started by an agent or a hook of one: `claude -p` in a script. */
  | "nested-client"
  | "sub-agent"
  /** The folder stands in `exclude` of the user config. */
  | "excluded";

type Env = Readonly<Record<string, string | undefined>>;

/** What is known of one call of a hook. */
export interface HookFacts {
  home: string;
  env: Env;
  /** Working folder of the session, as the host names it. */
  cwd: string;
  /** Process of the client; null: unknown. */
  clientPid: number | null;
  /** Set by the host inside a sub-agent. */
  agentId: string | null;
  /** Absolute folders. */
  exclude: readonly string[];
}

/** The first reason not to act, or null. */
export function reasonNotToAct(facts: HookFacts): GuardCode | null {
  const { home, env, cwd } = facts;
  if (isOn(env["HANDOFF_DISABLE"])) return "disabled";
  if (facts.agentId !== null) return "sub-agent";
  // A host may strip the variable. The folder of our children and the processes above us tell it still.
  if (isOn(env["HANDOFF_CHILD"]) || isInside(cwd, home) || isBelowOurs(home)) return "own-child";
  if (facts.clientPid !== null && isNested(facts.clientPid)) return "nested-client";
  const folders = [cwd, env["CLAUDE_PROJECT_DIR"] ?? cwd];
  if (facts.exclude.some((excluded) => folders.some((folder) => isInside(folder, excluded)))) {
    return "excluded";
  }
  return null;
}

/** Guards that stop a loop of sessions: worth telling in `handoff doctor`. */
export function isRecursion(code: GuardCode): boolean {
  return code === "own-child" || code === "nested-client";
}

const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"]);

/**
 * Process of Claude Code's client: what it tells its hooks, else the closest process above this one that is no shell
 * (a command in shell form runs below one). Null when no process is known.
 */
export function clientPidOf(env: Env): number | null {
  const told = Number(env["CLAUDE_PID"]);
  if (Number.isInteger(told) && told > 1) return told;
  const above = ancestors().find(({ name }) => !SHELLS.has(name));
  if (above !== undefined) return above.pid;
  return process.ppid > 1 ? process.ppid : null;
}

/**
 * Whether the client was started from within a session, by an agent's tool or by a hook. Only Linux shows the
 * environment and the parents of another process; elsewhere the worker asks.
 */
function isNested(clientPid: number): boolean {
  const client = processOf(clientPid);
  if (client === null) return false;
  try {
    const environ = readFileSync(`/proc/${clientPid}/environ`, "latin1").split("\0");
    return startedBySession({ environ, above: ancestors(client.parent), foreground: client.foreground });
  } catch {
    return false;
  }
}

/** What Linux tells of a client's process. */
export interface ClientProcess {
  /** `NAME=value` as at its start. */
  environ: readonly string[];
  above: readonly Pick<Ancestor, "pid" | "name">[];
  /** It owns its terminal: a person can type into it. */
  foreground: boolean;
}

/**
 * A client gives `CLAUDECODE=1` to its hooks and tools, and a person's has none. But an editor or terminal that an agent
 * opened hands it on as well: there a person sits in front, and no client is among the processes above.
 */
export function startedBySession({ environ, above, foreground }: ClientProcess): boolean {
  if (!environ.includes("CLAUDECODE=1")) return false;
  const outer = environ.find((one) => one.startsWith("CLAUDE_PID="))?.slice("CLAUDE_PID=".length);
  return !foreground || above.some(({ pid, name }) => String(pid) === outer || name.startsWith("claude"));
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== "" && value !== "0" && value.toLowerCase() !== "false";

/** Whether a path is a folder or lies in it, links followed. Never throws. */
export function isInside(path: string, folder: string): boolean {
  const inner = real(path);
  const outer = real(folder);
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
