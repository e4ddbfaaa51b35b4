import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { kindNamed } from "./kinds.ts";

describe("kindNamed", () => {
  const { manifest } = presetManifest("openclaw");

  it("takes a section of one kind for that kind", () => {
    expect(kindNamed(manifest, "Users")).toBe("person");
  });

  it("takes what stands under Recent for no handoff", () => {
    expect(kindNamed(manifest, "Recent")).toBeNull();
  });
});
