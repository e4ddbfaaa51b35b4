import { identifiersIn } from "../signals/identifiers.ts";
import { signal } from "../signals/languages.ts";
import { passages, sentencesOf } from "../signals/plain-text.ts";
import { contentWords, sameClaim } from "../signals/sentence.ts";
import { CAPS, type FoldState, type Note } from "./state.ts";

/** How far back, in entries, a hypothesis may lie that is taken back. */
const REACH = 200;
/** How far back, in entries, another cause does away with guesses. */
const GUESS_REACH = 60;
/** A refutation of so few words names its thing and nothing else. */
const FEW = 3;
/** Words from which on half of a sentence tells which one is meant. */
const SHARED = 3;

/**
 * Takes out of the findings, and of the causes of failures, what a text takes back: "The cache was not the cause"
 * refutes causes and guesses about the same thing, "no, it was the lock" every guess before it. `own`: notes of the same
 * text; those that stand before the refutation go too. Returns those that stay. What went is kept in `refuted`.
 */
export function takeBack(state: FoldState, text: string, by: Note["by"], own: readonly Note[]): Note[] {
  let kept = [...own];
  if (!signal("refutes").test(text) && !signal("corrects").test(text)) return kept;
  const sentences = passages(text).flatMap((passage) => sentencesOf(passage.text));
  for (const [at, sentence] of sentences.entries()) {
    const isMeant = refutedBy(sentence, by, state.n);
    if (isMeant === null) continue;
    const before = sentences.slice(0, at);
    drop(state, (note) => note.n < state.n && isMeant(note));
    kept = kept.filter((note) => !(isMeant(note) && before.some((said) => says(said, note))));
  }
  return kept;
}

/** Whether something was taken back in this session that says the same; what takes it back says it too, and is none. */
export function isRefuted(state: Pick<FoldState, "refuted">, text: string): boolean {
  return !signal("refutes").test(text) && state.refuted.some((one) => sameClaim(one.text, text, 0.7));
}

/**
 * What a sentence refutes, said at entry `n`; null for a sentence that refutes nothing. What a person said only a person
 * takes back.
 */
function refutedBy(sentence: string, by: Note["by"], n: number): ((note: Note) => boolean) | null {
  const refutes = signal("refutes").test(sentence);
  const corrects = signal("corrects").test(sentence);
  if (!refutes && !corrects) return null;
  return (note) => {
    const isOpen = note.kind === "finding" && (by === "human" || note.by !== "human");
    if (!isOpen || n - note.n > REACH) return false;
    // "No, it was the lock" names no guess: it leaves none. What was said without doubt must be named.
    if (corrects && isGuess(note) && n - note.n <= GUESS_REACH) return true;
    return refutes && (isGuess(note) || signal("cause").test(note.text)) && isAbout(note, sentence);
  };
}

function isGuess(note: Note): boolean {
  return signal("hedge").test(note.text);
}

/** The same names, half of the words, or the one thing that a short refutation names. */
function isAbout(note: Note, sentence: string): boolean {
  const names = new Set(identifiersIn(sentence));
  if (identifiersIn(note.text).some((name) => names.has(name))) return true;
  const words = contentWords(note.text);
  const others = new Set(contentWords(sentence));
  if (words.filter((word) => others.has(word)).length >= Math.max(SHARED, words.length / 2)) return true;
  const held = new Set(words);
  const things = thingsIn(sentence);
  return things.length > 0 && things.length <= FEW && things.every((word) => held.has(word));
}

/** What is refuted, as its own words: the clause without the words that refute it. */
function thingsIn(sentence: string): string[] {
  const clause = sentence.split(/[,;:—–，；：]/u).find((part) => signal("refutes").test(part)) ?? sentence;
  const bare = clause.replace(signal("refutes"), " ");
  return contentWords(bare).filter((word) => !signal("causeNoun", "whole").test(word));
}

function says(sentence: string, note: Note): boolean {
  return sentence.toLowerCase().includes(note.text.slice(0, 40).toLowerCase());
}

function drop(state: FoldState, isRefutedNote: (note: Note) => boolean): void {
  const gone = state.notes.filter(isRefutedNote);
  state.notes = state.notes.filter((note) => !gone.includes(note));
  for (const failure of state.failures) {
    const { cause } = failure;
    if (cause === null || !(gone.includes(cause) || isRefutedNote(cause))) continue;
    if (!gone.includes(cause)) gone.push(cause);
    failure.cause = null;
  }
  const refuted = gone.map(({ id, at, n, text }) => ({ id, at, n, text }));
  state.refuted = [...state.refuted, ...refuted].slice(-CAPS.refuted);
}
