import { describe, expect, it } from "vitest";
import { compilePattern } from "./compile-pattern.ts";

describe("compilePattern", () => {
  it.each([
    ["^\\p{L}+$", "Grüße", true],
    ["^\\p{L}+$", "ЁЛКА", true],
    ["^\\p{L}+$", "天气", true],
    ["^\\p{L}+$", "a b", false],
    ["^\\p{L}+$", "a1", false],
    ["^[\\p{L}\\d'-]+$", "l'été-2", true],
    ["^[^\\p{L}]+$", "12 - 3", true],
    ["^[^\\p{L}]+$", "12 é", false],
    ["^\\[\\p{L}\\]$", "[ж]", true],
    ["^[\\]\\p{L}]+$", "a]ж", true],
    ["^[a\\]](?:\\p{L}{2})$", "]жж", true],
  ])("%s on %s: %s", (source, text, matches) => {
    expect(compilePattern(source, "iu").test(text)).toBe(matches);
  });
});
