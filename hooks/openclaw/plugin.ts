import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { appendLog } from "../../src/config/log.ts";
import type { Json } from "../../src/hosts/json.ts";
import { objectOf } from "../../src/hosts/json.ts";
import { answerAsks } from "./answer-asks.ts";
import { EVENTS, makeHandler } from "./handle.ts";
import { pluginActs } from "./one-copy.ts";
import { placeOf } from "./place.ts";
import type { PluginApi } from "./plugin-api.ts";

const ID = "session-handoff";
const folder = dirname(fileURLToPath(import.meta.url));

/** What OpenClaw loads as our plugin: `<bundle>/openclaw-plugin/index.js`, described by `openclaw.plugin.json` beside it. */
// oxlint-disable-next-line import/no-default-export -- where OpenClaw looks for a plugin
export default {
  id: ID,
  name: "session-handoff",
  description: "What a session learned becomes memory, and the next session starts from it",
  register,
};

function register(api: PluginApi): void {
  if ((api.registrationMode ?? "full") !== "full") return;
  const loaded = { folder, bundle: resolve(folder, ".."), env: process.env };
  const handle = makeHandler(loaded);
  api.registerHook(EVENTS, (event) => handle(withConfig(event, api.config)), {
    name: ID,
    description: "hands sessions over at resets and compactions",
  });
  let stop: (() => void)[] = [];
  api.registerService({
    id: ID,
    start: () => {
      const { home } = placeOf(loaded);
      const complete = api.runtime.llm?.complete;
      const log = (line: string): void => appendLog(home, `plugin openclaw: ${line}`);
      stop.push(pluginActs(home));
      if (complete === undefined) log("this version of the host has no model for plugins");
      else stop.push(answerAsks({ home, complete, log }));
    },
    stop: () => {
      for (const end of stop) end();
      stop = [];
    },
  });
}

/** Events of compactions come without the configuration, which tells the workspace. */
function withConfig(event: Json, config: Json | undefined): Json {
  return { ...event, context: { cfg: config, ...objectOf(event["context"]) } };
}
