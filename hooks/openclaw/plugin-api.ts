import type { Json } from "../../src/hosts/json.ts";

/**
 * What of the host's plugin API is used. Its own types are not imported: the plugin is one file without imports, and the
 * API is called experimental there, so nothing is taken for granted that can be missing.
 */
export interface PluginApi {
  /** `full` in a gateway; other modes only look at what a plugin would register. Absent in older versions. */
  registrationMode?: string;
  /** The host's configuration when the plugin was loaded. */
  config?: Json;
  runtime: { llm?: { complete: Complete } };
  /** Events of HOOK.md, by the same names. */
  registerHook: (
    events: readonly string[],
    handler: (event: Json) => Promise<void>,
    options: { name: string; description: string },
  ) => void;
  /** Events of typed hooks. */
  on: (name: string, handler: (event: Json, context: Json) => unknown, options?: Json) => void;
  /** Something that runs as long as the gateway has the plugin. */
  registerService: (service: { id: string; start: () => void; stop: () => void }) => void;
  registerAgentToolResultMiddleware?: (
    handler: (event: Json, context: Json) => { result: Json } | undefined,
    options: { runtimes: readonly string[]; matcher: readonly string[] },
  ) => void;
}

/** One call of the model that the host is set up with, on its own account. */
export type Complete = (request: {
  messages: readonly { role: "system" | "user" | "assistant"; content: string }[];
  purpose: string;
  maxTokens: number;
  model?: string;
  signal: AbortSignal;
}) => Promise<unknown>;
