import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Manifest } from "../../../manifest/manifest.ts";
import { lintFile } from "../../engine.ts";
import type { LintMessage } from "../../rule.ts";
import { settingsFor } from "../../rule-settings.ts";

const manifest = Manifest.parse({
  version: 1,
  preset: null,
  index: "MEMORY.md",
  own: "file",
  limits: { indexChars: 100 },
  heal: "report",
  ignore: [],
  files: [],
  sections: [],
});

const lint = (text: string): LintMessage[] =>
  lintFile({
    file: "MEMORY.md",
    text,
    manifest,
    settings: settingsFor(manifest),
    honourControls: false,
  }).filter((message) => message.rule === "index-max-chars");

const line = (chars: number): string => `# ${"é".repeat(chars - 2)}`;

describe("index-max-chars", () => {
  it("passes one character under the limit with a warning, and fails at the limit", () => {
    expect(lint(line(99)).map(({ severity, id }) => [severity, id])).toEqual([["warn", "nearly-full"]]);
    expect(lint(line(100)).map(({ severity, id }) => [severity, id])).toEqual([["error", "too-long"]]);
  });

  it("warns from nine tenths of the limit on", () => {
    expect(lint(line(89))).toEqual([]);
    expect(lint(line(90))).toHaveLength(1);
  });

  it("counts a pair of surrogates once and the BOM not at all", () => {
    expect(lint(`\uFEFF# ${"😀".repeat(97)}`)[0]?.message).toContain("99 characters");
  });

  it("points at the character that no longer fits", () => {
    const text = `${"# a\r\n".repeat(19)}# 😀😀😀😀`;
    const [message] = lint(text);
    expect(message).toMatchObject({ line: 20, column: 7, endLine: 20, endColumn: 11 });
  });

  it("fails exactly when the text has as many code points as the limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 160 }), (text) => {
        const body = text.replace(/^\uFEFF+/, "");
        expect(lint(body).some((message) => message.id === "too-long")).toBe(Array.from(body).length >= 100);
      }),
    );
  });
});
