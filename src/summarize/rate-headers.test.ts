import { describe, expect, it } from "vitest";
import { limitsOf } from "./rate-headers.ts";

const limits = (headers: Record<string, string>) => limitsOf(new Headers(headers), "claude-haiku-5-5");

describe("limitsOf", () => {
  it("reads limits of keys as the share that remains", () => {
    expect(
      limits({
        "anthropic-ratelimit-requests-limit": "50",
        "anthropic-ratelimit-requests-remaining": "40",
        "anthropic-ratelimit-requests-reset": "2026-05-04T12:00:30Z",
        "anthropic-ratelimit-input-tokens-limit": "400000",
        "anthropic-ratelimit-input-tokens-remaining": "100000",
        "anthropic-ratelimit-input-tokens-reset": "2026-05-04T12:01:00Z",
      }),
    ).toEqual([
      { name: "input-tokens", left: 0.25, reset: "2026-05-04T12:01:00.000Z" },
      { name: "requests", left: 0.8, reset: "2026-05-04T12:00:30.000Z" },
    ]);
  });

  it("reads windows of subscriptions as the share that is not used", () => {
    expect(
      limits({
        "anthropic-ratelimit-unified-status": "allowed_warning",
        "anthropic-ratelimit-unified-5h-utilization": "0.75",
        "anthropic-ratelimit-unified-5h-reset": "1777896000",
        "anthropic-ratelimit-unified-7d-utilization": "1.02",
      }),
    ).toEqual([
      { name: "unified-5h", left: 0.25, reset: "2026-05-04T12:00:00.000Z" },
      { name: "unified-7d", left: 0, reset: null },
    ]);
  });

  it.each([
    {},
    { "anthropic-ratelimit-requests-remaining": "4" },
    { "anthropic-ratelimit-requests-limit": "0", "anthropic-ratelimit-requests-remaining": "0" },
    { "anthropic-ratelimit-requests-limit": "many", "anthropic-ratelimit-requests-remaining": "few" },
    { "anthropic-ratelimit-unified-5h-utilization": "" },
    { "x-ratelimit-remaining": "0", "x-ratelimit-limit": "10" },
  ])("leaves out what it cannot judge: %j", (headers) => {
    expect(limits(headers as Record<string, string>)).toEqual([]);
  });

  it("leaves out windows of other families of models", () => {
    const names = limits({
      "anthropic-ratelimit-unified-7d_sonnet-utilization": "0.99",
      "anthropic-ratelimit-unified-7d_haiku-utilization": "0.5",
      "anthropic-ratelimit-unified-overage-utilization": "0.99",
    }).map((limit) => limit.name);
    expect(names).toEqual(["unified-7d_haiku"]);
  });

  it("tells no reset where there is none to be read", () => {
    const headers = {
      "anthropic-ratelimit-tokens-limit": "10",
      "anthropic-ratelimit-tokens-remaining": "1",
      "anthropic-ratelimit-tokens-reset": "soon",
    };
    expect(limits(headers)).toEqual([{ name: "tokens", left: 0.1, reset: null }]);
  });
});
