import type { default as Anthropic } from "@anthropic-ai/sdk";
import { type ErrorCode, HandoffError, systemCode } from "../errors.ts";
import { addDollars, type Usage } from "../handoff/receipt.ts";
import type { CallCost } from "../store/spend.ts";
import { type Deadline, pause, timeoutOf, untilDeadline } from "./deadline.ts";
import { type ModelRequest, tokensOf } from "./model-request.ts";
import { type CallContext } from "./model-summarizer.ts";
import { dollarsOf } from "./prices.ts";
import { limitsOf } from "./rate-headers.ts";
import { type Counted, counted } from "./spending.ts";

/** Where, as whom and which model to call. */
export interface Connection {
  model: string;
  baseURL: string;
  apiKey: string | null;
  authToken: string | null;
  /** US dollars for a million tokens in and out, where the user set them. */
  price: readonly [number, number] | null;
}

const PROVIDER = "anthropic";
const MOST_ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;

/**
 * Sends one request, again after a rate limit or a failing server while the deadline allows it (`retry-after` is kept),
 * and returns the text of the answer. Each attempt is counted as a call. Errors: the `provider-*` codes; none holds a
 * word of the library, the server or the model.
 */
export async function askMessagesApi(
  connection: Connection,
  request: ModelRequest,
  context: CallContext,
): Promise<string> {
  const tokens = tokensOf(request);
  for (let attempt = 1; ; attempt += 1) {
    const ended = await counted(context.spending, tokens, async () =>
      afterAttempt(
        await oneAttempt(connection, request, context),
        attempt,
        connection.model,
        context.deadline,
      ),
    );
    if ("text" in ended) return ended.text;
    if (ended.waitMs === null) throw ended.error;
    // a little longer, since timers may fire early and the provider's time is a limit for all workers
    await pause(ended.waitMs + 10, context.deadline);
  }
}

/** How an attempt went, as seen by the library or by us. */
type Attempt = { cost: CallCost; headers?: Headers | undefined } & (
  | { text: string }
  | { error: HandoffError; retry: boolean }
);

/** What follows from an attempt: the text, or the failure and how long to wait before the next one (null: there is none). */
type Ended = Counted & ({ text: string } | { error: HandoffError; waitMs: number | null });

function afterAttempt(attempt: Attempt, number: number, model: string, deadline: Deadline): Ended {
  const limits = limitsOf(attempt.headers, model);
  const { cost } = attempt;
  if ("text" in attempt) return { text: attempt.text, cost, news: { limits } };
  const { error } = attempt;
  const retryAfterMs = retryAfter(attempt.headers);
  const wait = retryAfterMs ?? FIRST_WAIT_MS * 2 ** (number - 1);
  const last = !attempt.retry || number >= MOST_ATTEMPTS || wait >= deadline.endsAt - performance.now();
  // without a time of the provider's, only the end of our own attempts is a reason to hold back others
  const refused = error.code === "provider-rate-limit" && (last || retryAfterMs !== null);
  const news = refused ? { limits, refused: { retryAfterMs } } : { limits };
  return { error, waitMs: last ? null : wait, cost, news };
}

async function oneAttempt(
  connection: Connection,
  request: ModelRequest,
  { deadline, usage }: CallContext,
): Promise<Attempt> {
  const { default: Client, APIError, APIConnectionError } = await import("@anthropic-ai/sdk");
  if (deadline.signal.aborted) return { error: timeoutOf(deadline), retry: false, cost: "unsent" };
  const client = new Client({ ...clientOptions(connection), timeout: deadline.limitMs + 1000 });
  usage.calls += 1;
  try {
    const { data, response } = await untilDeadline(
      client.messages.create(bodyOf(connection, request), { signal: deadline.signal }).withResponse(),
      deadline,
    );
    return { ...readMessage(data, usage, connection), headers: response.headers };
  } catch (error) {
    if (deadline.signal.aborted) return { error: timeoutOf(deadline), retry: false, cost: "unknown" };
    if (error instanceof APIConnectionError) {
      const cost = neverConnected(error) ? "unsent" : "unknown";
      return { error: unavailable(), retry: true, cost };
    }
    if (error instanceof APIError && typeof error.status === "number")
      return { ...ofStatus(error.status), cost: NOTHING, headers: error.headers };
    // a body that is not JSON although its header says so
    return { error: unavailable(), retry: false, cost: "unknown" };
  }
}

/** A refused request costs a call, no tokens. */
const NOTHING = { inputTokens: 0, outputTokens: 0 } as const;

/** System codes of a connection that never stood. */
const NO_CONNECTION = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

