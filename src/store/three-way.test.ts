import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLines } from "./three-way.ts";

const lines = fc
  .array(fc.constantFrom("a\n", "b\r\n", "\n", "c\r", "d\n"), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("mergeLines", () => {
  it("is the other text when nothing else changed, whatever the line ends", () => {
    fc.assert(
      fc.property(lines, lines, (base, theirs) => {
        expect(mergeLines(base, base, theirs)).toBe(theirs);
        expect(mergeLines(base, theirs, base)).toBe(theirs);
        expect(mergeLines(base, theirs, theirs)).toBe(theirs);
      }),
    );
  });

  it("takes both changes of different lines", () => {
    expect(mergeLines("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n")).toBe("A\nb\nc\nD\n");
  });

  it("takes a line out from before one that was appended to it", () => {
    expect(mergeLines("a\nx\n", "a\nx\ny\n", "a\n")).toBe("a\ny\n");
  });

  it("gives up when both changed one line, or one deleted what the other built on", () => {
    expect(mergeLines("a\nb\nc\n", "a\nB\nc\n", "a\nß\nc\n")).toBeNull();
    expect(mergeLines("a\nb\nc\nd\n", "a\nb\nnew\nc\nd\n", "a\nd\n")).toBeNull();
  });

  it("keeps a last line without its line end", () => {
    expect(mergeLines("a\nb", "a\nb", "A\nb")).toBe("A\nb");
  });
});
