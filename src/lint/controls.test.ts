import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { lintFile } from "./engine.ts";
import { isNotChecked } from "./run-rules.ts";
import { settingsFor } from "./rule-settings.ts";

const { manifest } = presetManifest("openclaw");

const lint = (text: string, honourControls = true): string[] =>
  lintFile({
    file: "MEMORY.md",
    text,
    manifest,
    settings: settingsFor(manifest),
    honourControls,
  })
    .filter((message) => !isNotChecked(message))
    .map(({ line, rule }) => `${line} ${rule}`);

const PROSE = "The shop sells bicycles.";

describe("control comments", () => {
  it("turn a rule off until it is turned on again", () => {
    const text = [
      PROSE,
      "<!-- handoff-disable index-pointers-only -->",
      PROSE,
      "<!-- handoff-enable index-pointers-only -->",
      PROSE,
    ].join("\n\n");
    expect(lint(text)).toEqual(["1 index-pointers-only", "9 index-pointers-only"]);
  });

  it("turn off only the rules they name", () => {
    const text = "<!-- handoff-disable no-code, no-raw-error -->\n\nProse with `a; b; c`\n";
    expect(lint(text)).toEqual(["3 index-pointers-only"]);
  });

  it("without a name mean every rule", () => {
    expect(lint(`<!-- handoff-disable -->\n\n${PROSE} 3f2c9ab\n`)).toEqual([]);
  });

  it("an enable of one rule ends a disable of all for it", () => {
    const text = "<!-- handoff-disable -->\n\n<!-- handoff-enable no-commit-hash -->\n\nProse 3f2c9ab\n";
    expect(lint(text)).toEqual(["5 no-commit-hash"]);
  });

  it("next-line covers the line below, ignore the block below", () => {
    const list = "- one\n- two\n";
    expect(lint(`<!-- handoff-disable-next-line index-pointers-only -->\n${list}`)).toEqual([
      "3 index-pointers-only",
    ]);
    expect(lint(`<!-- handoff ignore index-pointers-only -->\n\n${list}\n${PROSE}`)).toEqual([
      "6 index-pointers-only",
    ]);
  });

  it("work with remark's word for them, package name included", () => {
    expect(lint(`<!--lint disable index-pointers-only-->\n\n${PROSE}`)).toEqual([]);
    expect(lint(`<!-- lint ignore handoff:index-pointers-only -->\n\n${PROSE}`)).toEqual([]);
  });

  it("count for nothing at the gate", () => {
    expect(lint(`<!-- handoff-disable -->\n\n${PROSE}`, false)).toEqual(["3 index-pointers-only"]);
  });

  it("are no content themselves; other comments are", () => {
    expect(lint("<!-- handoff-disable no-code -->\n")).toEqual([]);
    expect(lint("<!-- handoff: the shop sells bicycles -->\n")).toEqual(["1 index-pointers-only"]);
    expect(lint("<!-- the shop sells bicycles -->\n")).toEqual(["1 index-pointers-only"]);
  });

  it("turn off a finding about the whole file too", () => {
    const text = `# Memory\n\n<!-- handoff-disable index-max-chars -->\n\n# ${"x".repeat(5000)}\n`;
    expect(lint(text)).toEqual([]);
    expect(lint(text, false)).toEqual(["5 index-max-chars"]);
  });

  it("inside code are code", () => {
    expect(lint(`\`\`\`\n<!-- handoff-disable -->\n\`\`\`\n\n${PROSE}`)).toEqual([
      "1 no-code",
      "5 index-pointers-only",
    ]);
  });
});
