import { setTimeout as sleep } from "node:timers/promises";
import { textOf } from "../../src/hosts/json.ts";
import { type PackCall, queueEvent, startWorker } from "./call.ts";
import { expectWindow, keyOf } from "./told.ts";

/** Ends that are told by events of their own, some before this one and some after it. */
const ANNOUNCED: ReadonlySet<string> = new Set(["new", "reset", "idle", "daily", "unknown"]);
/** The gateway goes: all its sessions end together, and have 2 s between them. */
const GATEWAY_ENDS: ReadonlySet<string> = new Set(["shutdown", "restart"]);
/** Milliseconds before and after, within which the other event of the same end comes. */
const ANNOUNCED_WITHIN_MS = { before: 15_000, after: 3_000 } as const;

/**
 * The host tells a plugin of every end of a session. What no other event told of is queued here: resets where internal
 * hooks are switched off, and the end of the gateway, whose jobs the worker of its next start finds. A compaction has an
 * event of its own, and what a person deleted is not captured.
 */
export async function onSessionEnd(call: PackCall): Promise<void> {
  if (!call.settings.capture) return;
  const reason = textOf(call.event.context["reason"]) ?? "unknown";
  if (GATEWAY_ENDS.has(reason)) queueEnd(call, reason);
  else if (ANNOUNCED.has(reason)) await queueUnannounced(call, reason);
}

async function queueUnannounced(call: PackCall, reason: string): Promise<void> {
  await sleep(ANNOUNCED_WITHIN_MS.after, undefined, { ref: false });
  const last = call.state.resets.get(keyOf(call)) ?? Number.NEGATIVE_INFINITY;
  if (last >= call.begun - ANNOUNCED_WITHIN_MS.before) return;
  const job = queueEnd(call, reason);
  expectWindow(call, job);
  if (job !== null) startWorker(call);
}

function queueEnd(call: PackCall, cause: string): string | null {
  return queueEvent(call, { event: "session-end", cause, sessionId: call.event.sessionId });
}
