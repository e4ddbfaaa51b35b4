import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { appendLog } from "../../src/config/log.ts";
import { type Json, objectOf } from "../../src/hosts/json.ts";
import { answerAsks } from "./answer-asks.ts";
import { newGatewayState } from "./gateway-state.ts";
import { EVENTS, makeHandler } from "./handle.ts";
import { memoryWrites, WRITING_TOOLS } from "./memory-writes.ts";
import { pluginActs } from "./one-copy.ts";
import { type Loaded, placeOf } from "./place.ts";
import type { Complete, PluginApi } from "./plugin-api.ts";

const ID = "session-handoff";
const folder = dirname(fileURLToPath(import.meta.url));
/** One for all registrations: 2026.6.35 registers a plugin several times, and tells each of some events only. */
const state = newGatewayState();
/** Ways to the host's model, of every registration, newest first. */
const models: Complete[] = [];
const MOST_MODELS = 8;

/** What OpenClaw loads as our plugin: `<bundle>/openclaw-plugin/index.js`, described by `openclaw.plugin.json` beside it. */
// oxlint-disable-next-line import/no-default-export -- where OpenClaw looks for a plugin
export default {
  id: ID,
  name: "session-handoff",
  description: "What a session learned becomes memory, and the next session starts from it",
  register,
};

function register(api: PluginApi): void {
  // Other modes only look at what a plugin would register.
  if ((api.registrationMode ?? "full") !== "full") return;
  const loaded = { folder, bundle: resolve(folder, ".."), env: process.env };
  const complete = api.runtime.llm?.complete;
  if (complete !== undefined) models.unshift(complete);
  models.splice(MOST_MODELS);
  const handle = makeHandler(loaded, state);
  const description = "hands sessions over at resets and compactions";
  const seen = watchWrites(api, loaded);
  const act = (event: Json): Promise<void> => {
    seen(event);
    return handle(withConfig(event, api.config));
  };
  api.registerHook(EVENTS, act, { name: ID, description });
  api.on("session_end", (event, context) => handle(withConfig(endOf(event, context), api.config)));
  runService(api, loaded);
}

/** What runs as long as the gateway has the plugin: it acts in the place of the pack, and answers workers. */
function runService(api: PluginApi, loaded: Loaded): void {
  const ends: (() => void)[] = [];
  const start = (): void => {
    const { home } = placeOf(loaded);
    const log = logTo(loaded);
    ends.push(pluginActs(home));
    if (models.length === 0) log("this version of the host has no model for plugins");
    else ends.push(answerAsks({ home, complete: completeByAny, log }));
  };
  const stop = (): void => {
    for (const end of ends.splice(0)) end();
  };
  api.registerService({ id: ID, start, stop });
}

/**
 * One call of the model. A gateway of 2026.9.6 that takes the plugin up while it runs registers it more than once, and
 * refuses what a registration asks that it gave up; nothing was sent then, so the next one is asked.
 */
async function completeByAny(request: Parameters<Complete>[0]): Promise<unknown> {
  const [last, ...before] = models.toReversed();
  for (const complete of before.toReversed()) {
    try {
      return await complete(request);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("no longer active"))) throw error;
    }
  }
  return last?.(request);
}

/** What becomes of the agent's writes; versions of the host without a way to add to a tool's result tell nothing. */
function watchWrites(api: PluginApi, loaded: Loaded): (event: Json) => void {
  const writes = memoryWrites(loaded, state, api.config ?? null);
  const log = logTo(loaded);
  // What is thrown here would cost the agent the result of its tool.
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch {
      log("a write of the agent was not looked at");
      return undefined;
    }
  };
  api.registerAgentToolResultMiddleware?.((event, context) => quietly(() => writes.after(event, context)), {
    runtimes: ["openclaw"],
    matcher: WRITING_TOOLS,
  });
  return (event) => {
    if (event["type"] === "agent" && event["action"] === "bootstrap") quietly(() => writes.begin(event));
  };
}

function logTo(loaded: Loaded): (line: string) => void {
  return (line) => appendLog(placeOf(loaded).home, `plugin openclaw: ${line}`);
}

/** The end of a session in the shape of the other events. */
function endOf(event: Json, context: Json): Json {
  const { sessionKey = context["sessionKey"], sessionId = context["sessionId"], reason } = event;
  const { agentId, workspaceDir } = context;
  const facts = { agentId, sessionId, workspaceDir, reason };
  return { type: "session", action: "end", sessionKey, timestamp: new Date(), context: facts };
}

/** Events of compactions come without the configuration, which tells the workspace. */
function withConfig(event: Json, config: Json | undefined): Json {
  return { ...event, context: { cfg: config, ...objectOf(event["context"]) } };
}
