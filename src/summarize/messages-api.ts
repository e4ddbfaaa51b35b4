import type { default as Anthropic } from "@anthropic-ai/sdk";
import { HandoffError } from "../errors.ts";
import type { Usage } from "../handoff/receipt.ts";

/** Where and as whom to call. */
export interface Connection {
  baseURL: string;
  apiKey: string | null;
  authToken: string | null;
}

/** One request: stable system blocks first, the turns last. */
export interface ModelRequest {
  model: string;
  maxTokens: number;
  /** Text blocks; the last one ends the part that a provider may cache. */
  system: readonly string[];
  turns: readonly { role: "user" | "assistant"; text: string }[];
  /** JSON schema of the answer. */
  schema: Record<string, unknown>;
}

/** The clock of a whole summary: all calls, waits and retries end with it. */
export interface Deadline {
  limitMs: number;
  /** `performance.now()` at which it is over. */
  endsAt: number;
  signal: AbortSignal;
}

const PROVIDER = "anthropic";
const MOST_ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;

/**
 * Sends one request, again after a rate limit or a failing server while the deadline allows it (`retry-after` is kept),
 * and returns the text of the answer. Attempts and tokens are added to `usage`. Errors: the `provider-*` codes; none
 * holds a word of the library, the server or the model.
 */
export async function askModel(
  connection: Connection,
  request: ModelRequest,
  deadline: Deadline,
  usage: Usage,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await oneAttempt(connection, request, deadline, usage);
    if ("text" in failure) return failure.text;
    const wait = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    const left = deadline.endsAt - performance.now();
    if (!failure.retry || attempt >= MOST_ATTEMPTS || wait >= left) throw failure.error;
    await pause(wait, deadline);
  }
}

type Attempt = { text: string } | { error: HandoffError; retry: boolean; retryAfterMs: number | null };

async function oneAttempt(
  connection: Connection,
  request: ModelRequest,
  deadline: Deadline,
  usage: Usage,
): Promise<Attempt> {
  const { default: Client, APIError, APIConnectionError } = await import("@anthropic-ai/sdk");
  const client = new Client({ ...clientOptions(connection), timeout: deadline.limitMs + 1000 });
  usage.calls += 1;
  try {
    const message: unknown = await untilDeadline(
      client.messages.create(bodyOf(request), { signal: deadline.signal }),
      deadline,
    );
    return readMessage(message, usage);
  } catch (error) {
    if (deadline.signal.aborted) return final(timeout(deadline));
    if (error instanceof HandoffError) return final(error);
    if (error instanceof APIConnectionError) return again("provider-unavailable", undefined, null);
    if (error instanceof APIError && typeof error.status === "number")
      return ofStatus(error.status, error.headers);
    // a body that is not JSON although its header says so
    return final(new HandoffError("provider-unavailable", { name: PROVIDER }));
  }
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

function bodyOf(request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming {
  const last = request.system.length - 1;
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    system: request.system.map((text, position) => ({
      type: "text" as const,
      text,
      ...(position === last ? { cache_control: { type: "ephemeral" as const } } : {}),
    })),
    messages: request.turns.map(({ role, text }) => ({ role, content: text })),
    output_config: { format: { type: "json_schema", schema: request.schema } },
  };
}

function readMessage(message: unknown, usage: Usage): Attempt {
  if (typeof message !== "object" || message === null || !("content" in message)) {
    // a sign-in page or another server's answer with status 200
    return final(new HandoffError("provider-unavailable", { name: PROVIDER, status: 200 }));
  }
  if ("usage" in message) addUsage(usage, message.usage);
  const reason = "stop_reason" in message ? message.stop_reason : null;
  if (reason === "refusal") return final(new HandoffError("provider-refusal", { name: PROVIDER }));
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") {
    return final(new HandoffError("provider-truncated", { name: PROVIDER }));
  }
  return { text: textOf(message.content) };
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

function addUsage(usage: Usage, reported: unknown): void {
  if (typeof reported !== "object" || reported === null) return;
  const counts = new Map(Object.entries(reported));
  const count = (name: string): number => {
    const value: unknown = counts.get(name);
    return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
  };
  usage.inputTokens += count("input_tokens") + count("cache_creation_input_tokens");
  usage.cacheReadTokens += count("cache_read_input_tokens");
  usage.outputTokens += count("output_tokens");
}

function ofStatus(status: number, headers: Headers | undefined): Attempt {
  if (status === 401 || status === 403)
    return final(new HandoffError("provider-auth", { name: PROVIDER, status }));
  if (status === 429) return again("provider-rate-limit", status, retryAfter(headers));
  if (status >= 500 || status === 408 || status === 409) {
    return again("provider-unavailable", status, retryAfter(headers));
  }
  if (status < 400) return final(new HandoffError("provider-unavailable", { name: PROVIDER, status }));
  return final(new HandoffError("provider-request", { name: PROVIDER, status }));
}

function final(error: HandoffError): Attempt {
  return { error, retry: false, retryAfterMs: null };
}

function again(
  code: "provider-rate-limit" | "provider-unavailable",
  status: number | undefined,
  retryAfterMs: number | null,
): Attempt {
  const detail = status === undefined ? { name: PROVIDER } : { name: PROVIDER, status };
  return { error: new HandoffError(code, detail), retry: true, retryAfterMs };
}

/** Seconds or an HTTP date, as milliseconds from now; null when absent or unreadable. */
function retryAfter(headers: Headers | undefined): number | null {
  const value = headers?.get("retry-after") ?? null;
  if (value === null || value === "") return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function timeout(deadline: Deadline): HandoffError {
  return new HandoffError("provider-timeout", { name: PROVIDER, limit: deadline.limitMs });
}

/** The answer, or the deadline: a body that drips slowly does not hold it up. */
async function untilDeadline<T>(answer: PromiseLike<T>, deadline: Deadline): Promise<T> {
  const { signal } = deadline;
  if (signal.aborted) throw timeout(deadline);
  let stop = (): void => undefined;
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(timeout(deadline));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function pause(ms: number, deadline: Deadline): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const rested = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await untilDeadline(rested, deadline);
  } finally {
    clearTimeout(timer);
  }
}
