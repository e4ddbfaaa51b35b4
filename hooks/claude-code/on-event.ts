import { dirname, isAbsolute } from "node:path";
import { type HookSettings, readHookSettings } from "../../src/config/hook-settings.ts";
import { enqueue, jobEnv, spawnWorker } from "../../src/queue/enqueue.ts";
import { clientPidOf, isRecursion, reasonNotToAct } from "../../src/queue/guards.ts";
import type { JobEvent } from "../../src/queue/job.ts";
import { leaveOut } from "../../src/queue/left-out.ts";
import { isSecondCopy } from "../../src/queue/plugin-copy.ts";
import { type HookCall, runHook } from "../run-hook.ts";

/** One event of Claude Code that no guard stopped. */
export interface ClaudeEvent extends HookCall {
  sessionId: string | null;
  /** Absolute; null where the client names none. The file may not exist yet. */
  transcript: string | null;
  /** Working folder of the session, absolute. */
  cwd: string;
  /** Process of the client. */
  clientPid: number | null;
  settings: HookSettings;
  /** A text of the payload; null when it is missing, empty or no text. */
  text: (field: string) => string | null;
}

/** Runs the entry of one event of Claude Code: as `runHook`, after the guards. */
export function onEvent(
  name: string,
  act: (event: ClaudeEvent) => string | null | Promise<string | null>,
): void {
  runHook(`claude-code/${name}`, (call) => {
    const event = eventOf(call);
    const { home, cwd, clientPid, sessionId } = event;
    const { capture, exclude } = event.settings;
    const agentId = event.text("agent_id");
    const reason = reasonNotToAct({ home, env: process.env, cwd, clientPid, agentId, exclude });
    // A sub-agent's events carry the id of the session it works for.
    if (reason === null ? !capture : reason !== "sub-agent") leaveOut(home, sessionId);
    if (reason === null) {
      const bundle = dirname(call.worker);
      return isSecondCopy({ home, bundle, env: process.env, cwd }) ? null : act(event);
    }
    if (isRecursion(reason)) call.log(`not acted on: ${reason}`);
    return null;
  });
}

/** Queues a job for an event. Returns its id, or null when it could not be written. */
export function queueEvent(
  event: ClaudeEvent,
  what: { event: JobEvent; cause: string | null; lastAnswer?: string | null },
): string | null {
  return enqueue(event.home, {
    host: "claude-code",
    event: what.event,
    sessionId: event.sessionId,
    transcript: event.transcript,
    cwd: event.cwd,
    cause: what.cause,
    clientPid: event.clientPid,
    lastAnswer: what.lastAnswer ?? null,
    env: jobEnv(process.env),
  });
}

/** Starts the worker for what was queued. */
export function startWorker(event: ClaudeEvent): void {
  spawnWorker(event.home, event.worker, process.env);
}

/** Queues an event that is recorded, and starts the worker; nothing when capture is switched off. Prints nothing. */
export function capture(
  event: ClaudeEvent,
  what: { event: JobEvent; cause: string | null; lastAnswer?: string | null },
): null {
  if (event.settings.capture && queueEvent(event, what) !== null) startWorker(event);
  return null;
}

function eventOf(call: HookCall): ClaudeEvent {
  const text = (field: string): string | null => {
    const value = call.payload[field];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const transcript = text("transcript_path");
  const cwd = [text("cwd"), process.env["CLAUDE_PROJECT_DIR"]].find(
    (folder) => typeof folder === "string" && isAbsolute(folder),
  );
  return {
    ...call,
    text,
    sessionId: text("session_id"),
    transcript: transcript !== null && isAbsolute(transcript) ? transcript : null,
    cwd: cwd ?? process.cwd(),
    clientPid: clientPidOf(process.env),
    settings: readHookSettings(call.home),
  };
}
