import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { HandoffError } from "../errors.ts";
import { parseRuleArgument } from "./rule-argument.ts";
import { settingsFor } from "./rule-settings.ts";

const failure = (argument: string): HandoffError => {
  try {
    parseRuleArgument(argument);
  } catch (error) {
    if (error instanceof HandoffError) return error;
  }
  throw new Error("expected a HandoffError");
};

describe("parseRuleArgument", () => {
  it("reads severity and options", () => {
    expect(parseRuleArgument("list-max-items=warn,max=7,pointer-lists=free")).toEqual({
      rule: "list-max-items",
      severity: "warn",
      options: { max: 7, "pointer-lists": "free" },
    });
    expect(parseRuleArgument("no-code=off")).toEqual({ rule: "no-code", severity: "off", options: {} });
  });

  it.each([
    ["no-cod=off", "rule-unknown", "did you mean no-code?"],
    ["commit-hash=off", "rule-unknown", "did you mean no-commit-hash?"],
    ["=off", "rule-unknown", "expected one of index-max-chars"],
    ["zzzzzzzzzzz=off", "rule-unknown", "expected one of index-max-chars"],
    ["no-code", "rule-option", "expected no-code=off, no-code=warn or no-code=error"],
    ["no-code=loud", "rule-option", "expected no-code=off"],
    ["no-code=error,word=3", "rule-option", "expected option words"],
    ["no-code=error,words", "rule-option", "expected words=<whole number from 1>"],
    ["no-code=error,words=0", "rule-option", "expected words=<whole number from 1>"],
    ["no-code=error,words=1e3", "rule-option", "expected words=<whole number from 1>"],
    ["no-code=error,__proto__=3", "rule-option", "expected option words"],
    ["no-raw-error=error,max=3", "rule-option", "expected no option"],
    [
      "list-max-items=error,pointer-lists=maybe",
      "rule-option",
      "pointer-lists=limited or pointer-lists=free",
    ],
  ])("refuses %s with what was expected", (argument, code, expected) => {
    const error = failure(argument);
    expect([error.code, error.exit]).toEqual([code, 2]);
    expect(error.message).toContain(expected);
  });

  it("repeats nothing of a name that cannot be one", () => {
    expect(failure("a\u001B[2Jb c=off").message).not.toContain("b c");
  });
});

describe("settingsFor", () => {
  const { manifest } = presetManifest("claude-code");

  it("lets the preset change defaults, the manifest set limits, and a hand have the last word", () => {
    const limited = { ...manifest, limits: { ...manifest.limits, listItems: 9, indexChars: 700 } };
    const settings = settingsFor(limited, [parseRuleArgument("index-max-chars=warn,max=50")]);
    expect(settings.get("list-max-items")?.options).toEqual({ max: 9, "pointer-lists": "free" });
    expect(settings.get("index-max-chars")).toEqual({ severity: "warn", options: { max: 50 } });
    expect(settingsFor(limited).get("index-max-chars")?.options).toEqual({ max: 700 });
  });

  it("takes another preset than the manifest's on request", () => {
    expect(settingsFor(manifest, [], "openclaw").get("list-max-items")?.options).toEqual({
      max: 5,
      "pointer-lists": "limited",
    });
  });
});
