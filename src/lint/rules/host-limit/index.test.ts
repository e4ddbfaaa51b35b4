import { describe, expect, it } from "vitest";
import type { PresetId } from "../../../manifest/manifest.ts";
import { presetManifest } from "../../../manifest/presets.ts";
import { parseMarkdown } from "../../../markdown/parse.ts";
import { rule } from "./index.ts";

const judge = (preset: PresetId, text: string, host = "auto", file = "MEMORY.md") =>
  rule.check({
    file,
    markdown: parseMarkdown(text),
    manifest: presetManifest(preset).manifest,
    snapshot: undefined,
    options: { host },
    knownRules: [],
  });

const ids = (preset: PresetId, text: string, host?: string): string[] =>
  judge(preset, text, host).map(({ id }) => id);

describe("host-limit", () => {
  it("counts lines and UTF-16 units for Claude Code, and points at what is cut", () => {
    expect(ids("claude-code", "- a\n".repeat(179))).toEqual([]);
    expect(ids("claude-code", "- a\n".repeat(180))).toEqual(["near"]);
    expect(ids("claude-code", "- a\n".repeat(200))).toEqual(["near"]);
    const [over] = judge("claude-code", "- a\n".repeat(203));
    expect(over?.place).toMatchObject({ line: 201, column: 1 });
    expect(over?.message).toContain("cuts 3 of them");
    expect(ids("claude-code", "😀".repeat(12_501))).toEqual(["over"]);
  });

  it("tells what older OpenClaw releases took, and how much its start files have together", () => {
    expect(ids("openclaw", "x".repeat(12_000))).toEqual([]);
    expect(ids("openclaw", "x".repeat(12_001))).toEqual(["over-older"]);
    expect(ids("openclaw", "x".repeat(18_000))).toEqual(["near"]);
    expect(ids("openclaw", "x".repeat(20_001))).toEqual(["over"]);
    expect(ids("openclaw", "x".repeat(60_001))).toEqual(["over", "over"]);
  });

  it("judges by another host when told to, and by none where no host loads the file", () => {
    expect(ids("claude-code", "x".repeat(2201), "hermes")).toEqual(["over"]);
    expect(ids("repo", "x".repeat(70_000))).toEqual([]);
    expect(ids("openclaw", "x".repeat(70_000), "none")).toEqual([]);
    expect(judge("openclaw", "x".repeat(70_000), "auto", "memory/MEMORY.md")).toEqual([]);
  });
});