/** Without a connection nothing was sent: a day offline does not use up the day's calls. */
function neverConnected(error: Error): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (NO_CONNECTION.has(systemCode(cause) ?? "")) return true;
  }
  return false;
}

/**
 * An explicit key only: with one given, the library looks for no profile on disk. A key goes out in both forms, since
 * gateways differ in which header they read. Redirects (sign-in pages) are answers, never followed with the key.
 */
function clientOptions({ baseURL, apiKey, authToken }: Connection) {
  return {
    baseURL,
    apiKey: authToken === null ? apiKey : null,
    authToken,
    defaultHeaders: apiKey === null ? {} : { "x-api-key": apiKey },
    maxRetries: 0,
    logLevel: "off" as const,
    fetchOptions: { redirect: "manual" as const },
  };
}

/**
 * Small models that think by default and may be told not to: thoughts count as output and against the longest answer.
 * Other families refuse the field or know no thoughts.
 */
const THINKS_UNLESS_TOLD = /claude-haiku-(?:4-5|[5-9])/;

function bodyOf(connection: Connection, request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming {
  const last = request.system.length - 1;
  return {
    model: connection.model,
    max_tokens: request.maxTokens,
    system: request.system.map((text, position) => ({
      type: "text" as const,
      text,
      ...(position === last ? { cache_control: { type: "ephemeral" as const } } : {}),
    })),
    messages: request.turns.map(({ role, text }) => ({ role, content: text })),
    output_config: { format: { type: "json_schema", schema: request.schema } },
    ...(THINKS_UNLESS_TOLD.test(connection.model) ? { thinking: { type: "disabled" as const } } : {}),
  };
}

function readMessage(message: unknown, usage: Usage, connection: Connection): Attempt {
  if (typeof message !== "object" || message === null || !("content" in message)) {
    // a sign-in page or another server's answer with status 200
    return { error: unavailable(200), retry: false, cost: "unknown" };
  }
  const cost = "usage" in message ? addUsage(usage, message.usage, connection) : "unknown";
  const reason = "stop_reason" in message ? message.stop_reason : null;
  const failed = (code: "provider-refusal" | "provider-truncated"): Attempt => ({
    error: new HandoffError(code, { name: PROVIDER }),
    retry: false,
    cost,
  });
  if (reason === "refusal") return failed("provider-refusal");
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") {
    return failed("provider-truncated");
  }
  return { text: textOf(message.content), cost };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content
    .map((block: unknown) => {
      if (typeof block !== "object" || block === null || !("text" in block)) return "";
      return typeof block.text === "string" ? block.text : "";
    })
    .join("");
}

/** Adds what the answer reports; returns it as the cost of the call, the provider's cache included. */
function addUsage(usage: Usage, reported: unknown, { model, price }: Connection): CallCost {
  if (typeof reported !== "object" || reported === null) return "unknown";
  const counts = new Map(Object.entries(reported));
  const count = (name: string): number => {
    const value: unknown = counts.get(name);
    return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
  };
  const cacheWrite = count("cache_creation_input_tokens");
  const inputTokens = count("input_tokens") + cacheWrite;
  const cached = count("cache_read_input_tokens");
  const outputTokens = count("output_tokens");
  usage.inputTokens += inputTokens;
  usage.cacheReadTokens += cached;
  usage.outputTokens += outputTokens;
  const tokens = { input: inputTokens - cacheWrite, output: outputTokens, cacheWrite, cacheRead: cached };
  const usd = dollarsOf(tokens, model, price);
  addDollars(usage, usd);
  return { inputTokens: inputTokens + cached, outputTokens, usd };
}

function ofStatus(status: number): { error: HandoffError; retry: boolean } {
  const failed = (code: ErrorCode, retry: boolean) => ({
    error: new HandoffError(code, { name: PROVIDER, status }),
    retry,
  });
  if (status === 401 || status === 403) return failed("provider-auth", false);
  if (status === 429) return failed("provider-rate-limit", true);
  if (status >= 500 || status === 408 || status === 409) return failed("provider-unavailable", true);
  return failed(status < 400 ? "provider-unavailable" : "provider-request", false);
}

function unavailable(status?: number): HandoffError {
  const detail = status === undefined ? { name: PROVIDER } : { name: PROVIDER, status };
  return new HandoffError("provider-unavailable", detail);
}

/** Seconds or an HTTP date, as milliseconds from now; null when absent or unreadable. */
function retryAfter(headers: Headers | undefined): number | null {
  const value = headers?.get("retry-after") ?? null;
  if (value === null || value === "") return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
