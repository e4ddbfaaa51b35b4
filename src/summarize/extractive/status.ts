import type { FoldState } from "../../session/fold/state.ts";
import type { LanguageWords } from "../../session/signals/language.ts";
import { purposeOf } from "../../session/signals/command.ts";
import { headingKind, signal } from "../../session/signals/languages.ts";
import { ended, passages, sentencesOf } from "../../session/signals/plain-text.ts";
import {
  LABEL,
  isNarration,
  isQuestion,
  pointsBack,
  standalone,
  substance,
} from "../../session/signals/sentence.ts";
import type { Statement } from "../../session/working-state.ts";
import { openFailure } from "./failures.ts";
import { phaseOf } from "./progress.ts";
import { lastTurn } from "./task.ts";

const MAX_STATUS = 396;

interface Part {
  text: string;
  id: string | null;
}

/**
 * How far it is, as a colleague would say it: the step at work and how many are done, what was achieved last, and what
 * it waits for. Never a stray sentence: only reports of work done, results of checks, findings, and file names.
 */
export function statusOf(state: FoldState, words: LanguageWords): Statement | null {
  if (state.humanTurns === 0 && state.lastSaid === null) return null;
  const parts = [...steps(state, words), ...achieved(state, words), ...standstill(state, words)];
  const evidence = parts.flatMap((part) => (part.id === null ? [] : [part.id]));
  let text = "";
  for (const part of parts)
    if (text.length + part.text.length < MAX_STATUS) text = `${text} ${part.text}`.trim();
  return text === "" ? null : { text, evidence: [...new Set(evidence)] };
}

function steps(state: FoldState, words: LanguageWords): Part[] {
  const all = state.todos.filter((todo) => todo.status !== "dropped").length;
  const done = state.todos.filter((todo) => todo.status === "completed").length;
  const active = state.todos.find((todo) => todo.status === "in-progress");
  const id = state.todosBy;
  if (active !== undefined) {
    const what = active.text.replace(/[.;\s]+$/u, "");
    const text = all > 1 ? words.say.stepOf(what, done, all) : words.say.workingOn(ended(what));
    return [{ text, id }];
  }
  return all > 1 ? [{ text: words.say.todosDone(done, all), id }] : [];
}

function achieved(state: FoldState, words: LanguageWords): Part[] {
  const request = lastTurn(state);
  // "Go on" and "hi" ask for nothing new: what was done before them still tells how far it is.
  const since = Math.min(state.lastHuman, request?.n ?? 0);
  const report = reported(state, since);
  if (report !== null) return [report];
  const last = request?.id ?? null;
  const names = state.files
    .filter((file) => file.edited > since)
    .sort((a, b) => b.edited - a.edited)
    .map((file) => file.path.slice(file.path.lastIndexOf("/") + 1));
  if (names.length > 0) {
    const changed = { text: words.say.lastChanged([...new Set(names)].slice(0, 4).join(", ")), id: last };
    return [changed, ...passed(state, words)];
  }
  const found = state.notes.findLast(
    (note) => note.kind === "finding" && note.by === "assistant" && note.n > since && !pointsBack(note.text),
  );
  if (found !== undefined) return [{ text: words.say.found(ended(found.text)), id: found.id }];
  if (request === null || state.todos.some((todo) => todo.status === "in-progress")) return [];
  const said = state.lastSaid;
  if (said !== null && said.final && said.n > since) return [{ text: words.say.answered, id: said.id }];
  return [{ text: state.n - since > 1 ? words.say.started : words.say.asked, id: last }];
}

/** The newest test, build or lint run that is known to have passed after the last change. */
function passed(state: FoldState, words: LanguageWords): Part[] {
  const changed = Math.max(0, ...state.files.map((file) => file.edited));
  const run = state.runs.findLast((one) => one.n > changed && CHECKS.has(purposeOf(one.key) ?? ""));
  if (run === undefined || !run.ok || !run.shown || run.key.length > MAX_COMMAND) return [];
  return [{ text: words.say.passed(run.key), id: run.id }];
}

const CHECKS = new Set(["test", "build", "lint", "typecheck"]);
/** A longer command line says little at a glance. */
const MAX_COMMAND = 60;

/** What the agent reported done since an entry: the strongest sentence of its last text, else the newest note. */
function reported(state: FoldState, since: number): Part | null {
  const said = state.lastSaid;
  if (said !== null && said.n > since) {
    const sentences = passages(said.text)
      .slice(0, 6)
      .flatMap((passage) => sentencesOf(passage.text).slice(0, 3));
    let best: { text: string; rank: number } | null = null;
    for (const sentence of sentences) {
      const text = standalone(sentence);
      const rank = text === null ? 0 : doneRank(text);
      if (text !== null && rank > (best?.rank ?? 0)) best = { text, rank };
    }
    if (best !== null) return { text: ended(best.text), id: said.id };
    const answer = said.n === state.n ? resultIn(sentences) : null;
    if (answer !== null) return { text: ended(answer), id: said.id };
  }
  const note = state.notes.findLast(
    (one) => one.by === "assistant" && one.n > since && one.kind === "done" && doneRank(one.text) > 0,
  );
  return note === undefined ? null : { text: ended(note.text), id: note.id };
}

/** What the agent's closing words say first, where they name something. */
function resultIn(sentences: readonly string[]): string | null {
  const first = sentences.find((sentence) => !isNarration(sentence) && !saysNext(sentence));
  const text = first === undefined || isQuestion(first) || pointsBack(first) ? null : standalone(first);
  return text === null || substance(text) < 0.5 || signal("hedge").test(text) || isRow(text) ? null : text;
}

/** "Next: add a test" is told among the next steps. */
function saysNext(sentence: string): boolean {
  const label = LABEL.exec(sentence)?.[1];
  return signal("next", "start").test(sentence) || (label !== undefined && headingKind(label) === "next");
}

/** "Line 193: …", "name (line 778) — …" are rows of a list. */
function isRow(text: string): boolean {
  // "Created: …", "Ignored (so that …)": a field or an item of a list.
  if (/^\p{L}+(?::\s|\s\()/u.test(text)) return true;
  return /^(?:lines? \d|\S+ \(lines? \d)|\blines? \d+/iu.test(text) || /^\S+ (?:—|–|→|->) /u.test(text);
}

/** How much a sentence reports a result: 0 for none, more for one that names what it is about. */
function doneRank(text: string): number {
  if (isQuestion(text) || isNarration(text) || pointsBack(text) || signal("hedge").test(text)) return 0;
  if (isRow(text)) return 0;
  if (/^\S+ (?:is|was|are|were|has|does|это)\b/iu.test(text))
    return signal("doneAnywhere").test(text) ? 1.8 : 0;
  const done = signal("doneStart", "start").test(text) ? 2 : signal("doneAnywhere").test(text) ? 1.8 : 0;
  return done === 0 ? 0 : done + Math.min(1, substance(text) / 2);
}

/** What keeps it from going on: an answer that is due, or a failure. */
function standstill(state: FoldState, words: LanguageWords): Part[] {
  const phase = phaseOf(state);
  if (phase === "waiting") {
    const question = state.notes.findLast(
      (note) => note.kind === "question" && note.id === state.lastSaid?.id,
    );
    return [{ text: words.say.waits(question?.text ?? null), id: state.lastSaid?.id ?? null }];
  }
  const failure = phase === "blocked" ? openFailure(state) : null;
  return failure === null ? [] : [{ text: words.say.failing(failure.command), id: failure.id }];
}
