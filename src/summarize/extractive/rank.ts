import { useOf } from "../../session/fold/names.ts";
import type { FoldState, Note, SeenName } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { sameClaim } from "../../session/signals/sentence.ts";
import { openFailure } from "./failures.ts";
import type { Statement, TouchedFile } from "../../session/working-state.ts";

/** What recency, names in use and the current task add to a note's own weight (1 to 4). */
const AGE = 1.8;
const AGE_HALF_LIFE = 60;
const ABOUT = 0.8;
const SINCE = 0.3;

/** What a name gains by standing where the open work is told: as much as two fresh mentions of the agent. */
const ANCHORED = 6;
/** A test's own name matters while that test is at hand; otherwise it counts less. */
const TEST_SHARE = 0.4;
const TEST_NAME = /^(?:test|Test|it_|should)[A-Z_]|(?:_test|Test|Spec)$/u;

/** Names by how much the open work needs them, most first; at most `max`. */
export function namesInUse(state: FoldState, max: number): string[] {
  const anchors = anchorsOf(state);
  const seen = new Set(state.names.map((one) => one.name));
  const ranked = [
    ...state.names.map((one) => ({ name: one.name, score: needOf(one, state, anchors) })),
    ...[...anchors].filter((name) => !seen.has(name)).map((name) => ({ name, score: ANCHORED })),
  ]
    .filter((one) => one.score >= 0.5)
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

function needOf(name: SeenName, state: FoldState, anchors: ReadonlySet<string>): number {
  const use = useOf(name, state);
  if (anchors.has(name.name)) return use + ANCHORED;
  return TEST_NAME.test(name.name) ? use * TEST_SHARE : use;
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

/** Notes of some kinds, best first: strong, recent, and about what is in use now; near-duplicates left out. */
export function ranked(state: FoldState, kinds: readonly Note["kind"][], max: number, since: number): Note[] {
  const inUse = new Map(namesInUse(state, 40).map((name, index) => [name, 1 - index / 60]));
  const score = (note: Note): number => {
    const age = 0.5 ** ((state.n - note.n) / AGE_HALF_LIFE);
    let about = 0;
    for (const name of identifiersIn(note.text)) about += inUse.get(name) ?? 0;
    return note.weight + AGE * age + Math.min(2, about) * ABOUT + (note.n >= since ? SINCE : 0);
  };
  const scored = state.notes
    .filter((note) => kinds.includes(note.kind))
    .map((note) => ({ note, score: score(note) }))
    .sort((a, b) => b.score - a.score || b.note.n - a.note.n);
  const kept: Note[] = [];
  for (const { note } of scored) {
    if (kept.length >= max) break;
    if (!kept.some((other) => sameClaim(other.text, note.text, 0.7))) kept.push(note);
  }
  return kept;
}

export function statements(notes: readonly Note[]): Statement[] {
  return notes.map((note) => ({ text: note.text, evidence: [note.id] }));
}

/** Files of the session, edited ones first, newest first; files only read follow. */
export function filesOf(state: FoldState, max: number): TouchedFile[] {
  const edited = state.files.filter((file) => file.edits > 0).sort((a, b) => b.edited - a.edited);
  const read = state.files.filter((file) => file.edits === 0).sort((a, b) => b.seen - a.seen);
  return [...edited, ...read.slice(0, 15)]
    .slice(0, max)
    .map(({ path, edits, reads }) => ({ path, edits, reads }));
}
