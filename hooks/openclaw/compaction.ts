import { type PackCall, queueEvent, startWorker } from "./call.ts";
import { remember } from "./gateway-state.ts";
import { expectOwnState, keyOf } from "./told.ts";

/** Before a compaction the session is captured as far as it went. Not waited for: the transcript stays whole. */
export function beforeCompaction(call: PackCall): void {
  const { event, state, settings } = call;
  if (!settings.capture) return;
  const job = queueEvent(call, { event: "pre-compact", cause: null, sessionId: event.sessionId });
  if (job === null) return;
  remember(state.compactions, keyOf(call), job);
  startWorker(call);
}

/** After it the session is told where it stood. One that was refused fires no such event: its context is whole. */
export function afterCompaction(call: PackCall): void {
  const key = keyOf(call);
  expectOwnState(call, call.state.compactions.get(key) ?? null);
  call.state.compactions.delete(key);
}
