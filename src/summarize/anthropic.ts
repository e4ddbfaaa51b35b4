import { HandoffError } from "../errors.ts";
import type { Usage } from "../handoff/receipt.ts";
import { safeText } from "../privacy/secrets.ts";
import { type Digest, digest } from "../session/digest.ts";
import { estimateTokens } from "../session/tokens.ts";
import { type Answer, answerSchema, parseAnswer } from "./answer.ts";
import { summarizeExtractive } from "./extractive/extractive.ts";
import { askModel, type Connection, type Deadline, type ModelRequest } from "./messages-api.ts";
import { contextText, recordText, repairText, systemParts } from "./prompt.ts";
import type { Summarizer, SummarizeInput, SummarizerOutcome } from "./summarizer.ts";
import { toHandoff } from "./to-handoff.ts";

const DEFAULTS = {
  model: "claude-haiku-5-5",
  baseURL: "https://api.anthropic.com",
  deadlineMs: 60_000,
  maxInputTokens: 12_000,
} as const;
const MAX_OUTPUT_TOKENS = 6_000;
/** The record gets at least this share of the input, however long the memory's side of it is. */
const RECORD_SHARE = 0.5;

/** Tokens of the request around its texts: tags, field names, escapes. */
const OVERHEAD_TOKENS = 250;
/** Less of a session than this is not worth a call. */
const MIN_RECORD_TOKENS = 500;

/** A model behind the Messages API: Anthropic's own, or any server that speaks it (`ANTHROPIC_BASE_URL`). */
export const anthropic: Summarizer = { id: "anthropic", summarize: summarizeWithModel };

async function summarizeWithModel(input: SummarizeInput): Promise<SummarizerOutcome> {
  const connection = connectionOf(input);
  if (connection.apiKey === null && connection.authToken === null)
    return { failed: "provider-no-key", usage: null };
  const usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 };
  const limitMs = input.config.deadlineMs ?? DEFAULTS.deadlineMs;
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), limitMs);
  const signal = input.signal === undefined ? timer.signal : AbortSignal.any([timer.signal, input.signal]);
  const deadline: Deadline = { limitMs, endsAt: performance.now() + limitMs, signal };
  try {
    const { request, refs } = await prepare(input);
    const answer = await askForAnswer(connection, request, answerSchema(input.manifest), deadline, usage);
    const base = summarizeExtractive(input.session);
    return { handoff: toHandoff(answer, base, refs, input.session, input.manifest), usage };
  } catch (error) {
    return { failed: error instanceof HandoffError ? error.code : "internal", usage };
  } finally {
    clearTimeout(timeout);
  }
}

/** Explicit credentials only: the user config first, then the environment that was passed in. */
function connectionOf({ config, env }: SummarizeInput): Connection {
  return {
    baseURL: filled(config.baseURL) ?? filled(env["ANTHROPIC_BASE_URL"]) ?? DEFAULTS.baseURL,
    apiKey: filled(config.apiKey) ?? filled(env["ANTHROPIC_API_KEY"]),
    authToken: filled(env["ANTHROPIC_AUTH_TOKEN"]),
  };
}

function filled(value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === "" ? null : value.trim();
}

/** The request within the token budget; everything in it is masked. */
async function prepare(input: SummarizeInput): Promise<{ request: ModelRequest; refs: Digest["refs"] }> {
  const { zodOutputFormat } = await import("@anthropic-ai/sdk/helpers/zod");
  const { schema } = zodOutputFormat(answerSchema(input.manifest));
  const { rules, manifest } = systemParts(input.manifest, schema);
  const budget = input.config.maxInputTokens ?? DEFAULTS.maxInputTokens;
  const free = budget - OVERHEAD_TOKENS - estimateTokens(rules) - 2 * estimateTokens(manifest);
  if (free < MIN_RECORD_TOKENS) {
    const count = budget - free + MIN_RECORD_TOKENS;
    throw new HandoffError("provider-budget", { name: "anthropic", limit: budget, count });
  }
  const context = withinTokens(contextText(input.facts, input.previous), free * (1 - RECORD_SHARE));
  const record = digest(input.session, { tokens: Math.max(0, Math.floor(free - estimateTokens(context))) });
  const turn = [context, recordText(record.text)].filter((part) => part !== "").join("\n\n");
  return {
    refs: record.refs,
    request: {
      model: filled(input.config.model) ?? DEFAULTS.model,
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
  connection: Connection,
  request: ModelRequest,
  schema: ReturnType<typeof answerSchema>,
  deadline: Deadline,
  usage: Usage,
): Promise<Answer> {
  const text = await askModel(connection, request, deadline, usage);
  const first = parseAnswer(text, schema);
  if ("answer" in first) return first.answer;
  const repair = repairText(first.problems);
  // an empty turn of the assistant is refused by the API
  const turns: ModelRequest["turns"] =
    text.trim() === ""
      ? request.turns.map((turn) => ({ ...turn, text: `${turn.text}\n\n${repair}` }))
      : [...request.turns, { role: "assistant", text: text.trimEnd() }, { role: "user", text: repair }];
  const second = parseAnswer(await askModel(connection, { ...request, turns }, deadline, usage), schema);
  if ("answer" in second) return second.answer;
  throw new HandoffError("provider-invalid-answer", { name: "anthropic" });
}
