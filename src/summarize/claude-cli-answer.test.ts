import { describe, expect, it } from "vitest";
import { readClaudeEnd } from "./claude-cli-answer.ts";

const read = (given: Parameters<typeof readClaudeEnd>[0]) => readClaudeEnd(given, "haiku");

/** What client 2.1.332 prints at the end, as far as it is read. */
const RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  api_error_status: null,
  stop_reason: "end_turn",
  result: '{"updates":[]}',
  total_cost_usd: 0.00042,
  usage: { input_tokens: 10, output_tokens: 5 },
  modelUsage: {
    "claude-haiku-5-5": {
      inputTokens: 100,
      outputTokens: 20,
      cacheReadInputTokens: 7,
      cacheCreationInputTokens: 5,
    },
  },
};
const end = (messages: unknown, code: number | null = 0, stderr = "") => ({
  stdout: typeof messages === "string" ? messages : JSON.stringify(messages),
  stderr,
  code,
});
const result = (changes: Record<string, unknown>, code = 1) => end([{ ...RESULT, ...changes }], code);

describe("an answer of the model", () => {
  it.each([
    ["a list of messages", [{ type: "system" }, RESULT]],
    ["one message", RESULT],
    ["one message a line", `${JSON.stringify({ type: "system" })}\n${JSON.stringify(RESULT)}\n`],
  ])("is read from %s, with the tokens of all models", (_, messages) => {
    expect(read(end(messages))).toEqual({
      text: '{"updates":[]}',
      cost: { inputTokens: 112, outputTokens: 20, usd: 0.00042 },
      news: { limits: [] },
    });
  });

  it("may speak of limits and logins", () => {
    const text = '{"task":{"text":"The user hit your usage limit, run /login"}}';
    expect(read(result({ result: text }, 0))).toMatchObject({ text });
  });

  it("costs what an older client says, or is unknown", () => {
    const { modelUsage: _, total_cost_usd: dollars, ...older } = RESULT;
    const tokens = { inputTokens: 10, outputTokens: 5 };
    expect(read(end(older)).cost).toEqual({ ...tokens, usd: null });
    expect(read(end({ ...older, total_cost_usd: dollars })).cost).toEqual({ ...tokens, usd: dollars });
    const { usage: __, ...none } = older;
    expect(read(end(none)).cost).toBe("unknown");
  });
});

const FAILURES: [string, ReturnType<typeof end>, string][] = [
  ["status 401", result({ is_error: true, api_error_status: 401, result: "WORDS" }), "provider-auth"],
  ["status 403", result({ is_error: true, api_error_status: 403, result: "WORDS" }), "provider-auth"],
  ["status 429", result({ is_error: true, api_error_status: 429, result: "WORDS" }), "provider-rate-limit"],
  ["status 529", result({ is_error: true, api_error_status: 529, result: "WORDS" }), "provider-unavailable"],
  ["status 400", result({ is_error: true, api_error_status: 400, result: "WORDS" }), "provider-request"],
  ["no login", result({ is_error: true, result: "Not logged in · Please run /login" }), "provider-auth"],
  ["no login, called a success", result({ result: "Invalid API key · Please run /login" }, 0), "provider-auth"],
  ["a weekly limit", result({ result: "You've hit your weekly limit · resets Dec 3 at 5pm" }, 0), "provider-rate-limit"],
  ["a session limit", result({ is_error: true, result: "You've hit your session limit" }), "provider-rate-limit"],
  ["an old client's limit", result({ result: "Claude AI usage limit reached|1777896000" }, 0), "provider-rate-limit"],
  ["another error", result({ is_error: true, result: "WORDS" }), "provider-unavailable"],
  ["a refusal", result({ stop_reason: "refusal", result: "WORDS" }, 0), "provider-refusal"],
  ["a cut answer", result({ stop_reason: "max_tokens", result: "WORDS" }, 0), "provider-truncated"],
  ["a flag an older client does not know", end("", 1, "error: unknown option '--tools'"), "provider-unavailable"],
  ["a limit in plain text", end("You've hit your weekly limit · resets 9am", 1), "provider-rate-limit"],
  ["nothing at all", end(""), "provider-unavailable"],
  ["a signal", end("", null), "provider-unavailable"],
]; // prettier-ignore

describe("what is no answer", () => {
  it.each(FAILURES)("%s", (_, given, code) => {
    const answer = read(given);
    expect(answer).toMatchObject({ error: { code } });
    expect(JSON.stringify(answer)).not.toContain("WORDS");
    expect("error" in answer ? answer.error.message : "").not.toMatch(/WORDS|weekly|login/);
  });
});

describe("limits of a subscription", () => {
  const event = (info: Record<string, unknown>) => ({ type: "rate_limit_event", rate_limit_info: info });

  it("are the windows the client tells", () => {
    const info = {
      status: "allowed",
      unifiedWindows: {
        five_hour: { utilization: 0.5, resetsAt: 1777896000 },
        seven_day: { utilization: 0.75, resetsAt: 1778328000 },
      },
    };
    expect(read(end([event(info), RESULT])).news).toEqual({
      limits: [
        { name: "five_hour", left: 0.5, reset: "2026-05-04T12:00:00.000Z" },
        { name: "seven_day", left: 0.25, reset: "2026-05-09T12:00:00.000Z" },
      ],
    });
  });

  it("of another family of models, or beyond the subscription, say nothing about ours", () => {
    const full = { utilization: 1, resetsAt: 1777896000 };
    const info = {
      status: "allowed",
      unifiedWindows: { seven_day_opus: full, seven_day_haiku: full, overage: full },
    };
    const names = read(end([event(info), RESULT])).news.limits.map((limit) => limit.name);
    expect(names).toEqual(["seven_day_haiku"]);
  });

  it("are one window of an older client", () => {
    const info = { status: "allowed", rateLimitType: "five_hour", utilization: 0.5, resetsAt: 1777896000 };
    expect(read(end([event(info), RESULT])).news.limits).toHaveLength(1);
  });

  it.each([
    ["by event", [event({ status: "rejected", resetsAt: Math.floor(Date.now() / 1000) + 3600 }), { ...RESULT, is_error: true, api_error_status: 429 }]],
    ["by an old client's text", [{ ...RESULT, result: `Claude AI usage limit reached|${Math.floor(Date.now() / 1000) + 3600}` }]],
  ])("name the end of a refusal, %s", (_, messages) => {
    const wait = read(end(messages, 1)).news.refused?.retryAfterMs ?? 0;
    expect(wait).toBeGreaterThan(3_500_000);
    expect(wait).toBeLessThanOrEqual(3_600_000);
  }); // prettier-ignore

  it("name no end where the client only says so in words", () => {
    expect(read(result({ result: "You've hit your weekly limit · resets 9am" })).news).toEqual({
      limits: [],
      refused: { retryAfterMs: null },
    });
  });
});
