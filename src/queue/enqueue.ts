import { spawn } from "node:child_process";
import { systemCode } from "../errors.ts";
import { HOME_LAYOUT, writeHomeFile } from "../config/home-files.ts";
import { appendLog } from "../config/log.ts";
import { randomHex } from "../files/atomic-replace.ts";
import { makeFolder } from "../files/folders.ts";
import type { Job } from "./job.ts";
import { countStart, MAX_STARTS, rememberWorker } from "./spawn-guard.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** Variables that decide where transcripts and memory lie: a job carries these and no other, never a key. */
const PLACE_VARIABLES = [
  "HOME",
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_CODE_PROJECT_DIR_NAME",
  "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
  "OPENCLAW_HOME",
  "OPENCLAW_PROFILE",
  "OPENCLAW_STATE_DIR",
  "OPENCLAW_CONFIG_PATH",
  "OPENCLAW_INCLUDE_ROOTS",
  "OPENCLAW_WORKSPACE_DIR",
  "HANDOFF_OPENCLAW_WORKSPACE",
  "HANDOFF_MEMORY",
  "XDG_STATE_HOME",
  "XDG_CONFIG_HOME",
] as const;

/** A worker may start one, and that one another; a chain beyond is a mistake. */
const MAX_DEPTH = 3;

/** Characters kept of what a host gives as cause; it is a word. */
const MAX_CAUSE = 200;

type Env = Readonly<Record<string, string | undefined>>;

/** What a hook writes of a job; the rest stands in its schema as how every job begins. */
type NewJob = Pick<
  Job,
  | ("version" | "id" | "host" | "event" | "at" | "sessionId" | "transcript" | "cwd")
  | ("cause" | "clientPid" | "lastAnswer" | "hookMs" | "env")
>;

/** What a caller says of a job. */
export type JobDraft = Omit<NewJob, "version" | "id" | "at" | "hookMs"> & { at?: string; hookMs?: number };

/** The variables of an environment that a job carries. */
export function jobEnv(env: Env): Record<string, string> {
  return Object.fromEntries(
    PLACE_VARIABLES.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Writes a job to `queue/pending` of `home`, whole and flushed to disk, 0600. Returns its id; null when it cannot be
 * written, which the log tells. `hookMs` defaults to the time since this process started.
 */
export function enqueue(home: string, draft: JobDraft): string | null {
  const at = draft.at ?? new Date().toISOString();
  const time = at.replaceAll(/[-:.Z]/g, "");
  const id = `${time}-${draft.clientPid ?? 0}-${draft.event}-${randomHex()}`;
  const hookMs = draft.hookMs ?? Math.round(performance.now());
  const cause = draft.cause?.slice(0, MAX_CAUSE) ?? null;
  const job: NewJob = { version: 1, id, ...draft, cause, at, hookMs };
  try {
    writeHomeFile(home, `${HOME_LAYOUT.pending}/${id}.json`, `${JSON.stringify(job)}\n`);
    return id;
  } catch (error) {
    appendLog(home, `enqueue ${draft.event}: ${reasonOf(error)}`);
    return null;
  }
}

/**
 * Starts a worker that outlives this process: detached, without our pipes, in `home` (a project may vanish). Returns
 * false when it was not started: 30 starts within 60 s, too deep a chain, or no process to be had. The job then waits
 * for a worker that runs or for the next start; the log tells it once.
 */
export function spawnWorker(home: string, workerPath: string, env: Env): boolean {
  const depth = Number(env["HANDOFF_DEPTH"] ?? 0) || 0;
  if (depth >= MAX_DEPTH) {
    appendLog(home, `worker not started: ${depth} starts deep`);
    return false;
  }
  try {
    const now = Date.now();
    const verdict = countStart(home, now);
    if (verdict === "refused")
      appendLog(home, `worker not started: more than ${MAX_STARTS} starts in a minute`);
    if (verdict !== "allowed") return false;
    makeFolder(home, 0o700);
    const child = spawn(process.execPath, [workerPath], {
      cwd: home,
      detached: true,
      stdio: "ignore",
      windowsHide: true,
      env: { ...env, HANDOFF_HOME: home, HANDOFF_DEPTH: String(depth + 1) },
    });
    child.on("error", () => {});
    child.unref();
    if (child.pid === undefined) throw new Error("no process");
    rememberWorker(home, child.pid, now);
    return true;
  } catch (error) {
    appendLog(home, `worker not started: ${reasonOf(error)}`);
    return false;
  }
}

/** A system code, ours of a wrapped one, or a word: never text of a session. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return systemCode(cause) ?? systemCode(error) ?? "failed";
}
