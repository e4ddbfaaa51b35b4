import { makeHandler } from "./handle.ts";

/**
 * What OpenClaw calls for each event: HOOK.md names this export. Bundled as `handler.js`; the source has another name,
 * as the host would load a `handler.ts` beside it first.
 */
export const handler = makeHandler(import.meta.url, process.env);
