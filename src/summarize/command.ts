import { HandoffError } from "../errors.ts";
import { estimateTokens } from "../session/tokens.ts";
import type { TokenCost } from "../store/spend.ts";
import { askChild, type ChildAnswer } from "./child-attempt.ts";
import { type ModelRequest, tokensOf } from "./model-request.ts";
import { filled, type Model, modelSummarizer } from "./model-summarizer.ts";
import type { ChildEnd } from "./run-child.ts";
import { dollarsOf } from "./prices.ts";
import type { ProviderInput } from "./summarizer.ts";

const PROVIDER = "command";

/** What a program reads on its standard input, as one JSON object. README.md of this folder documents it. */
interface CommandInput {
  version: 1;
  model: string | null;
  maxOutputTokens: number;
  instructions: string;
  schema: Record<string, unknown>;
  turns: ModelRequest["turns"];
}

/** Any program of the user: JSON on stdin, the JSON answer on stdout. Started without a shell. */
export const command = modelSummarizer(PROVIDER, connectCommand);

/** Errors: `provider-no-command`. */
export function connectCommand({ config, env, home }: ProviderInput): Model {
  const [program, ...args] = config.command ?? [];
  if (program === undefined) throw new HandoffError("provider-no-command");
  const model = filled(config.model);
  return {
    account: PROVIDER,
    ask: (request, context) => {
      const input = JSON.stringify(inputOf(request, model));
      return askChild({ home, program, args, env, input }, tokensOf(request), context, (end) =>
        readEnd(end, input, config.price ?? null),
      );
    },
  };
}

function inputOf({ maxTokens, schema, system, turns }: ModelRequest, model: string | null): CommandInput {
  return { version: 1, model, maxOutputTokens: maxTokens, instructions: system.join("\n\n"), schema, turns };
}

function readEnd(
  { stdout, code }: ChildEnd,
  input: string,
  price: readonly [number, number] | null,
): ChildAnswer {
  const told = reportedCost(stdout);
  const inputTokens = told?.inputTokens ?? estimateTokens(input);
  const outputTokens = told?.outputTokens ?? estimateTokens(stdout);
  const tokens = { input: inputTokens, output: outputTokens, cacheWrite: 0, cacheRead: 0 };
  const cost = { inputTokens, outputTokens, usd: told?.usd ?? dollarsOf(tokens, null, price) };
  const news = { limits: [] };
  if (code === 0) return { text: stdout, cost, news };
  return { error: new HandoffError("provider-unavailable", { name: PROVIDER }), cost, news };
}

/** `usage` beside the answer's own keys: what the program says it spent. */
function reportedCost(stdout: string): TokenCost | null {
  try {
    const { usage } = JSON.parse(stdout) as { usage?: Record<string, unknown> };
    const [inputTokens, outputTokens] = [usage?.["inputTokens"], usage?.["outputTokens"]];
    if (!isCount(inputTokens) || !isCount(outputTokens)) return null;
    const usd = usage?.["costUsd"];
    return { inputTokens, outputTokens, usd: typeof usd === "number" && usd >= 0 ? usd : null };
  } catch {
    return null;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
