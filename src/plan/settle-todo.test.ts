import { describe, expect, test } from "vitest";
import { capture, memoryOf, outcomes, updateOf } from "./apply-plan.fixture.ts";

const open = updateOf({
  kind: "todo",
  text: "Document the cache in docs/operations.md",
  confidence: "inferred",
  evidence: ["t1"],
});
const done = updateOf({
  ...open,
  op: "retire",
  targetText: open.text,
  evidence: ["t2"],
  at: "2026-11-21T10:00:00Z",
});
const held = (memory: { files: ReadonlyMap<string, { text: string }> }): boolean =>
  [...memory.files].some(([path, { text }]) => /todo/iu.test(path) && text.includes("Document the cache"));

describe("an item that a session completed", () => {
  test("leaves the list of open work", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", open], ["s1b", done]);
    expect(outcomes(last)).toEqual(["retired"]);
    expect(held(memory)).toBe(false);
    expect(memory.tombstones).toEqual([]);
  });

  test("leaves nothing behind where it never stood", () => {
    const { last, memory } = capture(memoryOf({}), ["s1", done]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect([...memory.files.values()].some(({ text }) => text.includes("Document the cache"))).toBe(false);
  });

  test("stays where a person said it", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", { ...open, confidence: "stated" }], ["s1b", done]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect(held(memory)).toBe(true);
  });
});
