import { SETTINGS_DEFAULTS } from "../config/settings.ts";
import { HandoffError } from "../errors.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { noUsage, type Usage } from "../handoff/receipt.ts";
import { safeText } from "../privacy/secrets.ts";
import { type Answer, answerSchema, parseAnswer } from "./answer.ts";
import { type Deadline, withDeadline } from "./deadline.ts";
import { summarizeExtractive } from "./extractive/extractive.ts";
import type { ModelRequest } from "./model-request.ts";
import { repairText } from "./prompt.ts";
import { answerFor } from "./read-record.ts";
import type { Spending } from "./spending.ts";
import type { ProviderInput, Summarizer, SummarizeInput, SummarizerOutcome } from "./summarizer.ts";
import { toHandoff } from "./to-handoff.ts";

/** What a provider is given besides the request. */
export interface CallContext {
  deadline: Deadline;
  /** Attempts and tokens are added to it. */
  usage: Usage;
  spending: Spending;
}

/** A provider that is set up: sends a request and returns the text of the answer. Errors: the `provider-*` codes. */
export interface Model {
  /** Names the account whose limits hold: `anthropic:1f0c…`. */
  account: string;
  ask: (request: ModelRequest, context: CallContext) => Promise<string>;
}

/**
 * A summarizer around one provider: the same request, the same reading and checking of the answer, one repair.
 * `connect` throws (`provider-no-key` …) when the provider is not set up; nothing is counted then.
 */
export function modelSummarizer(id: ProviderId, connect: (input: SummarizeInput) => Model): Summarizer {
  return {
    id,
    async summarize(input) {
      try {
        return await summarizeWith(id, connect(input), input);
      } catch (error) {
        return { failed: codeOf(error), usage: null };
      }
    },
  };
}

function codeOf(error: unknown): HandoffError["code"] {
  return error instanceof HandoffError ? error.code : "internal";
}

/** On whose account the calls of a provider are counted, against the user's limits. */
export function spendingOf(model: Model, input: ProviderInput & Pick<SummarizeInput, "clock">): Spending {
  const { config } = input;
  return {
    home: input.home,
    account: model.account,
    caps: {
      dailyCalls: config.dailyCalls ?? SETTINGS_DEFAULTS.dailyCalls,
      dailyTokens: config.dailyTokens ?? SETTINGS_DEFAULTS.dailyTokens,
    },
    clock: input.clock ?? (() => new Date()),
  };
}

async function summarizeWith(
  id: ProviderId,
  model: Model,
  input: SummarizeInput,
): Promise<SummarizerOutcome> {
  const usage = noUsage();
  const { config } = input;
  const spending = spendingOf(model, input);
  const limitMs = config.deadlineMs ?? SETTINGS_DEFAULTS.deadlineMs;
  return withDeadline(id, limitMs, input.signal, async (deadline) => {
    try {
      const schema = answerSchema(input.manifest);
      const context = { deadline, usage, spending };
      const { answer, refs } = await answerFor(id, input, (request) =>
        askForAnswer(model, request, schema, context),
      );
      const base = summarizeExtractive(input.session);
      return { handoff: toHandoff(id, answer, base, refs, input.session, input.manifest), usage };
    } catch (error) {
      return { failed: codeOf(error), usage: usage.calls === 0 ? null : usage };
    }
  });
}

/** Asks, and once more when the answer does not fit the schema. Errors: the `provider-*` codes. */
async function askForAnswer(
  model: Model,
  request: ModelRequest,
  schema: ReturnType<typeof answerSchema>,
  context: CallContext,
): Promise<Answer> {
  const text = await model.ask(request, context);
  const first = parseAnswer(text, schema);
  if ("answer" in first) return first.answer;
  const repair = repairText(first.problems);
  // an empty turn of the assistant is refused by the API
  const turns: ModelRequest["turns"] =
    text.trim() === ""
      ? request.turns.map((turn) => ({ ...turn, text: `${turn.text}\n\n${repair}` }))
      : [
          ...request.turns,
          { role: "assistant", text: await safeText(text.trimEnd()) },
          { role: "user", text: repair },
        ];
  const second = parseAnswer(await model.ask({ ...request, turns }, context), schema);
  if ("answer" in second) return second.answer;
  throw new HandoffError("provider-invalid-answer", { name: context.deadline.provider });
}

/** A setting that says something: neither absent nor blank. */
export function filled(value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === "" ? null : value.trim();
}
