import type { Asked } from "../../fixtures/messages-api/asked.ts";
import type { ClientConfig } from "./config.ts";

/** Tokens of the window; the client counts four characters a token. */
const WINDOW = 120_000;

/**
 * Makes a model behind the Messages API at `url` the client's, and has it prune its context: it does so for such providers,
 * and not for those of the chat completions that the other tests use.
 */
export function usePrunedModel(config: ClientConfig, url: string, contextPruning: object): void {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: "mock-2", name: "Mock 2", reasoning: false, input: ["text"], cost, contextWindow: WINDOW, maxTokens: 4096 }; // prettier-ignore
  config.models.providers["messages"] = {
    baseUrl: url,
    apiKey: "dummy",
    api: "anthropic-messages",
    models: [model],
  };
  Object.assign(config.agents.defaults, { model: { primary: "messages/mock-2" }, contextPruning });
}

/** Texts of the tool results in a request, oldest first. */
export function toolResults(asked: Asked | undefined): string[] {
  return (asked?.body.messages ?? []).flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((block) => (block.type === "tool_result" ? [flat(block.content ?? "")] : [])),
  );
}

function flat(content: string | { text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
}
