import { SETTINGS_DEFAULTS } from "../config/settings.ts";
import { HandoffError } from "../errors.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { noUsage, type Usage } from "../handoff/receipt.ts";
import { safeText } from "../privacy/secrets.ts";
import { type Digest, digest } from "../session/digest.ts";
import { estimateTokens } from "../session/tokens.ts";
import { type Answer, answerSchema, parseAnswer } from "./answer.ts";
import { type Deadline, withDeadline } from "./deadline.ts";
import { summarizeExtractive } from "./extractive/extractive.ts";
import { contextText, recordText, repairText, systemParts } from "./prompt.ts";
import type { Spending } from "./spending.ts";
import type { ProviderInput, Summarizer, SummarizeInput, SummarizerOutcome } from "./summarizer.ts";
import { toHandoff } from "./to-handoff.ts";

const MAX_OUTPUT_TOKENS = 6_000;
/** The record gets at least this share of the input, however long the memory's side of it is. */
const RECORD_SHARE = 0.5;
/** Tokens of the request around its texts: tags, field names, escapes. */
const OVERHEAD_TOKENS = 250;
/** Less of a session than this is not worth a call. */
const MIN_RECORD_TOKENS = 500;

/** One request; every text in it is masked. Stable texts first, the turns last. */
export interface ModelRequest {
  maxTokens: number;
  /** The last one ends the part that a provider may cache. */
  system: readonly string[];
  turns: readonly { role: "user" | "assistant"; text: string }[];
  /** JSON schema of the answer. */
  schema: Record<string, unknown>;
}

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
      const { request, refs } = await prepare(id, input);
      const context = { deadline, usage, spending };
      const answer = await askForAnswer(model, request, answerSchema(input.manifest), context);
      const base = summarizeExtractive(input.session);
      return { handoff: toHandoff(id, answer, base, refs, input.session, input.manifest), usage };
    } catch (error) {
      return { failed: codeOf(error), usage: usage.calls === 0 ? null : usage };
    }
  });
}

/** The request within the token budget; everything in it is masked. */
async function prepare(
  id: ProviderId,
  input: SummarizeInput,
): Promise<{ request: ModelRequest; refs: Digest["refs"] }> {
  const { zodOutputFormat } = await import("@anthropic-ai/sdk/helpers/zod");
  const { schema } = zodOutputFormat(answerSchema(input.manifest));
  const { rules, manifest } = systemParts(input.manifest, schema);
  const budget = input.config.maxInputTokens ?? SETTINGS_DEFAULTS.maxInputTokens;
  const free = budget - OVERHEAD_TOKENS - estimateTokens(rules) - 2 * estimateTokens(manifest);
  if (free < MIN_RECORD_TOKENS) {
    const count = budget - free + MIN_RECORD_TOKENS;
    throw new HandoffError("provider-budget", { name: id, limit: budget, count });
  }
  const context = withinTokens(contextText(input.facts, input.previous), free * (1 - RECORD_SHARE));
  const record = digest(input.session, { tokens: Math.max(0, Math.floor(free - estimateTokens(context))) });
  const turn = [context, recordText(record.text)].filter((part) => part !== "").join("\n\n");
  return {
    refs: record.refs,
    request: {
      maxTokens: MAX_OUTPUT_TOKENS,
      system: [rules, await safeText(manifest)],
      turns: [{ role: "user", text: await safeText(turn) }],
      schema,
    },
  };
}

/** Whole lines from the start, as many as fit. */
function withinTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const lines: string[] = [];
  let left = tokens;
  for (const line of text.split("\n")) {
    left -= estimateTokens(`${line}\n`);
    if (left < 0) break;
    lines.push(line);
  }
  return lines.join("\n");
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

/** Estimated tokens of a request and its longest answer. */
export function tokensOf(request: ModelRequest): number {
  const texts = [...request.system, ...request.turns.map((turn) => turn.text)];
  return OVERHEAD_TOKENS + request.maxTokens + estimateTokens(texts.join("\n"));
}

/** A setting that says something: neither absent nor blank. */
export function filled(value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === "" ? null : value.trim();
}
