import { GATEWAY_TOKEN } from "./socket.ts";

/** `openclaw.json`, as far as the tests change it. */
export interface ClientConfig {
  agents: { defaults: Record<string, unknown>; list?: Record<string, unknown>[] };
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

/** A config with one agent and one model, which is the stand-in; everything else is the client's default. */
export function clientConfig(at: { port: number; workspace: string; modelUrl: string }): ClientConfig {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: "mock-1", name: "Mock 1", reasoning: false, input: ["text"], cost, contextWindow: 120_000, maxTokens: 4096 }; // prettier-ignore
  return {
    update: { checkOnStart: false },
    gateway: {
      mode: "local",
      bind: "loopback",
      port: at.port,
      auth: { mode: "token", token: GATEWAY_TOKEN },
    },
    agents: { defaults: { workspace: at.workspace, model: { primary: "mock/mock-1" }, skipBootstrap: true } },
    models: {
      mode: "replace",
      providers: {
        mock: { baseUrl: at.modelUrl, apiKey: "dummy", api: "openai-completions", models: [model] },
      },
    },
  };
}
