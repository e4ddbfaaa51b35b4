import { dirname } from "node:path";
import { objectOf } from "../../src/hosts/json.ts";
import { runHook } from "../run-hook.ts";
import { makeHandler } from "./handle.ts";

/** Longer than a reset ever waits. */
const KEPT_ALIVE_MS = 60_000;

// One event of the gateway as JSON, for scripts and tests: `handoff hook openclaw event`. Prints what the event changed,
// which only `agent:bootstrap` does.
runHook("openclaw/event", async ({ worker, payload }) => {
  // The handler's own timers keep no process alive: it is made for one that lives anyway.
  const alive = setTimeout(() => {}, KEPT_ALIVE_MS);
  const bundle = dirname(worker);
  await makeHandler({ folder: bundle, bundle, env: process.env })(payload);
  clearTimeout(alive);
  const files = objectOf(payload["context"])?.["bootstrapFiles"];
  return Array.isArray(files) ? JSON.stringify({ bootstrapFiles: files }) : null;
});
