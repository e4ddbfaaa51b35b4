import { describe, expect, it } from "vitest";
import type { Entry } from "../entry.ts";
import { foldEntry, initialFold } from "../fold.ts";

/** Findings after the agent said these texts, one after the other. */
function findings(...texts: readonly string[]): string[] {
  const state = initialFold();
  texts.forEach((text, n) => {
    const entry: Entry = { kind: "assistant", id: `a${n}`, at: null, text, final: true };
    foldEntry(state, entry);
  });
  return state.notes.filter((note) => note.kind === "finding").map((note) => note.text);
}

const GUESS = "The problem is that parseHeader in csv.ts drops the byte order mark.";
const OTHER = "The problem is that flushRows in writer.ts runs before the file is open.";

describe("a cause that the agent named", () => {
  it.each([
    "I checked it with a plain file: parseHeader was not the cause.",
    "So parseHeader is a red herring.",
    "I ruled out parseHeader with a second file.",
  ])("is no finding once the session took it back: %s", (refutation) => {
    expect(findings(GUESS, OTHER, refutation)).not.toContain(GUESS);
  });

  it("stays when something else was taken back", () => {
    expect(findings(GUESS, "I ruled out flushRows as well.")).toContain(GUESS);
  });

  it("stays when the later text only speaks of it", () => {
    expect(findings(GUESS, "Now parseHeader is covered by a test.")).toContain(GUESS);
  });
});
