import type { HandoffDocument } from "../handoff/document.ts";
import { type Tombstone, tombstoneFor } from "../memory/tombstone.ts";
import type { Candidate } from "../session/fold/state.ts";
import { identifiersIn } from "../session/signals/identifiers.ts";
import { contentWords, sameClaim } from "../session/signals/sentence.ts";
import type { Statement, WorkingState } from "../session/working-state.ts";

/** How much of what was forgotten a statement has to repeat (0–1). */
const REPEATS = 0.7;

/**
 * What is told of a handoff from before something was forgotten: no statement that says it again. Younger ones stay: a
 * fact that is said anew is not what was forgotten.
 */
export function withoutBuried<D extends HandoffDocument>(document: D, tombstones: readonly Tombstone[]): D {
  const at = Date.parse(document.boundary.at ?? "") || 0;
  const later = tombstones.filter((stone) => Date.parse(stone.at) >= at);
  if (later.length === 0) return document;
  const isGone = ({ text, evidence }: Statement): boolean => tombstoneFor({ text, evidence }, later) !== null;
  return { ...document, state: without(document.state, isGone, []) };
}

/** The state of a session without what the person asked to forget in it and did not say again since. */
export function withoutForgotten(state: WorkingState, candidates: readonly Candidate[]): WorkingState {
  const targets = candidates.flatMap(({ op, targetText }, index) => {
    if (op !== "retire" || targetText === null) return [];
    // One plain word tells too little to go by.
    if (contentWords(targetText).length < 2 && identifiersIn(targetText).length === 0) return [];
    const again = candidates
      .slice(index + 1)
      .some((one) => one.op !== "retire" && repeats(one.text, targetText));
    return again ? [] : [targetText];
  });
  if (targets.length === 0) return state;
  const isGone = ({ text }: Statement): boolean => targets.some((target) => repeats(text, target));
  return without(
    state,
    isGone,
    targets.flatMap((target) => identifiersIn(target)),
  );
}

function repeats(text: string, target: string): boolean {
  const [said, gone] = [bare(text), bare(target)];
  return said.includes(gone) || sameClaim(said, gone, REPEATS);
}

/** A point behind a number would count as part of it. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[.,;:!?]+(?=\s|$)/gu, "");
}

/** Without the statements that are gone, and without those of the names that stand in no other one. */
function without(
  state: WorkingState,
  isGone: (statement: Statement) => boolean,
  names: readonly string[],
): WorkingState {
  const one = (statement: Statement | null): Statement | null =>
    statement === null || isGone(statement) ? null : statement;
  const many = (list: readonly Statement[]): Statement[] => list.filter((statement) => !isGone(statement));
  const kept = {
    task: one(state.task),
    lastRequest: one(state.lastRequest),
    status: one(state.status),
    done: many(state.done),
    next: many(state.next),
    openQuestions: many(state.openQuestions),
    findings: many(state.findings),
    decisions: many(state.decisions),
  };
  const told = JSON.stringify([kept, state.files]).toLowerCase();
  const gone = new Set(names.map((name) => name.toLowerCase()).filter((name) => !told.includes(name)));
  const identifiers = state.identifiers.filter((name) => !gone.has(name.toLowerCase()));
  return { ...state, ...kept, identifiers };
}
