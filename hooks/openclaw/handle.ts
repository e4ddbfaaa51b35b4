import { appendLog } from "../../src/config/log.ts";
import { systemCode } from "../../src/errors.ts";
import { callOf, type PackCall } from "./call.ts";
import { readEvent } from "./event.ts";
import { type Loaded, placeOf } from "./place.ts";
import { onReset } from "./reset.ts";

/** What is done at each event of HOOK.md. */
const ACTIONS: Readonly<Record<string, (call: PackCall) => Promise<void> | void>> = {
  "command:new": onReset,
  "command:reset": onReset,
  "session:auto-reset": onReset,
};

/**
 * Makes the handler of a gateway. It never throws, prints nothing, and holds the gateway no longer than
 * `resetWait` allows; failures go to the log, by code.
 */
export function makeHandler(loaded: Loaded): (raw: unknown) => Promise<void> {
  return async (raw) => {
    const begun = performance.now();
    let home: string | null = null;
    let name = "unknown";
    try {
      const event = readEvent(raw);
      const act = event === null ? undefined : ACTIONS[event.name];
      if (event === null || act === undefined) return;
      name = event.name;
      const place = placeOf(loaded);
      home = place.home;
      const { workspace } = event;
      if (workspace === null) return;
      const call = callOf(event, { place, workspace, env: loaded.env, begun });
      if (call !== null) await act(call);
    } catch (error) {
      if (home !== null) appendLog(home, `hook openclaw/${name}: failed (${reasonOf(error)})`);
    }
  };
}

function reasonOf(error: unknown): string {
  return systemCode(error) ?? (error instanceof Error ? error.name : "unknown");
}
