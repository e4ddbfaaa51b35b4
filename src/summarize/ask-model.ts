import type { z } from "zod";
import { SETTINGS_DEFAULTS } from "../config/settings.ts";
import { HandoffError } from "../errors.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import type { Usage } from "../handoff/receipt.ts";
import { safeText } from "../privacy/secrets.ts";
import { connectAnthropic } from "./anthropic.ts";
import { connectClaudeCli } from "./claude-cli.ts";
import { connectCommand } from "./command.ts";
import { withDeadline } from "./deadline.ts";
import { type Model, spendingOf } from "./model-summarizer.ts";
import { connectOpenClaw } from "./openclaw.ts";
import type { ProviderInput } from "./summarizer.ts";

/** How each provider that calls a model is set up. */
const MODELS: Partial<Record<ProviderId, (input: ProviderInput) => Model>> = {
  anthropic: connectAnthropic,
  "claude-cli": connectClaudeCli,
  openclaw: connectOpenClaw,
  command: connectCommand,
};

/** A question with an answer of a fixed shape. Its texts are masked before they are sent. */
interface Question<Schema extends z.ZodType> {
  system: string;
  text: string;
  schema: Schema;
  maxTokens: number;
}

/** A provider that is set up and can be asked. */
export type Ask = <Schema extends z.ZodType>(question: Question<Schema>) => Promise<z.infer<Schema>>;

/**
 * A provider to ask, or null for one that calls no model. Every call is counted and has the deadline of the user's
 * config; what it costs is added to `usage`. Errors of both: the `provider-*` codes.
 */
export function askerOf(provider: ProviderId, input: ProviderInput, usage: Usage): Ask | null {
  const connect = MODELS[provider];
  if (connect === undefined) return null;
  const model = connect(input);
  const spending = spendingOf(model, input);
  const limitMs = input.config.deadlineMs ?? SETTINGS_DEFAULTS.deadlineMs;
  return async ({ system, text, schema, maxTokens }) => {
    const { zodOutputFormat } = await import("@anthropic-ai/sdk/helpers/zod");
    const request = {
      maxTokens,
      system: [await safeText(system)],
      turns: [{ role: "user" as const, text: await safeText(text) }],
      schema: zodOutputFormat(schema).schema as Record<string, unknown>,
    };
    const answer = await withDeadline(provider, limitMs, undefined, (deadline) =>
      model.ask(request, { deadline, usage, spending }),
    );
    const parsed = schema.safeParse(jsonIn(answer));
    if (!parsed.success) throw new HandoffError("provider-invalid-answer", { name: provider });
    return parsed.data;
  };
}

/** The JSON object of an answer, whatever stands around it; undefined for none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
