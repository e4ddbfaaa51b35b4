import { useOf } from "../../session/fold/names.ts";
import type { FoldState, SeenName } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { testedFile } from "../../session/signals/test-file.ts";
import { openFailure } from "./failures.ts";

/**
 * What makes a name be used again, as weights of a sum. Fitted on transcripts cut in the middle (which names does the
 * later part use?) and checked on others. Said and shown overlap: a name that is both counts less than the sum.
 */
const SAID = 0.82;
const SHOWN = 0.63;
const BOTH = -0.27;
const OFTEN = 0.31;
const AGE = -0.27;
/** Named since the person spoke last. */
const SINCE_TURN = 0.16;
/** Stands where the open work is told. */
const ANCHORED = 1.48;
const EDITED_FILE = 0.62;
/** A file opened or changed just now; fades with the entries since. */
const FRESH_FILE = 0.58;
const FADES = 40;
const FIGURES = -0.28;
/** A dotted name: a call on something, or a file that nobody touched. */
const DOTTED = -0.4;
/** A test's own name matters only while that test is at hand. */
const TEST = -0.45;
const TEST_NAME = /^(?:test|Test|it_|should)[A-Z_]|(?:_test|Test|Spec)$/u;

/** The test of a file that was changed comes before all else: who goes on with the file opens it next. */
const TEST_OF_CHANGED = 6;
/** So many of the files changed last. */
const CHANGED = 6;

/** Below this sum hardly one name in twelve is used again. */
const LEAST = 0.3;

/** Names by how much the open work needs them, most first; at most `max`. */
export function namesInUse(state: FoldState, max: number): string[] {
  const anchors = anchorsOf(state);
  const files = new Map(state.files.map((file) => [file.path.slice(file.path.lastIndexOf("/") + 1), file]));
  const changed = changedLast(state);
  const seen = new Set(state.names.map((one) => one.name));
  const unseen = [...anchors]
    .filter((name) => !seen.has(name))
    .map((name) => ({ name, said: 1, shown: 0, count: 1, n: state.n, turn: state.lastHuman }));
  const ranked = [...state.names, ...unseen]
    .map((one) => ({
      name: one.name,
      score: needOf(one, state, anchors, files.get(one.name)) + testOf(one.name, changed),
    }))
    .filter((one) => one.score >= LEAST)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  const kept: string[] = [];
  for (const { name } of ranked) {
    if (kept.length >= max) break;
    // A name inside one that is listed already says nothing new.
    const lower = name.toLowerCase();
    if (!kept.some((other) => other.toLowerCase().includes(lower))) kept.push(name);
  }
  return kept;
}

/** Names of the files changed last. */
function changedLast({ files }: FoldState): ReadonlySet<string> {
  const changed = files.filter(({ edits }) => edits > 0).sort((a, b) => b.edited - a.edited);
  return new Set(changed.slice(0, CHANGED).map(({ path }) => path.slice(path.lastIndexOf("/") + 1)));
}

function testOf(name: string, changed: ReadonlySet<string>): number {
  const file = testedFile(name);
  return file !== null && changed.has(file) && !changed.has(name) ? TEST_OF_CHANGED : 0;
}

function needOf(
  seen: SeenName,
  state: FoldState,
  anchors: ReadonlySet<string>,
  file: FoldState["files"][number] | undefined,
): number {
  const use = useOf(seen, state);
  const said = Math.log1p(4 * use.said);
  const shown = Math.log1p(4 * use.shown);
  return (
    SAID * said +
    SHOWN * shown +
    BOTH * said * shown +
    OFTEN * Math.log(seen.count) +
    AGE * Math.log1p(state.n - seen.n) +
    (seen.turn === state.lastHuman ? SINCE_TURN : 0) +
    (anchors.has(seen.name) ? ANCHORED : 0) +
    (file === undefined ? 0 : FRESH_FILE * Math.exp((file.seen - state.n) / FADES)) +
    (file !== undefined && file.edits > 0 ? EDITED_FILE : 0) +
    (/\d/u.test(seen.name) ? FIGURES : 0) +
    (seen.name.includes(".") ? DOTTED : 0) +
    (TEST_NAME.test(seen.name) ? TEST : 0)
  );
}

/** Names in what is still to do: open items of the task list, the last request, the open failure, the agent's last words. */
function anchorsOf(state: FoldState): Set<string> {
  const open = state.todos.filter((todo) => todo.status === "in-progress" || todo.status === "pending");
  const failure = openFailure(state);
  const said = state.lastSaid;
  return new Set(
    [
      ...open.map((todo) => todo.text),
      ...state.turns.slice(-1).map((turn) => turn.text),
      failure === null ? "" : `${failure.command} ${failure.error ?? ""}`,
      said !== null && said.n >= state.lastHuman ? said.text : "",
    ].flatMap((text) => identifiersIn(text)),
  );
}
