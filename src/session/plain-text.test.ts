import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutMiddle, cutText, plainText } from "./plain-text.ts";

describe("plainText", () => {
  it("drops terminal sequences and control characters", () => {
    expect(plainText("\u001b[2J\u001b[1;31mred\u001b[0m\u0000 text\u0007\u001b]0;title\u0007")).toBe(
      "red text",
    );
  });

  it("keeps of a line rewritten with CR what stood there last", () => {
    expect(plainText("10%\r50%\r100%\r\ndone\r\n")).toBe("100%\ndone\n");
  });

  it("replaces half surrogate pairs and keeps whole ones", () => {
    expect(plainText("a\ud83d b 😀")).toBe("a\ufffd b 😀");
  });
});

describe("cutText and cutMiddle", () => {
  it("stay within the cap and never split a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 80 }),
        fc.integer({ min: 8, max: 60 }),
        (text, cap) => {
          for (const cut of [cutText(text, cap), cutMiddle(text, cap)]) {
            expect(cut.length).toBeLessThanOrEqual(Math.max(cap, text.length <= cap ? text.length : cap));
            expect(/\p{Surrogate}/u.test(cut)).toBe(false);
            if (text.length <= cap) expect(cut).toBe(text);
          }
        },
      ),
    );
  });

  it("show where something is missing", () => {
    expect(cutText("abcdefghij", 5)).toBe("abcd…");
    expect(cutMiddle("0123456789abcdefghij", 13)).toBe("012345\n…\nghij");
  });
});
