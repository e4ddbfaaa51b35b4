import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applySplices } from "./splice.ts";

describe("applySplices", () => {
  it("keeps every byte outside the edits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }))),
        fc.string(),
        (pairs, tail) => {
          let text = "";
          let expected = "";
          const splices = pairs.map(([keep, drop], index) => {
            text += keep;
            expected += keep;
            const start = text.length;
            text += drop;
            expected += `<${index}>`;
            return { start, end: text.length, insert: `<${index}>` };
          });
          expect(applySplices(text + tail, splices.reverse().reverse())).toBe(expected + tail);
        },
      ),
    );
  });

  it("keeps the given order of two insertions at one place", () => {
    expect(
      applySplices("ab", [
        { start: 1, end: 1, insert: "1" },
        { start: 1, end: 1, insert: "2" },
      ]),
    ).toBe("a12b");
  });

  it("rejects overlapping edits", () => {
    expect(() =>
      applySplices("abcd", [
        { start: 0, end: 2, insert: "" },
        { start: 1, end: 3, insert: "" },
      ]),
    ).toThrow(RangeError);
  });
});
