import { describe, expect, it } from "vitest";
import type { HandoffDocument } from "../handoff/document.ts";
import { buryFact } from "../memory/tombstone.ts";
import { readSpoken } from "../session/signals/candidates.ts";
import type { WorkingState } from "../session/working-state.ts";
import { withoutBuried, withoutForgotten } from "./forgotten.ts";

const say = (text: string) => ({ text, evidence: [] });
const FACT = "The staging host is called gull-2";
const state: WorkingState = {
  task: say(`Remember that ${FACT.slice(0, 1).toLowerCase()}${FACT.slice(1)}.`),
  lastRequest: null,
  status: say("The staging host gull-2 is called so by everyone."),
  phase: "done",
  done: [say("Added the archive view to src/archive.ts.")],
  next: [],
  openQuestions: [],
  findings: [say(`${FACT}.`)],
  decisions: [],
  files: [],
  lastFailure: null,
  identifiers: ["gull-2", "src/archive.ts"],
  language: "en",
};
const spoken = (...texts: string[]) =>
  texts.flatMap((text, n) => readSpoken(text).map((found) => ({ id: `h${n}`, at: null, n, ...found })));
const FORGET = "Forget that the staging host is called gull-2.";

describe("what was forgotten", () => {
  it("stands in no statement and no name of the session that said so", () => {
    const told = JSON.stringify(withoutForgotten(state, spoken(FORGET)));
    expect(told).not.toContain("gull-2");
    expect(told).toContain("Added the archive view to src/archive.ts.");
    expect(told).toContain('"src/archive.ts"');
  });

  it("stands again once it was said again", () => {
    const again = "Remember that the staging host is called gull-2.";
    expect(withoutForgotten(state, spoken(again))).toBe(state);
    expect(withoutForgotten(state, spoken(FORGET, again))).toBe(state);
  });

  it("is not told of handoffs from before", () => {
    const at = "2026-06-01T10:00:00Z";
    const boundary = { host: "claude-code", sessionId: "s1", entryId: "e1", at } as const;
    const document = { boundary, state } as HandoffDocument;
    const stone = (when: string) => buryFact({ id: "f", text: FACT, evidence: [] }, new Date(when));
    const older = withoutBuried(document, [stone("2026-06-02T10:00:00Z")]);
    expect(older.state.task).toBeNull();
    expect(older.state.findings).toEqual([]);
    expect(withoutBuried(document, [stone("2026-05-30T10:00:00Z")])).toBe(document);
  });
});
