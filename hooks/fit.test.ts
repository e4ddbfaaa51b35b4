import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fit, withNote } from "./fit.ts";

const fenced = (...lines: string[]) => ["<session-handoff>", ...lines, "</session-handoff>"].join("\n");

describe("fit", () => {
  it("leaves a text that fits as it is", () => {
    expect(fit(fenced("one", "two"), 100)).toBe(fenced("one", "two"));
  });

  it("drops whole lines from the end and closes the fence", () => {
    expect(fit(fenced("one", "two", "three"), fenced("one", "two").length)).toBe(fenced("one", "two"));
    expect(fit(fenced("one", "two", "three"), fenced("one", "two").length - 1)).toBe(fenced("one"));
  });

  it("is empty when not one line fits", () => {
    expect(fit(fenced("a line that is too long for it"), 45)).toBe("");
    expect(fit("", 100)).toBe("");
  });

  it("never is longer than asked, never cuts a line, always closes the fence", () => {
    const lines = fc.array(fc.string({ unit: "grapheme" }).map((line) => line.replaceAll(/\s/g, "_")));
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 200 }), (body, max) => {
        const text = fenced(...body);
        const cut = fit(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        if (cut === "") return;
        expect(cut.endsWith("\n</session-handoff>")).toBe(true);
        const whole = text.split("\n");
        expect(cut.split("\n").slice(0, -1)).toEqual(whole.slice(0, cut.split("\n").length - 1));
      }),
    );
  });
});

describe("withNote", () => {
  it("puts the note last within the fence", () => {
    expect(withNote(fenced("one"), "more comes", 1_000)).toBe(fenced("one", "more comes"));
  });

  it("makes a fence of its own when there is nothing else to tell", () => {
    expect(withNote("", "more comes", 1_000)).toBe(fenced("more comes"));
  });

  it("cuts the text for the note, not the note", () => {
    const max = fenced("one", "more comes").length;
    expect(withNote(fenced("one", "two", "three"), "more comes", max)).toBe(fenced("one", "more comes"));
    expect(withNote(fenced("one", "two"), "more comes", 50)).toBe(fenced("more comes"));
  });
});
