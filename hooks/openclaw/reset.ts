import { leaveOut } from "../../src/queue/left-out.ts";
import { type PackCall, queueEvent, startWorker } from "./call.ts";
import { openWindowOf } from "./open-window.ts";
import { remember } from "./gateway-state.ts";
import { expectWindow, keyOf } from "./told.ts";
import { RESET_WAIT_MS, waitForJob } from "./wait.ts";

/** What ended the window, by event; an automatic reset says it itself. */
const CAUSES: Readonly<Record<string, string>> = { "command:new": "new", "command:reset": "reset" };

/**
 * A session was reset: its last window is captured. The job is on disk before anything is waited for. The command waits
 * for it as the user config says. Where nothing waits, as for an automatic reset, the worker is started once the handler
 * has returned: that takes a gateway longer than all the rest (README.md of the host, the gateway).
 */
export async function onReset(call: PackCall): Promise<void> {
  const { event, home, settings, begun } = call;
  const reason = event.context["reason"];
  remember(call.state.resets, keyOf(call), begun);
  const cause = CAUSES[event.name] ?? (typeof reason === "string" ? reason : null);
  const what = { event: "session-end", cause, sessionId: event.sessionId } as const;
  const job = settings.capture ? queueEvent(call, what) : null;
  if (!settings.capture) leaveOutEnded(call);
  const setting = event.name === "session:auto-reset" ? "none" : settings.resetWait;
  const isStarted = job !== null && setting !== "none" && startWorker(call);
  expectWindow(call, job);
  if (isStarted) await waitForJob(home, job, { setting, until: begun + RESET_WAIT_MS[setting] });
  else if (job !== null && setting === "none") setImmediate(() => startWorker(call));
}

/**
 * Keeps the window that a reset ended from being caught up with, as it was not to be recorded. The event comes before or
 * after the host writes the reset: a window that nobody was answered in has not ended, the one before it has.
 */
export function leaveOutEnded(call: PackCall): void {
  const open = openWindowOf(call);
  leaveOut(call.home, open?.isFresh === true ? open.before : (open?.id ?? call.event.sessionId));
}
