import type { AssistantEntry, CompactionEntry, HumanEntry } from "../entry.ts";
import { cutClause } from "../plain-text.ts";
import { projectSaid, readSpoken } from "../signals/candidates.ts";
import { withoutConsole } from "../signals/console.ts";
import { languageCounts } from "../signals/languages.ts";
import { notesOf } from "../signals/notes.ts";
import { offersIn, pickedIn } from "../signals/picks.ts";
import { passages, sentencesOf } from "../signals/plain-text.ts";
import { contentWords, isQuestion, sameClaim } from "../signals/sentence.ts";
import { cleanTurn, turnKind } from "../signals/turn.ts";
import { isRefuted, takeBack } from "./refute.ts";
import { CAPS, type FoldState, MAX_COPIED, type Note, type Turn } from "./state.ts";

export function foldHuman(state: FoldState, entry: HumanEntry): void {
  state.humanTurns += 1;
  for (const [tag, count] of Object.entries(languageCounts(entry.text))) {
    state.languages[tag] = (state.languages[tag] ?? 0) + count;
  }
  const { text: said, items } = cleanTurn(entry.text);
  if (said === "") return;
  const isOld = state.offers.n !== (state.lastSaid?.n ?? 0);
  const pick = pickedIn(said, state.offers.items, isOld);
  const text = pick?.text ?? said;
  const place = { id: entry.id, at: entry.at, n: state.n };
  const turn: Turn = {
    ...place,
    text,
    items,
    kind: pick === null ? turnKind(text) : "request",
    fresh: pick === null ? freshness(text, state.lastSaid?.text ?? "") : 1,
    picked: pick?.isWork ?? false,
  };
  if (state.firstTurns.length < 2 && turn.kind !== "go-ahead") state.firstTurns.push(turn);
  state.turns.push(turn);
  state.turns = state.turns.slice(-CAPS.turns);
  // An answer settles what was asked; a new request replaces the items of the one before.
  const renewed = turn.kind === "request" ? ["question", "asked", "next"] : ["question"];
  state.notes = state.notes.filter((note) => !renewed.includes(note.kind));
  // A long specification is worked off through the task list; a short list is the work itself.
  const short = turn.kind === "request" && text.length < 1000 && items.length > 1;
  const asked = items.filter((item) => contentWords(item).length > 2 && !isQuestion(item));
  for (const item of short ? asked : [])
    addNote(state, { ...place, kind: "asked", text: item, by: "human", weight: 2 });
  const notes: Note[] = notesOf(withoutConsole(entry.text), "human").map((note) =>
    Object.assign(note, place, { by: "human" as const }),
  );
  for (const note of takeBack(state, entry.text, "human", notes)) addNote(state, note);
  const before = { asked: state.asked, said: state.lastSaid?.text ?? "" };
  for (const candidate of readSpoken(entry.text, before)) state.candidates.push({ ...place, ...candidate });
  state.candidates = state.candidates.slice(-CAPS.candidates);
  state.lastHuman = state.n;
}

export function foldAssistant(state: FoldState, entry: AssistantEntry): void {
  const place = { id: entry.id, at: entry.at, n: state.n };
  state.lastSaid = { ...place, text: entry.text.slice(0, 3000), final: entry.final };
  const offered = offersIn(entry.text);
  if (offered.length > 0) state.offers = { n: state.n, items: offered };
  const said: Note[] = notesOf(entry.text, "assistant").map((note) =>
    Object.assign(note, place, { by: "assistant" as const }),
  );
  const notes = takeBack(state, entry.text, "assistant", said);
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
  for (const note of notesOf(entry.text, "host"))
    if (!isRefuted(state, note.text)) addNote(state, { ...place, ...note, by: "host" });
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

/** Adds a note; one that says the same replaces the earlier; the weakest of the oldest go when the list is full. */
function addNote(state: FoldState, said: Note): void {
  const note = said.by === "human" ? said : { ...said, text: cutClause(said.text, MAX_COPIED) };
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
