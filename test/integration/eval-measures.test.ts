import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overlapOf } from "../eval/overlap.ts";
import { signTest } from "../eval/paired.ts";

describe("signTest", () => {
  it("knows the chances of few throws", () => {
    expect(signTest(5, 0)).toBeCloseTo(2 / 32);
    expect(signTest(8, 1)).toBeCloseTo((2 * 10) / 512);
    expect(signTest(3, 3)).toBe(1);
  });
});

describe("overlapOf", () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/u);

  it("finds the longest run of words, whatever stands between them", () => {
    const source = ["before\n one two, three four; five (six) seven eight nine after"];
    const memory = "- Said: one two three four five six seven eight nine.";
    expect(overlapOf(memory, source).longest_run).toBe("one two three four five six seven eight nine".length);
  });

  it("takes no run across two pieces of the source", () => {
    expect(
      overlapOf("one two three four five six seven eight", ["one two three four", "five six seven eight"]),
    ).toEqual({
      longest_run: 0,
      copied: 0,
    });
  });

  it("says 1 for a copy and 0 for other words", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 30 }), (words) => {
        const text = words.join(" ");
        expect(overlapOf(text, [text]).copied).toBe(1);
        expect(overlapOf(text, [text.toUpperCase()]).longest_run).toBe(text.length);
        expect(overlapOf(text, [words.map((one) => `${one}0`).join(" ")]).copied).toBe(0);
      }),
    );
  });
});
