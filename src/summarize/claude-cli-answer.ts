import { type ErrorCode, HandoffError } from "../errors.ts";
import type { Limit, RateNews } from "../store/rate-limit.ts";
import type { CallCost } from "../store/spend.ts";
import type { ChildAnswer } from "./child-attempt.ts";
import { holdsFor } from "./rate-headers.ts";
import type { ChildEnd } from "./run-child.ts";

type Fields = Readonly<Record<string, unknown>>;

const PROVIDER = "claude-cli";
/** A message of the client in place of an answer is shorter than this. */
const MESSAGE_CHARS = 400;
const LOGIN =
  /not logged in|run \/login|invalid api key|oauth token|authentication|credit balance|log in again/i;
const LIMIT =
  /(?:hit|reached|over) your .{0,40}limit|(?:usage|rate|weekly|session|5-hour) limit|limit reached/i;

/**
 * What the end of `claude -p --output-format json --verbose` means. Messages of a limit or a login that stand where the
 * answer should are never taken for one; words of the client reach nobody. `model` decides which windows hold.
 */
export function readClaudeEnd(end: ChildEnd, model: string): ChildAnswer {
  const messages = messagesOf(end.stdout);
  const result = messages.findLast((message) => message["type"] === "result");
  if (result === undefined)
    return failed(codeOfText(`${end.stdout}\n${end.stderr}`), "unknown", { limits: [] });
  const text = textOf(result["result"]);
  const limits = messages.filter((message) => message["type"] === "rate_limit_event");
  const cost = costOf(result);
  const code = codeOfResult(result, text, end.code);
  if (code === null) return { text, cost, news: newsOf(limits, null, text, model) };
  return failed(code, cost, newsOf(limits, code, text, model));
}

function failed(code: ErrorCode, cost: CallCost, news: RateNews): ChildAnswer {
  return { error: new HandoffError(code, { name: PROVIDER }), cost, news };
}

/** One object, a list of them, or (older clients) one a line. */
function messagesOf(stdout: string): Fields[] {
  const whole = parse(stdout);
  const values = whole === undefined ? stdout.split("\n").map(parse) : [whole].flat();
  return values.filter(isFields);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Null for an answer of the model. */
function codeOfResult(result: Fields, text: string, exitCode: number | null): ErrorCode | null {
  const status = result["api_error_status"];
  if (typeof status === "number") return codeOfStatus(status);
  const said = text.length < MESSAGE_CHARS && !text.includes("{");
  if (said && LIMIT.test(text)) return "provider-rate-limit";
  if (result["is_error"] === true || exitCode !== 0) return codeOfText(text);
  if (said && LOGIN.test(text)) return "provider-auth";
  if (result["stop_reason"] === "refusal") return "provider-refusal";
  if (result["stop_reason"] === "max_tokens") return "provider-truncated";
  return null;
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401 || status === 403) return "provider-auth";
  if (status === 429) return "provider-rate-limit";
  return status >= 500 || status === 408 ? "provider-unavailable" : "provider-request";
}

function codeOfText(text: string): ErrorCode {
  if (LIMIT.test(text)) return "provider-rate-limit";
  return LOGIN.test(text) ? "provider-auth" : "provider-unavailable";
}

/** Tokens of all models the client used, and its own estimate of the money; `unknown` when it names none. */
function costOf(result: Fields): CallCost {
  const usd = numberOf(result["total_cost_usd"]);
  const models = isFields(result["modelUsage"]) ? Object.values(result["modelUsage"]).filter(isFields) : [];
  if (models.length > 0) {
    return {
      inputTokens: sum(models, ["inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"]),
      outputTokens: sum(models, ["outputTokens"]),
      usd,
    };
  }
  const usage = result["usage"];
  if (!isFields(usage)) return "unknown";
  return {
    inputTokens: sum([usage], ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]),
    outputTokens: sum([usage], ["output_tokens"]),
    usd,
  };
}

function sum(records: readonly Fields[], names: readonly string[]): number {
  const counts = records.flatMap((record) => names.map((name) => numberOf(record[name]) ?? 0));
  return Math.round(counts.reduce((total, count) => total + Math.max(0, count), 0));
}

/** The client names a subscription's windows by their used share and the second they end. */
function newsOf(events: readonly Fields[], code: ErrorCode | null, text: string, model: string): RateNews {
  const infos = events.map((event) => event["rate_limit_info"]).filter(isFields);
  const limits = infos.flatMap(limitsOf).filter((limit) => holdsFor(limit.name, model));
  if (code !== "provider-rate-limit") return { limits };
  const ends = infos
    .filter((info) => info["status"] === "rejected")
    .map((info) => numberOf(info["resetsAt"]));
  // older clients: `… limit reached|1767225600`
  const end = ends.find((at) => at !== null) ?? numberOf(/\|(\d{10})\b/.exec(text)?.[1]);
  return { limits, refused: { retryAfterMs: end === null ? null : Math.max(0, end * 1000 - Date.now()) } };
}

function limitsOf(info: Fields): Limit[] {
  const windows = isFields(info["unifiedWindows"]) ? Object.entries(info["unifiedWindows"]) : [];
  const type = info["rateLimitType"];
  if (windows.length === 0 && typeof type === "string") windows.push([type, info]);
  return windows.flatMap(([name, window]) => {
    if (!isFields(window)) return [];
    const used = numberOf(window["utilization"]);
    const end = numberOf(window["resetsAt"]);
    if (used === null) return [];
    const reset = end === null ? null : new Date(end * 1000).toISOString();
    return [{ name, left: Math.min(1, Math.max(0, 1 - used)), reset }];
  });
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
