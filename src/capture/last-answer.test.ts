import { describe, expect, it } from "vitest";
import type { Entry } from "../session/entry.ts";
import { foldEntry, initialFold } from "../session/fold.ts";
import { noneSkipped } from "../session/collect.ts";
import type { Session } from "../session/session.ts";
import { withLastAnswer } from "./last-answer.ts";

const human: Entry = { kind: "human", id: "h", at: "2026-11-24T09:00:00Z", text: "Add a limiter." };
const assistant = (text: string): Entry => ({ kind: "assistant", id: "a", at: human.at, text, final: true });

/** A session of which a read sees only the entries from `from` on. */
function sessionOf(entries: Entry[], from = 0): Session {
  const state = initialFold();
  for (const entry of entries) foldEntry(state, entry);
  return {
    host: "claude-code",
    id: "s",
    cwd: null,
    gitBranch: null,
    title: null,
    clientVersion: null,
    startedAt: human.at,
    endedAt: human.at,
    entries: entries.slice(from),
    state,
    boundary: null,
    skipped: noneSkipped(),
  };
}

describe("the last answer of an event", () => {
  it("is told where the transcript lacks it; the session given is as before", () => {
    const session = sessionOf([human]);
    const { n } = session.state;
    expect(withLastAnswer(session, "The limiter works.").state.lastSaid?.text).toBe("The limiter works.");
    expect(session.state.n).toBe(n);
    expect(session.state.lastSaid).toBeNull();
  });

  it("is told when an answer of an earlier turn says other things", () => {
    const session = sessionOf([human, assistant("I will look."), { ...human, id: "h2" }]);
    expect(withLastAnswer(session, "The limiter works.").state.lastSaid?.text).toBe("The limiter works.");
  });

  it.each([
    ["whole", "The limiter works."],
    ["as the last block of a longer message", "I changed one file.\n\nThe limiter works."],
    ["with other white space", "The  limiter\nworks."],
  ])("counts once when the transcript has it %s", (_, text) => {
    const session = sessionOf([human, assistant(text)]);
    expect(withLastAnswer(session, "The limiter works.")).toBe(session);
  });

  it("counts once when an earlier read has seen it", () => {
    const session = sessionOf([human, assistant("The limiter works.")], 2);
    expect(withLastAnswer(session, "The limiter works.")).toBe(session);
  });

  it("is nothing when it is empty, and never holds a secret", () => {
    const session = sessionOf([human]);
    expect(withLastAnswer(session, "  ")).toBe(session);
    expect(withLastAnswer(session, null)).toBe(session);
    const told = withLastAnswer(session, "The key is sk-ant-abcdefghijklmnopqrstuvwxyz0123456789.");
    expect(JSON.stringify(told.state)).not.toContain("abcdefghijklmnop");
  });
});
