import type { Era } from "./client.ts";
import { GATEWAY_TOKEN } from "./socket.ts";

/** `openclaw.json`, as far as the tests change it. */
export interface ClientConfig {
  agents: { defaults: Record<string, unknown>; list?: object[]; entries?: Record<string, object> };
  models: {
    providers: { mock: { models: Record<string, unknown>[] } & Record<string, unknown> } & Record<
      string,
      object
    >;
  } & Record<string, unknown>;
  hooks?: { internal: { enabled: boolean; entries?: Record<string, object> } };
  session?: Record<string, unknown>;
  [key: string]: unknown;
}

/** What a config is made of. */
interface Wanted {
  era: Era;
  port: number;
  modelUrl: string;
  /** Workspace by agent. */
  workspaces: Readonly<Record<string, string>>;
}

/** A config with one model, which is the stand-in; everything else is the client's default. */
export function clientConfig({ era, port, modelUrl, workspaces }: Wanted): ClientConfig {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: "mock-1", name: "Mock 1", reasoning: false, input: ["text"], cost, contextWindow: 120_000, maxTokens: 4096 }; // prettier-ignore
  const agents = Object.entries(workspaces).map(([id, workspace], at) => ({
    id,
    default: at === 0,
    workspace,
  }));
  return {
    update: { checkOnStart: false },
    gateway: { mode: "local", bind: "loopback", port, auth: { mode: "token", token: GATEWAY_TOKEN } },
    agents: {
      defaults: { model: { primary: "mock/mock-1" }, skipBootstrap: true },
      // The later version keys its agents by id.
      ...(era === "files"
        ? { list: agents }
        : { entries: Object.fromEntries(agents.map(({ id, workspace }) => [id, { workspace }])) }),
    },
    models: {
      mode: "replace",
      providers: { mock: { baseUrl: modelUrl, apiKey: "dummy", api: "openai-completions", models: [model] } },
    },
  };
}
