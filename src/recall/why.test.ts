import { describe, expect, it } from "vitest";
import { capture, memoryOf, updateOf } from "../plan/apply-plan.fixture.ts";
import { explainFacts } from "./why.ts";

const say = (text: string) => updateOf({ kind: "project", subject: "gull", text });

describe("where a fact comes from", () => {
  it("is not asked of front matter that handoff wrote", () => {
    const facts = [say("Gull listens on port 7411."), say("Gull is built with esbuild.")];
    const { memory } = capture(memoryOf({}, "claude-code"), ["s1", ...facts]);
    const found = explainFacts(memory, "gull");
    expect(found.map(({ text }) => text).sort()).toEqual([
      "- Gull is built with esbuild.",
      "- Gull listens on port 7411.",
    ]);
    expect(found.every(({ record }) => record !== null)).toBe(true);
  });

  it("is a person for a description of their own", () => {
    const text =
      "---\nname: gull\ndescription: what gull is for\nmetadata:\n  type: project\n---\n\n- A gull.\n";
    const found = explainFacts(memoryOf({ "gull.md": text }, "claude-code"), "what gull");
    expect(found.map((fact) => [fact.text, fact.record])).toEqual([["description: what gull is for", null]]);
  });
});
