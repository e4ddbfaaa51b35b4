import { type PackCall, queueEvent, startWorker } from "./call.ts";
import { expectWindow } from "./told.ts";
import { RESET_WAIT_MS, waitForJob } from "./wait.ts";

/** What ended the window, by event; an automatic reset says it itself. */
const CAUSES: Readonly<Record<string, string>> = { "command:new": "new", "command:reset": "reset" };

/**
 * A session was reset: its last window is captured. The job is on disk before anything is waited for. The command waits
 * for it as the user config says; an automatic reset is not waited for by the host.
 */
export async function onReset(call: PackCall): Promise<void> {
  const { event, home, settings, begun } = call;
  const reason = event.context["reason"];
  const cause = CAUSES[event.name] ?? (typeof reason === "string" ? reason : null);
  const what = { event: "session-end", cause, sessionId: event.sessionId } as const;
  const job = settings.capture ? queueEvent(call, what) : null;
  expectWindow(call, job);
  if (job === null || !startWorker(call) || event.name === "session:auto-reset") return;
  const setting = settings.resetWait;
  if (setting !== "none") await waitForJob(home, job, { setting, until: begun + RESET_WAIT_MS[setting] });
}
