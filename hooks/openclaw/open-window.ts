import { appendLog } from "../../src/config/log.ts";
import { HandoffError } from "../../src/errors.ts";
import { locationsOf } from "../../src/hosts/openclaw/locations.ts";
import { sessionStore } from "../../src/hosts/openclaw/session-store.ts";
import { type CurrentWindow, currentWindow } from "./current-window.ts";
import type { PackCall } from "./call.ts";

/** The open window of the session that an event is about; null where it cannot be told, which the log may tell. */
export function openWindowOf({
  event,
  env,
  home,
}: Pick<PackCall, "event" | "env" | "home">): CurrentWindow | null {
  const { agentId, sessionId } = event;
  if (agentId === null || sessionId === null) return null;
  try {
    return currentWindow({ store: sessionStore(event.cfg, agentId, env, locationsOf(env)), sessionId });
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
    appendLog(home, `hook openclaw/${event.name}: session not looked up (${error.code})`);
    return null;
  }
}
