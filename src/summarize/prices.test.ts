import { describe, expect, it } from "vitest";
import { dollarsOf } from "./prices.ts";

const tokens = (more: object = {}) => ({ input: 0, output: 0, cacheWrite: 0, cacheRead: 0, ...more });

describe("what a call is estimated to cost", () => {
  it("follows the list price of the model, the cache included", () => {
    const million = { input: 50_000, output: 1_000_000, cacheWrite: 40_000, cacheRead: 10_000 };
    expect(dollarsOf(million, "claude-haiku-5-5", null)).toBeCloseTo(0.005 + 0.5 + 0.005 + 0.0001);
  });

  it("is more a token for a long prompt where the provider has two prices", () => {
    const short = dollarsOf(tokens({ input: 100_000 }), "claude-haiku-5-5", null);
    const long = dollarsOf(tokens({ input: 60_000, cacheRead: 50_000 }), "claude-haiku-5-5", null);
    expect(short).toBeCloseTo(0.01);
    expect(long).toBeCloseTo(0.03 + 0.0025);
  });

  it("knows a model by its name on other platforms", () => {
    expect(dollarsOf(tokens({ input: 1_000_000 }), "anthropic.claude-sonnet-5-5@20261007", null)).toBeCloseTo(
      2,
    );
  });

  it("is unknown for a model without a list price", () => {
    expect(dollarsOf(tokens({ input: 10 }), "qwen3:8b", null)).toBeNull();
    expect(dollarsOf(tokens({ input: 10 }), null, null)).toBeNull();
  });

  it("is what the user says, for any model", () => {
    const spent = tokens({ input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000 });
    expect(dollarsOf(spent, "qwen3:8b", [0.5, 2])).toBe(3);
    expect(dollarsOf(spent, "claude-haiku-5-5", [0, 0])).toBe(0);
  });
});
