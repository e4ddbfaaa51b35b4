import { describe, expect, test } from "vitest";
import { SAID_ONCE, type Update } from "../handoff/update.ts";
import {
  applyPlan,
  capture,
  handoffOf,
  memoryOf,
  outcomes,
  planOf,
  textIn,
  updateOf,
} from "./apply-plan.fixture.ts";

const INBOX = "memory/inbox.md";
const RULES = "memory/preferences.md";

/** A preference that one session asked for, in these words. */
const wish = (text: string, evidence: string): Update =>
  updateOf({ kind: "preference", text, evidence: [evidence], unverified: SAID_ONCE });
const first = wish("Don't add default exports to the components.", "e1");
const again = wish("Please don't add default exports to components", "e2");
const other = wish("Don't touch the generated client folder.", "e3");

describe("a preference that one session asked for", () => {
  test("waits in the inbox and is no rule", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", first]);
    expect(outcomes(last)).toEqual(["inbox"]);
    expect(textIn(memory, INBOX)).toContain("default exports");
    expect(memory.files.has(RULES)).toBe(false);
  });

  test("is a rule once another session asks for it, rests on both, and waits no more", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", first, other], ["s2", again]);
    expect(outcomes(last)).toEqual(["added"]);
    expect(textIn(memory, RULES)).toContain("default exports");
    expect(textIn(memory, INBOX)).not.toContain("default exports");
    expect(textIn(memory, INBOX)).toContain("generated client");
    const [record] = memory.provenance.get(RULES)?.facts ?? [];
    expect(record?.evidence).toEqual(["e2", "e1"]);
    expect(memory.provenance.get(INBOX)?.facts).toHaveLength(1);
  });

  test("stays a candidate when the same session says it again, or another one asks for something else", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", first], ["s1", again], ["s2", other]);
    expect(outcomes(last)).toEqual(["inbox"]);
    expect(memory.files.has(RULES)).toBe(false);
  });

  test("is none any more once a person took it out of the inbox", () => {
    const { memory } = capture(memoryOf({}), ["s1", first]);
    const files = new Map(memory.files);
    const inbox = files.get(INBOX);
    if (inbox !== undefined)
      files.set(INBOX, { ...inbox, text: inbox.text.replace(/^- .*exports.*\n/mu, "") });
    const { last } = capture({ ...memory, files }, ["s2", again]);
    expect(outcomes(last)).toEqual(["inbox"]);
  });

  test("waits no more once the person states it as a rule", () => {
    const rule = updateOf({
      kind: "preference",
      text: "Never add default exports to components.",
      evidence: ["e4"],
    });
    const { memory } = capture(memoryOf({}), ["s1", first], ["s2", rule]);
    expect(textIn(memory, RULES)).toContain("Never add default exports");
    expect(textIn(memory, INBOX)).not.toContain("default exports");
  });

  test("only adds its evidence where the rule stands already", () => {
    const rule = updateOf({
      kind: "preference",
      text: "Don't add default exports to components.",
      evidence: ["e4"],
    });
    const { memory, last } = capture(memoryOf({}), ["s1", rule], ["s2", again]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect(memory.files.has(INBOX)).toBe(false);
    expect(memory.provenance.get(RULES)?.facts[0]?.evidence).toEqual(["e4", "e2"]);
  });

  test("changes nothing when the second session is captured again", () => {
    const { memory } = capture(memoryOf({}), ["s1", first], ["s2", again]);
    expect(planOf(memory, handoffOf("s2", [again])).edits).toEqual([]);
    const later = planOf(memory, { ...handoffOf("s1", [first]), boundary: { host: "claude-code", sessionId: "s1", entryId: "later", at: "2026-11-20T11:00:00Z" } }); // prettier-ignore
    expect(textIn(applyPlan(memory, later), INBOX)).not.toContain("default exports");
  });
});
