import type { FoldState, Note } from "../../session/fold/state.ts";
import { passages, sentencesOf } from "../../session/signals/plain-text.ts";
import { isNarration, isQuestion, sameClaim } from "../../session/signals/sentence.ts";
import { signal } from "../../session/signals/languages.ts";
import type { Statement, WorkingState } from "../../session/working-state.ts";
import { openFailure } from "./failures.ts";
import { ranked, statements } from "./rank.ts";

/** How far it is, as one word: read off who acted last and what is open. */
export function phaseOf(state: FoldState): WorkingState["phase"] {
  if (state.humanTurns === 0) return "unknown";
  const said = state.lastSaid;
  if (said === null || said.n < state.lastHuman || said.n < state.n - 1) return "in-progress";
  if (asks(said.text) || state.notes.some((note) => note.kind === "question" && note.id === said.id))
    return "waiting";
  if (announces(said.text)) return "in-progress";
  const failure = openFailure(state);
  if (failure !== null && failure.n > state.lastHuman && state.lastWork <= failure.n) return "blocked";
  return openTodos(state).length > 0 || !said.final ? "in-progress" : "done";
}

/** True when a text ends with a question that wants an answer, not with a mere "anything else?". */
function asks(text: string): boolean {
  const last = closing(text);
  return isQuestion(last) && !signal("courtesy").test(last);
}

/** True when a text ends by saying what comes next: the turn goes on behind it. */
function announces(text: string): boolean {
  const last = closing(text);
  return /[:：]$/u.test(last) || (isNarration(last) && !isQuestion(last));
}

function closing(text: string): string {
  return sentencesOf(passages(text).at(-1)?.text ?? "").at(-1) ?? "";
}

function openTodos(state: FoldState): FoldState["todos"] {
  const open = state.todos.filter((todo) => todo.status === "in-progress" || todo.status === "pending");
  return open.sort((a, b) => Number(b.status === "in-progress") - Number(a.status === "in-progress"));
}

/** Open items of the task list, then what the person listed, then what the agent said comes next. */
export function nextOf(state: FoldState): Statement[] {
  const evidence = state.todosBy === null ? [] : [state.todosBy];
  const todos = openTodos(state).map((todo) => ({ text: todo.text.slice(0, 240), evidence }));
  const asked = state.notes.filter((note) => note.kind === "asked");
  const planned = ranked(state, ["next"], 6, state.lastHuman).filter((note) => isStillNext(note, state));
  return [...todos, ...statements(asked), ...statements(planned)].slice(0, 16);
}

/** Entries after which what the agent meant to do within a turn is done or dropped. */
const SOON = 30;

/** Said at the end of a turn and not reported done since, or said a moment ago. */
function isStillNext(note: Note, state: FoldState): boolean {
  if (state.notes.some((one) => one.kind === "done" && one.n > note.n && sameClaim(one.text, note.text, 0.7)))
    return false;
  const closes = note.id === state.lastSaid?.id && state.lastSaid.final;
  const wasAnswered = state.turns.some((turn) => turn.n > note.n && turn.n - note.n <= 2);
  return closes || wasAnswered || state.n - note.n <= SOON;
}

export function openQuestionsOf(state: FoldState): Statement[] {
  return statements(
    state.notes
      .filter((note) => note.kind === "question")
      .slice(-4)
      .reverse(),
  );
}
