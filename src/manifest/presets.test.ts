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
