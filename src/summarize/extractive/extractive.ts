import type { Handoff } from "../../handoff/handoff.ts";
import type { Session } from "../../session/session.ts";

/**
 * The built-in summarizer: no model, no network, same session → same handoff. Everything comes from the folded state,
 * so that a read that continued from a cursor gives what a whole read would. Throws RangeError for a session without
 * entries (it has no boundary).
 */
export function summarizeExtractive(session: Session): Handoff {
  if (session.boundary === null) throw new RangeError("a session without entries has no handoff");
  const human = session.entries.filter((entry) => entry.kind === "human").at(-1);
  return {
    version: 1,
    boundary: session.boundary,
    session: {
      cwd: session.cwd,
      gitBranch: session.gitBranch,
      startedAt: session.startedAt,
      endedAt: session.endedAt,
      compactions: session.state.compactions,
      humanTurns: session.state.humanTurns,
    },
    provider: "extractive",
    state: {
      task: human === undefined ? null : { text: human.text.slice(0, 300), evidence: [human.id] },
      lastRequest: null,
      status: null,
      phase: "unknown",
      done: [],
      next: [],
      openQuestions: [],
      findings: [],
      decisions: [],
      files: [],
      lastFailure: null,
      identifiers: [],
      language: "en",
    },
    updates: [],
  };
}
