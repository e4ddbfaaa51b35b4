import { type HookSettings, readHookSettings } from "../../src/config/hook-settings.ts";
import { appendLog } from "../../src/config/log.ts";
import { enqueue, jobEnv, spawnWorker } from "../../src/queue/enqueue.ts";
import { reasonNotToAct } from "../../src/queue/guards.ts";
import type { JobEvent } from "../../src/queue/job.ts";
import type { OpenclawEvent } from "./read-event.ts";
import type { GatewayState } from "./gateway-state.ts";
import type { Place } from "./place.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** One event that no guard stopped. */
export interface PackCall extends Place {
  event: OpenclawEvent;
  /** Folder of the memory. */
  workspace: string;
  settings: HookSettings;
  env: Env;
  state: GatewayState;
  /** Time of `performance.now()` at which the event reached us. */
  begun: number;
}

/** An event with what it is acted on with, and whether a guard lets it pass. */
export function callOf(
  event: OpenclawEvent,
  given: Pick<PackCall, "workspace" | "env" | "state" | "begun"> & { place: Place },
): PackCall & { mayAct: boolean } {
  const { place, ...rest } = given;
  const { workspace, env } = rest;
  const settings = readHookSettings(place.home);
  const facts = { home: place.home, env, cwd: workspace, clientPid: null, agentId: null };
  // The start of a gateway is about every workspace, each of which is asked for by itself.
  const exclude = event.name === "gateway:startup" ? [] : settings.exclude;
  const mayAct = reasonNotToAct({ ...facts, exclude }) === null;
  return { ...place, ...rest, event, settings, mayAct };
}

/** Queues a job for an event. Returns its id, or null when it could not be written. */
export function queueEvent(
  call: PackCall,
  what: { event: JobEvent; cause: string | null; sessionId: string | null },
): string | null {
  return enqueue(call.home, {
    host: "openclaw",
    event: what.event,
    at: call.event.at,
    sessionId: what.sessionId,
    // Found by its id: what the event names as file is none (README.md of the host).
    transcript: null,
    cwd: call.workspace,
    cause: what.cause,
    clientPid: null,
    lastAnswer: null,
    hookMs: Math.round(performance.now() - call.begun),
    env: { ...jobEnv(call.env), HANDOFF_OPENCLAW_WORKSPACE: call.workspace },
  });
}

/** Starts the worker for what was queued; false when none could be started. */
export function startWorker({ home, worker, env }: PackCall): boolean {
  if (worker !== null) return spawnWorker(home, worker, env);
  appendLog(home, "hook openclaw: no worker to start");
  return false;
}
