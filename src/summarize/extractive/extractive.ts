import type { Handoff } from "../../handoff/handoff.ts";
import { decisionsOf } from "./agreed.ts";
import { taskTurn, lastRequestOf, taskOf } from "./task.ts";
import { prevailingLanguage } from "../../session/signals/languages.ts";
import type { Session } from "../../session/session.ts";
import type { WorkingState } from "../../session/working-state.ts";
import { lastFailureOf } from "./failures.ts";
import { nextOf, openQuestionsOf, phaseOf } from "./progress.ts";
import { namesInUse } from "./names.ts";
import { apart, filesOf, ranked, statements } from "./rank.ts";
import { statusOf } from "./status.ts";
import { updatesOf } from "./updates.ts";

/**
 * The built-in summarizer: no model, no network, same session → same handoff. Everything comes from the folded state,
 * so that a read that continued from a cursor gives what a whole read would. Throws RangeError for a session without
 * entries (it has no boundary).
 */
export function summarizeExtractive(session: Session): Handoff {
  if (session.boundary === null) throw new RangeError("a session without entries has no handoff");
  const state = workingState(session);
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
    state,
    updates: updatesOf(session, state),
  };
}

function workingState({ state }: Session): WorkingState {
  const words = prevailingLanguage(state.languages);
  const since = taskTurn(state)?.n ?? 0;
  return {
    task: taskOf(state),
    lastRequest: lastRequestOf(state),
    status: statusOf(state, words),
    phase: phaseOf(state),
    done: statements(apart(ranked(state, ["done", "step"], 14, since), state)),
    next: nextOf(state),
    openQuestions: openQuestionsOf(state),
    findings: statements(apart(ranked(state, ["finding"], 22, since), state)),
    decisions: decisionsOf(state, since),
    files: filesOf(state, 40),
    lastFailure: lastFailureOf(state),
    identifiers: namesInUse(state, 90),
    language: words.tag,
  };
}
