import type { FoldState, SeenFailure } from "../../session/fold/state.ts";
import { purposeOf } from "../../session/signals/command.ts";
import { signal } from "../../session/signals/languages.ts";
import { sentencesOf } from "../../session/signals/plain-text.ts";
import { contentWords } from "../../session/signals/sentence.ts";
import type { Failure } from "../../session/working-state.ts";
import { taskTurn } from "./task.ts";

/** A failure that nobody came back to for so many entries, with the person speaking since, is no longer what blocks. */
const STALE = 120;

/** The newest failure that was not seen to pass since, belongs to the work at hand, and was not told to be left alone. */
export function openFailure(state: FoldState): SeenFailure | null {
  const since = taskTurn(state)?.n ?? 0;
  return (
    state.failures.findLast(
      (failure) =>
        failure.fixedBy === null &&
        failure.n >= since &&
        !isStale(failure, state) &&
        !isBypassed(failure, state) &&
        !isSetAside(failure, state),
    ) ?? null
  );
}

function isStale(failure: SeenFailure, state: FoldState): boolean {
  return state.n - failure.n > STALE && state.turns.some((turn) => turn.n > failure.n);
}

/** Work went on without it: neither a check of the work nor a conflict, and other runs succeeded since. */
function isBypassed({ key, error, n }: SeenFailure, state: FoldState): boolean {
  if (purposeOf(key) !== null || /conflict/iu.test(error ?? "")) return false;
  return state.runs.filter((run) => run.ok && run.n > n).length >= 2 || state.lastWork > n + 12;
}

/** A person said to leave it: in the turn right after it, or later with words of its command or error. */
function isSetAside(failure: SeenFailure, state: FoldState): boolean {
  const after = state.turns.filter((turn) => turn.n > failure.n);
  const about = new Set(
    contentWords(`${failure.command} ${failure.error ?? ""}`).flatMap((word) => word.split(/[^\p{L}]+/u)),
  );
  return after.some((turn) =>
    sentencesOf(turn.text).some(
      (sentence) =>
        signal("setAside").test(sentence) &&
        contentWords(sentence).some((word) => word.length > 3 && about.has(word)),
    ),
  );
}

/** The failure to tell about: the open one; else the newest one that was fixed since the task began. */
export function lastFailureOf(state: FoldState): Failure | null {
  const since = taskTurn(state)?.n ?? 0;
  const failure =
    openFailure(state) ?? state.failures.findLast((one) => one.fixedBy !== null && one.n >= since) ?? null;
  if (failure === null) return null;
  const { command, error, fixedBy } = failure;
  return {
    command,
    error,
    fixed: fixedBy !== null,
    evidence: fixedBy === null ? [failure.id] : [failure.id, fixedBy],
  };
}
