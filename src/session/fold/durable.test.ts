import { describe, expect, it } from "vitest";
import type { Entry } from "../entry.ts";
import { foldEntry, initialFold } from "../fold.ts";
import { CAPS, FoldState } from "./state.ts";

/** One round of an invented session: a question with options, its answer, a task list, a plan, a last word. */
function round(n: number): Entry[] {
  const call = {
    kind: "tool-call" as const,
    at: null,
    tool: "T",
    files: [] as string[],
    command: null,
    todos: null,
    detail: "",
  };
  const result = {
    kind: "tool-result",
    at: null,
    failed: false,
    exitCode: null,
    errorLine: null,
    todos: null,
  } as const;
  const question = `Where should table ${n} be stored?`;
  return [
    { ...call, id: `q${n}`, callId: `q${n}`, action: "ask", detail: `${question} [Disk ${n} | Memory]` },
    { kind: "human", id: `h${n}`, at: null, text: `${question} → Disk ${n}` },
    { ...result, id: `r${n}`, callId: `q${n}`, text: "" },
    {
      ...call,
      id: `t${n}`,
      callId: `t${n}`,
      action: "todo",
      todos: {
        type: "replace",
        items: [{ id: null, text: `Move table ${n} to the disk`, status: "pending" }],
      },
    },
    { ...call, id: `p${n}`, callId: `p${n}`, action: "other" },
    {
      ...result,
      id: `a${n}`,
      callId: `p${n}`,
      text: `User has approved your plan.\n\n## Approved Plan:\n# Move table ${n}\n\n**Goal**: Table ${n} lies on disk.\n`,
    },
    { kind: "assistant", id: `s${n}`, at: null, text: "Done so far.", final: true },
  ];
}

describe("what is kept for the memory", () => {
  const rounds = Array.from({ length: 120 }, (_, n) => round(n)).flat();

  it("stays bounded however long the session is", () => {
    const state = initialFold();
    for (const entry of rounds) foldEntry(state, entry);
    expect(state.wasOpen).toHaveLength(CAPS.wasOpen);
    expect(state.candidates).toHaveLength(CAPS.candidates);
    expect(state.asked).toBe("Where should table 119 be stored? [Disk 119 | Memory]");
  });

  it("is the same when the state was stored and read again in between", () => {
    const whole = initialFold();
    for (const entry of rounds) foldEntry(whole, entry);
    let parts = initialFold();
    for (const [at, entry] of rounds.entries()) {
      foldEntry(parts, entry);
      if (at % 5 === 0) parts = FoldState.parse(JSON.parse(JSON.stringify(parts)));
    }
    expect(parts).toEqual(whole);
  });

  it("reads a state that was stored before these lists were kept", () => {
    const { wasOpen: _wasOpen, asked: _asked, about: _about, ...old } = initialFold();
    expect(FoldState.parse(old)).toEqual(initialFold());
  });
});
