import { type FoldState, MAX_COPIED, type Note } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { sameClaim } from "../../session/signals/sentence.ts";
import { namesInUse } from "./names.ts";
import type { Statement, TouchedFile } from "../../session/working-state.ts";

/** What recency, names in use and the current task add to a note's own weight (1 to 4). */
const AGE = 1.8;
const AGE_HALF_LIFE = 200;
const ABOUT = 0.8;
const SINCE = 0.3;

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

/**
 * The same notes, those of one text in the order last to first where they would stand together as they were said: what
 * was one text, a table say, must not stand in a memory as one.
 */
export function apart(notes: readonly Note[], state: FoldState): Note[] {
  const said = new Map(state.notes.map((note, index) => [note, index]));
  const out: Note[] = [];
  let run: Note[] = [];
  for (const note of [...notes, null]) {
    const last = run.at(-1);
    const goesOn =
      note !== null &&
      last !== undefined &&
      last.id === note.id &&
      last.by !== "human" &&
      (said.get(last) ?? 0) < (said.get(note) ?? 0);
    if (!goesOn) {
      const length = run.reduce((sum, one) => sum + one.text.length, 0);
      out.push(...(length > MAX_COPIED ? run.reverse() : run));
      run = [];
    }
    if (note !== null) run.push(note);
  }
  return out;
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
