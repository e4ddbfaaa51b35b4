import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { PRESET_IDS } from "./manifest.ts";
import { parseManifest } from "./parse.ts";
import { presetManifest } from "./presets.ts";

describe("presets", () => {
  it.each(PRESET_IDS)("%s parses without a problem and names itself", (id) => {
    const { text } = presetManifest(id);
    const { manifest, problems } = parseManifest(text);
    expect(problems).toEqual([]);
    expect(manifest?.preset).toBe(id);
  });

  it.each(PRESET_IDS)("%s has the ten kinds, the inbox once", (id) => {
    const kinds = presetManifest(id).manifest.files.map((row) => row.kind);
    expect(kinds.toSorted()).toEqual(
      [
        "*",
        "decision",
        "handoff",
        "infrastructure",
        "lesson",
        "person",
        "preference",
        "procedure",
        "project",
        "todo",
      ].toSorted(),
    );
  });
});

describe("MANIFEST.md of this repository", () => {
  it("is the default manifest", async () => {
    const written = await readFile(new URL("../../MANIFEST.md", import.meta.url), "utf8");
    expect(written).toBe(presetManifest("openclaw").text);
  });
});

describe("the sample in README.md", () => {
  it("parses without a problem", async () => {
    const readme = await readFile(new URL("README.md", import.meta.url), "utf8");
    const sample = /```markdown\n([\s\S]*?)```/u.exec(readme)?.[1] ?? "";
    expect(parseManifest(sample).problems).toEqual([]);
  });
});
