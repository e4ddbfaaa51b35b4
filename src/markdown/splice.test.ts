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

  it.each([
    ["a\r", "", "\nb", "a\r\rb"],
    ["a\r", "x", "\nb", "a\r\rb"],
    ["a\n", "", "\nb", "a\n\nb"],
    ["a\r\n", "", "\nb", "a\r\n\nb"],
  ])("an insert below a line that ends in CR does not change its line end", (before, gone, insert, after) => {
    const start = before.length;
    expect(applySplices(before + gone, [{ start, end: start + gone.length, insert }])).toBe(after);
  });

  it("an insert that ends in CR does not join the line end behind it", () => {
    expect(applySplices("a\nb", [{ start: 1, end: 1, insert: "x\r" }])).toBe("ax\n\nb");
  });

  it.each([
    ["# a\r\n\nb\n", 3, "\n\n- x", "# a\r\n\n- x\n\nb\n"],
    ["a\nb\r\n", 1, "\r\nx", "a\nx\r\nb\r\n"],
    ["a\rb\n", 1, "\n\nx", "a\r\rx\nb\n"],
    ["a\nb", 1, "\nx", "a\nx\nb"],
  ])("a line keeps its own end when something is inserted below it: %j", (text, at, insert, after) => {
    expect(applySplices(text, [{ start: at, end: at, insert }])).toBe(after);
  });

  it("two insertions below one line keep their order", () => {
    const two = ["\nx", "\ny"].map((insert) => ({ start: 1, end: 1, insert }));
    expect(applySplices("a\r\nb", two)).toBe("a\r\nx\ny\nb");
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
