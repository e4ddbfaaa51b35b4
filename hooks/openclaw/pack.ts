import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeHandler } from "./handle.ts";
import { isPluginActing } from "./one-copy.ts";
import { placeOf } from "./place.ts";

const folder = dirname(fileURLToPath(import.meta.url));
const loaded = { folder, bundle: resolve(folder, "../../.."), env: process.env };
const handle = makeHandler(loaded);

/**
 * What OpenClaw calls for each event: HOOK.md names this export. Bundled as
 * `<bundle>/hooks/openclaw/session-handoff/handler.js`; the source has another name, as the host would load a
 * `handler.ts` beside it first. Where the plugin is installed too, that one acts: it can do more.
 */
export const handler = async (event: unknown): Promise<void> => {
  if (!isPluginActing(placeOf(loaded).home)) await handle(event);
};
