import type { AssistantEntry, CompactionEntry, HumanEntry } from "../entry.ts";
import { projectSaid, readSpoken } from "../signals/candidates.ts";
import { identifiersIn } from "../signals/identifiers.ts";
import { languageCounts, signal } from "../signals/languages.ts";
import { notesOf } from "../signals/notes.ts";
import { passages, sentencesOf } from "../signals/plain-text.ts";
import { contentWords, sameClaim } from "../signals/sentence.ts";
import { cleanTurn, turnKind } from "../signals/turn.ts";
import { CAPS, type FoldState, type Note, type Turn } from "./state.ts";

export function foldHuman(state: FoldState, entry: HumanEntry): void {
  state.humanTurns += 1;
  for (const [tag, count] of Object.entries(languageCounts(entry.text))) {
    state.languages[tag] = (state.languages[tag] ?? 0) + count;
  }
  const { text, items } = cleanTurn(entry.text);
  if (text === "") return;
  const place = { id: entry.id, at: entry.at, n: state.n };
  const turn: Turn = {
    ...place,
    text,
    items,
    kind: turnKind(text),
    fresh: freshness(text, state.lastSaid?.text ?? ""),
  };
  if (state.firstTurns.length < 2 && turn.kind !== "go-ahead") state.firstTurns.push(turn);
  state.turns.push(turn);
  state.turns = state.turns.slice(-CAPS.turns);
  // An answer settles what was asked; a new request replaces the items of the one before.
  const renewed = turn.kind === "request" ? ["question", "asked", "next"] : ["question"];
  state.notes = state.notes.filter((note) => !renewed.includes(note.kind));
  // A long specification is worked off through the task list; a short list is the work itself.
  const short = turn.kind === "request" && text.length < 1000 && items.length > 1;
  for (const item of short ? items : [])
    addNote(state, { ...place, kind: "asked", text: item, by: "human", weight: 2 });
  for (const note of notesOf(entry.text, "human")) addNote(state, { ...place, ...note, by: "human" });
  const before = { asked: state.asked, said: state.lastSaid?.text ?? "" };
  for (const candidate of readSpoken(entry.text, before)) state.candidates.push({ ...place, ...candidate });
  state.candidates = state.candidates.slice(-CAPS.candidates);
  state.lastHuman = state.n;
}

export function foldAssistant(state: FoldState, entry: AssistantEntry): void {
  const place = { id: entry.id, at: entry.at, n: state.n };
  state.lastSaid = { ...place, text: entry.text.slice(0, 3000), final: entry.final };
  const notes: Note[] = notesOf(entry.text, "assistant").map((note) =>
    Object.assign(note, place, { by: "assistant" as const }),
  );
  takeBack(state, entry.text);
  for (const note of notes) addNote(state, note);
  if (state.about === null && state.n < 120) {
    const text = projectSaid(entry.text);
    if (text !== null) state.about = { ...place, text };
  }
  explainFailures(state, notes);
}

/** The host's own summary: it knows what was said, and repeats the person's words, which are not evidence here. */
export function foldCompaction(state: FoldState, entry: CompactionEntry): void {
  state.compactions += 1;
  const place = { id: entry.id, at: entry.at, n: state.n };
  for (const note of notesOf(entry.text, "host")) addNote(state, { ...place, ...note, by: "host" });
}

/** Ties what the agent says about a cause or a fix to the failure that is open. */
function explainFailures(state: FoldState, notes: readonly Note[]): void {
  const open = state.failures.findLast((failure) => failure.fixedBy === null || state.n - failure.n < 30);
  if (open === undefined || state.n - open.n > 60) return;
  for (const note of notes) {
    if (
      note.kind === "finding" &&
      note.weight >= 2 &&
      (open.cause === null || note.weight > open.cause.weight)
    )
      open.cause = note;
    if (
      (note.kind === "done" || note.kind === "step") &&
      open.cause !== null &&
      (open.fixedBy === null || open.fix === null)
    )
      open.fix = note;
  }
}

/** How far back a hypothesis may lie that the agent takes back. */
const REACH = 200;

/** "The cache was not the cause": earlier findings about the same names go, as do causes given for a failure. */
function takeBack(state: FoldState, text: string): void {
  if (!signal("refutes").test(text)) return;
  for (const passage of passages(text)) {
    for (const sentence of sentencesOf(passage.text)) {
      if (!signal("refutes").test(sentence)) continue;
      const about = new Set(identifiersIn(sentence));
      const refuted = (note: Note): boolean =>
        note.by !== "human" &&
        note.kind === "finding" &&
        note.n < state.n &&
        state.n - note.n <= REACH &&
        (signal("cause").test(note.text) || signal("hedge").test(note.text)) &&
        (identifiersIn(note.text).some((name) => about.has(name)) || sharesWords(note.text, sentence));
      state.notes = state.notes.filter((note) => !refuted(note));
      for (const failure of state.failures)
        if (failure.cause !== null && refuted(failure.cause)) failure.cause = null;
    }
  }
}

/** True when half of a sentence's words stand in another one. */
function sharesWords(text: string, sentence: string): boolean {
  const words = contentWords(text);
  const others = new Set(contentWords(sentence));
  return words.filter((word) => others.has(word)).length >= Math.max(3, words.length / 2);
}

/** Adds a note; one that says the same replaces the earlier; the weakest of the oldest go when the list is full. */
function addNote(state: FoldState, note: Note): void {
  const twin = state.notes.find((one) => one.kind === note.kind && sameStatement(one.text, note.text));
  if (twin !== undefined) {
    state.notes = state.notes.filter((one) => one !== twin);
    state.notes.push({ ...note, weight: Math.max(note.weight, twin.weight) });
    return;
  }
  state.notes.push(note);
  const cap = CAPS.notes[note.kind];
  const same = state.notes.filter((one) => one.kind === note.kind);
  if (same.length <= cap) return;
  const standing = (one: Note): number => one.weight - (state.n - one.n) / 80;
  let weakest = same[0];
  for (const one of same) if (weakest !== undefined && standing(one) < standing(weakest)) weakest = one;
  state.notes = state.notes.filter((one) => one !== weakest);
}

function sameStatement(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 60) return false;
  return sameClaim(a, b, 0.85);
}

function freshness(text: string, before: string): number {
  const words = contentWords(text);
  if (words.length === 0) return 0;
  const said = new Set(
    contentWords(
      passages(before)
        .flatMap((one) => sentencesOf(one.text))
        .join(" "),
    ),
  );
  return words.filter((word) => !said.has(word)).length / words.length;
}
