import { HandoffError } from "../errors.ts";
import { sha256 } from "../files/hash.ts";
import { askMessagesApi, type Connection } from "./messages-api.ts";
import { filled, type Model, modelSummarizer } from "./model-summarizer.ts";
import type { ProviderInput } from "./summarizer.ts";

const DEFAULTS = { model: "claude-haiku-5-5", baseURL: "https://api.anthropic.com" } as const;

/** A model behind the Messages API: Anthropic's own, or any server that speaks it (`ANTHROPIC_BASE_URL`). */
export const anthropic = modelSummarizer("anthropic", connectAnthropic);

/** Errors: `provider-no-key`. */
export function connectAnthropic(input: ProviderInput): Model {
  const connection = connectionOf(input);
  const { baseURL, apiKey, authToken } = connection;
  if (apiKey === null && authToken === null) throw new HandoffError("provider-no-key", { name: "anthropic" });
  // limits are those of an account: another key or server is not held back by them
  const account = sha256([baseURL, apiKey, authToken].join("\0")).slice(0, 12);
  return {
    account: `anthropic:${account}`,
    ask: (request, context) => askMessagesApi(connection, request, context),
  };
}

/** Explicit credentials only: the user config first, then the environment that was passed in. */
function connectionOf({ config, env }: ProviderInput): Connection {
  return {
    model: filled(config.model) ?? DEFAULTS.model,
    baseURL: filled(config.baseURL) ?? filled(env["ANTHROPIC_BASE_URL"]) ?? DEFAULTS.baseURL,
    apiKey: filled(config.apiKey) ?? filled(env["ANTHROPIC_API_KEY"]),
    authToken: filled(env["ANTHROPIC_AUTH_TOKEN"]),
    price: config.price ?? null,
  };
}
