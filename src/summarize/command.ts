import { HandoffError } from "../errors.ts";
import { estimateTokens } from "../session/tokens.ts";
import type { CallCost } from "../store/spend.ts";
import { askChild, type ChildAnswer } from "./child-attempt.ts";
import { filled, type Model, type ModelRequest, modelSummarizer, tokensOf } from "./model-summarizer.ts";
import type { ChildEnd } from "./run-child.ts";
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
        readEnd(end, input),
      );
    },
  };
}

function inputOf({ maxTokens, schema, system, turns }: ModelRequest, model: string | null): CommandInput {
  return { version: 1, model, maxOutputTokens: maxTokens, instructions: system.join("\n\n"), schema, turns };
}

function readEnd({ stdout, code }: ChildEnd, input: string): ChildAnswer {
  const cost = reportedCost(stdout) ?? {
    inputTokens: estimateTokens(input),
    outputTokens: estimateTokens(stdout),
  };
  const news = { limits: [] };
  if (code === 0) return { text: stdout, cost, news };
  return { error: new HandoffError("provider-unavailable", { name: PROVIDER }), cost, news };
}

/** `usage` beside the answer's own keys: what the program says it spent. */
function reportedCost(stdout: string): Exclude<CallCost, string> | null {
  try {
    const { usage } = JSON.parse(stdout) as { usage?: Record<string, unknown> };
    const [inputTokens, outputTokens] = [usage?.["inputTokens"], usage?.["outputTokens"]];
    if (!isCount(inputTokens) || !isCount(outputTokens)) return null;
    return { inputTokens, outputTokens };
  } catch {
    return null;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
