import { appendLog } from "../../src/config/log.ts";
import { HandoffError, systemCode } from "../../src/errors.ts";
import { isOwners } from "../../src/hosts/openclaw/session-key.ts";
import { onBootstrap } from "./bootstrap.ts";
import { callOf, type PackCall } from "./call.ts";
import { afterCompaction, beforeCompaction } from "./compaction.ts";
import { readEvent } from "./read-event.ts";
import { newGatewayState } from "./gateway-state.ts";
import { type Loaded, placeOf } from "./place.ts";
import { leaveOutEnded, onReset } from "./reset.ts";
import { onSessionEnd } from "./session-end.ts";
import { onStartup } from "./startup.ts";
import { workspaceOf } from "./workspace.ts";

interface Action {
  act: (call: PackCall) => Promise<void> | void;
  /** It is about one session, which must be one of the owner's own. */
  session: boolean;
}

/** What is done at each event of HOOK.md. */
const ACTIONS: Readonly<Record<string, Action>> = {
  "command:new": { act: onReset, session: true },
  "command:reset": { act: onReset, session: true },
  "session:auto-reset": { act: onReset, session: true },
  "session:compact:before": { act: beforeCompaction, session: true },
  "session:compact:after": { act: afterCompaction, session: true },
  "gateway:startup": { act: onStartup, session: false },
  "agent:bootstrap": { act: onBootstrap, session: true },
};

/** What is done at typed events of a plugin: their names are given as if they were of the same kind. */
const TYPED: Readonly<Record<string, Action>> = { "session:end": { act: onSessionEnd, session: true } };

/** The events that the handler wants, as the host names them. */
export const EVENTS: readonly string[] = Object.keys(ACTIONS);

/**
 * Makes the handler of a gateway. It never throws, prints nothing, and holds the gateway no longer than `resetWait`
 * allows; failures go to the log, by code.
 */
export function makeHandler(loaded: Loaded, state = newGatewayState()): (raw: unknown) => Promise<void> {
  return async (raw) => {
    const begun = performance.now();
    let fail = (_error: unknown): void => {};
    try {
      const event = readEvent(raw);
      const action = event === null ? undefined : (ACTIONS[event.name] ?? TYPED[event.name]);
      if (event === null || action === undefined) return;
      if (action.session && !isOwners(event.sessionKey)) return;
      const place = placeOf(loaded);
      const log = (line: string): void => appendLog(place.home, `hook openclaw/${event.name}: ${line}`);
      fail = (error) => log(`failed (${reasonOf(error)})`);
      const workspace = workspaceOf(event, loaded.env, state);
      if (workspace === null) return log("not acted on: its workspace is not known");
      const call = callOf(event, { place, workspace, env: loaded.env, state, begun });
      if (call.mayAct) await action.act(call);
      else if (action.act === onReset) leaveOutEnded(call);
    } catch (error) {
      fail(error);
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof HandoffError) return error.code;
  return systemCode(error) ?? (error instanceof Error ? error.name : "unknown");
}
