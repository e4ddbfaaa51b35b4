import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { noneSkipped } from "./collect.ts";
import type { Entry } from "./entry.ts";
import { withoutOwnText } from "./fence.ts";
import { KeptEntries } from "./kept-entries.ts";
import { SeenIds } from "./seen-ids.ts";
import { estimateTokens } from "./tokens.ts";

const human = (id: string, text: string): Entry => ({ kind: "human", id, at: null, text });
const result = (id: string, text: string): Entry => ({
  kind: "tool-result",
  id,
  at: null,
  callId: id,
  failed: false,
  exitCode: null,
  errorLine: null,
  text,
  todos: null,
});

describe("KeptEntries", () => {
  it("drops the oldest tool entries over the limit and counts them; words of a person stay", () => {
    const skipped = noneSkipped();
    const kept = new KeptEntries(skipped, 10_000);
    kept.push(human("h", "a".repeat(1_000)));
    for (let n = 0; n < 20; n += 1) kept.push(result(`r${n}`, "x".repeat(500)));
    const ids = kept.entries.map(({ id }) => id);
    expect(ids[0]).toBe("h");
    expect(ids.at(-1)).toBe("r19");
    expect(ids).not.toContain("r0");
    expect(skipped.dropped).toBe(21 - ids.length);
  });

  it("keeps the last entry even when nothing else is left to drop", () => {
    const kept = new KeptEntries(noneSkipped(), 1_000);
    kept.push(human("old", "a".repeat(900)));
    kept.push(human("new", "b".repeat(900)));
    expect(kept.entries.map(({ id }) => id)).toEqual(["new"]);
  });
});

describe("SeenIds", () => {
  it("tells new ids from known ones over many growths", () => {
    const ids = Array.from({ length: 5_000 }, () => randomUUID());
    const seen = new SeenIds();
    expect(ids.every((id) => seen.add(id))).toBe(true);
    expect(ids.some((id) => seen.add(id))).toBe(false);
  });
});

describe("withoutOwnText", () => {
  it("takes out fenced text, with the line numbers of a read tool too", () => {
    const fenced = "before\n<session-handoff>\nold\n</session-handoff>\nafter";
    expect(withoutOwnText(fenced)).toEqual({ text: "before\n\nafter", removed: 1 });
    const numbered = "     1\t<session-handoff>\n     2\told\n     3\t</session-handoff>\n     4\tnew";
    expect(withoutOwnText(numbered)).toEqual({ text: "\n     4\tnew", removed: 1 });
  });

  it("reaches to the end when the fence does not close, and leaves a mention alone", () => {
    expect(withoutOwnText("a\n<session-handoff>\nold\nolder")).toEqual({ text: "a\n", removed: 1 });
    const mention = "the text stands between <session-handoff> lines";
    expect(withoutOwnText(mention)).toEqual({ text: mention, removed: 0 });
  });
});

describe("estimateTokens", () => {
  it("takes the larger of bytes / 4 and characters / 3, plus 15 %", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("a".repeat(300))).toBe(115);
    expect(estimateTokens("я".repeat(300))).toBe(173);
  });
});
