import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeHandler } from "./handle.ts";

const folder = dirname(fileURLToPath(import.meta.url));

/**
 * What OpenClaw calls for each event: HOOK.md names this export. Bundled as
 * `<bundle>/hooks/openclaw/session-handoff/handler.js`; the source has another name, as the host would load a
 * `handler.ts` beside it first.
 */
export const handler = makeHandler({ folder, bundle: resolve(folder, "../../.."), env: process.env });
