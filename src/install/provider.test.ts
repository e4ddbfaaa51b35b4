import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { setSetting } from "../config/edit-config.ts";
import { HandoffError } from "../errors.ts";
import { hasChosen, planProvider } from "./provider.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-provider-"));
});

const said = { command: null, asked: false };

describe("a provider chosen at an installation", () => {
  it("is written into the config, once", () => {
    const planned = planProvider(home, { ...said, choice: "claude-cli" });
    expect(planned.changes).toEqual([{ file: join(home, "config.json"), how: "created" }]);
    expect(existsSync(join(home, "config.json"))).toBe(false);
    planned.apply();
    expect(readConfig(home).provider).toBe("claude-cli");
    expect(planProvider(home, { ...said, choice: "claude-cli" }).changes).toEqual([]);
  });

  it("leaves the config alone when nobody chose", () => {
    setSetting(home, "provider", "anthropic");
    const planned = planProvider(home, { ...said, choice: null });
    planned.apply();
    expect(planned.changes).toEqual([]);
    expect(readConfig(home).provider).toBe("anthropic");
  });

  it("none takes the consent back; without one before it is nothing to write", () => {
    expect(planProvider(home, { ...said, choice: "none" }).changes).toEqual([]);
    setSetting(home, "provider", "anthropic");
    planProvider(home, { ...said, choice: "none" }).apply();
    expect(readConfig(home).provider).toBe("extractive");
  });

  it("is not asked for again once it was answered, with nobody too", () => {
    expect(hasChosen(home)).toBe(false);
    planProvider(home, { choice: "none", command: null, asked: true }).apply();
    expect(hasChosen(home)).toBe(true);
  });

  it("command needs a program: the one that was named, or that of the config", () => {
    expect(() => planProvider(home, { ...said, choice: "command" })).toThrow(HandoffError);
    planProvider(home, { choice: "command", command: ["node", "/opt/a.mjs"], asked: true }).apply();
    expect(readConfig(home)).toMatchObject({ provider: "command", command: ["node", "/opt/a.mjs"] });
    expect(planProvider(home, { ...said, choice: "command" }).changes).toEqual([]);
  });

  it("anthropic says where the key is read from, and never writes one", () => {
    const planned = planProvider(home, { ...said, choice: "anthropic" });
    expect(planned.notes.join()).toContain("ANTHROPIC_API_KEY");
    planned.apply();
    expect(JSON.parse(readFileSync(join(home, "config.json"), "utf8"))).toEqual({ provider: "anthropic" });
  });
});
