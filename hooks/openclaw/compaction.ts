import { type PackCall, queueEvent, startWorker } from "./call.ts";
import type { CurrentWindow } from "./current-window.ts";
import { remember } from "./gateway-state.ts";
import { openWindowOf } from "./open-window.ts";
import { expectOwnState, isCompacted, keyOf } from "./told.ts";

/** Before a compaction the session is captured as far as it went. Not waited for: the transcript stays whole. */
export function beforeCompaction(call: PackCall): void {
  const job = captured(call);
  if (job !== null) remember(call.state.compactions, keyOf(call), job);
}

/** After it the session is told where it stood. One that was refused fires no such event: its context is whole. */
export function afterCompaction(call: PackCall): void {
  const key = keyOf(call);
  expectOwnState(call, call.state.compactions.get(key) ?? null, openWindowOf(call));
  call.state.compactions.delete(key);
}

/**
 * A run finds its session compacted since the run before, and no event told of it: so it is with the host's own
 * compactions at the end of a run. The transcript stays whole, so the same is done as for one that was announced.
 */
export function noticeCompaction(call: PackCall, now: CurrentWindow | null): void {
  if (now !== null && isCompacted(call, now)) expectOwnState(call, captured(call), now);
}

/** The job that captures the session as it goes on; null where none was queued. */
function captured(call: PackCall): string | null {
  if (!call.settings.capture) return null;
  const job = queueEvent(call, { event: "pre-compact", cause: null, sessionId: call.event.sessionId });
  if (job !== null) startWorker(call);
  return job;
}
