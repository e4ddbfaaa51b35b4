import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HandoffError } from "../errors.ts";
import { readConfig } from "./config.ts";
import { handoffHome } from "./home.ts";
import { SETTINGS } from "./settings.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-config-"));
});
afterEach(() => removeFolder(home));

const put = (text: string): void => writeFileSync(join(home, "config.json"), text);

function failure(): HandoffError {
  try {
    readConfig(home);
  } catch (error) {
    if (error instanceof HandoffError) return error;
  }
  throw new Error("expected a HandoffError");
}

describe("readConfig", () => {
  it("is all defaults, and no provider that costs, without a file", () => {
    expect(readConfig(join(home, "absent"))).toEqual({
      provider: "extractive",
      model: null,
      baseURL: null,
      apiKey: null,
      command: null,
      deadlineMs: 60_000,
      maxInputTokens: 12_000,
      windowTokens: null,
      dailyCalls: 100,
      dailyTokens: 500_000,
      price: null,
      capture: true,
      recall: true,
      exclude: [],
      resumeChars: 2_000,
      hookWaitMs: 500,
      resetWait: "extractive",
    });
  });

  it("fills up what is not set", () => {
    put('\uFEFF{"provider": "anthropic", "baseURL": "http://localhost:11434"}');
    expect(readConfig(home)).toMatchObject({ provider: "anthropic", deadlineMs: 60_000 });
  });

  it.each([
    ['{"provider": "gpt"}', "provider", "extractive, anthropic, claude-cli, openclaw or command"],
    ['{"deadlineMs": 5}', "deadlineMs", "a whole number from 1000 to 600000 (milliseconds)"],
    ['{"baseURL": "file:///etc/passwd"}', "baseURL", "an http or https address, or null"],
    ['{"dailyCalls": -1}', "dailyCalls", "a whole number from 0 to 100000 (calls)"],
    ['{"dailyTokens": 1.5}', "dailyTokens", "a whole number from 0 to 1000000000 (tokens)"],
    ['{"capture": "no"}', "capture", "true or false"],
    ['{"exclude": ["/srv", "work"]}', "exclude", "a list of absolute folders"],
    ['{"command": []}', "command", SETTINGS.command.expected],
    ['{"command": "summarize.sh"}', "command", SETTINGS.command.expected],
    ['{"hookWaitMs": 2001}', "hookWaitMs", "a whole number from 0 to 2000 (milliseconds)"],
    ["[]", "whole file", "one JSON object"],
    ["{", "whole file", "one JSON object"],
  ])("names the setting in %s and what it takes", (text, name, expected) => {
    put(text);
    expect(failure()).toMatchObject({ code: "config-invalid", detail: { name, expected } });
  });

  it("allows comments and trailing commas", () => {
    put('{\n  // asked at install\n  "provider": "claude-cli",\n}\n');
    expect(readConfig(home).provider).toBe("claude-cli");
  });

  it("refuses a misspelt setting and lists the known ones", () => {
    put('{"provder": "anthropic"}');
    expect(failure().message).toContain("provder is not valid; expected one of provider, model");
  });

  it("never quotes a value: it may be a key", () => {
    put('{"apiKey": ["sk-secret-value"]}');
    const { message, cause } = failure();
    expect(message).toContain("apiKey is not valid; expected a key");
    expect(message + String(cause)).not.toContain("sk-secret-value");
    put('{"apiKey": sk-secret-value}');
    expect(failure().message + String(failure().cause)).not.toContain("sk-secret-value");
  });
});

describe("handoffHome", () => {
  it("is HANDOFF_HOME, else the XDG state folder, else the usual place below HOME", () => {
    const env = { HANDOFF_HOME: "/a", XDG_STATE_HOME: "/b", HOME: "/c" };
    expect(handoffHome(env)).toBe("/a");
    expect(handoffHome({ ...env, HANDOFF_HOME: "" })).toBe("/b/session-handoff");
    expect(handoffHome({ HOME: "/c", XDG_STATE_HOME: "relative" })).toBe("/c/.local/state/session-handoff");
  });

  it("is not created by asking for it", () => {
    mkdirSync(join(home, "x"));
    expect(handoffHome({ HANDOFF_HOME: join(home, "y") })).toBe(join(home, "y"));
    expect(() => readConfig(join(home, "y"))).not.toThrow();
  });
});
