import type { FoldState } from "../../session/fold/state.ts";
import type { LanguageWords } from "../../session/signals/language.ts";
import { passages, sentencesOf } from "../../session/signals/plain-text.ts";
import { isNarration, isQuestion, standalone } from "../../session/signals/sentence.ts";
import type { Failure, Statement, WorkingState } from "../../session/working-state.ts";
import { ranked, statements } from "./rank.ts";
import { lastRequestOf, leading } from "./task.ts";

/** How far it is, as one word: read off who acted last and what is open. */
export function phaseOf(state: FoldState): WorkingState["phase"] {
  if (state.humanTurns === 0) return "unknown";
  const said = state.lastSaid;
  const spokeLast = said !== null && said.n > state.lastHuman && said.n >= state.n - 1;
  if (!spokeLast) return "in-progress";
  if (state.notes.some((note) => note.kind === "question" && note.id === said.id)) return "waiting";
  if (openFailure(state) !== null && state.failures.at(-1)?.n === state.n - 1) return "blocked";
  return openTodos(state).length > 0 || !said.final ? "in-progress" : "done";
}

export function statusOf(state: FoldState, words: LanguageWords): Statement | null {
  const parts: string[] = [];
  const evidence: string[] = [];
  const active = state.todos.find((todo) => todo.status === "in-progress");
  if (active !== undefined) parts.push(words.say.workingOn(ended(active.text)));
  const done = state.todos.filter((todo) => todo.status === "completed").length;
  const all = state.todos.filter((todo) => todo.status !== "dropped").length;
  if (all > 1) parts.push(words.say.todosDone(done, all));
  if (parts.length > 0 && state.todosBy !== null) evidence.push(state.todosBy);
  const said = lastConclusion(state);
  if (said !== null) {
    parts.push(said.text);
    evidence.push(said.id);
  } else if (state.turns.length > 0 && state.lastHuman >= state.lastWork && state.lastHuman > (state.lastSaid?.n ?? 0)) {
    parts.push(words.say.asked);
    const turn = state.turns.at(-1);
    if (turn !== undefined) evidence.push(turn.id);
  }
  return parts.length === 0 ? null : { text: parts.join(" ").slice(0, 400), evidence };
}

/** What the agent said last that reports rather than announces. */
function lastConclusion(state: FoldState): { text: string; id: string } | null {
  const said = state.lastSaid;
  if (said !== null && said.n > state.lastHuman) {
    for (const passage of passages(said.text).slice(0, 3)) {
      for (const sentence of sentencesOf(passage.text).slice(0, 3)) {
        const text = isNarration(sentence) || isQuestion(sentence) ? null : standalone(sentence);
        if (text !== null) return { text: ended(text), id: said.id };
      }
    }
  }
  const note = state.notes.findLast((one) => one.n > state.lastHuman && (one.kind === "done" || one.kind === "finding"));
  return note === undefined ? null : { text: ended(note.text), id: note.id };
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
  const planned = ranked(state, ["next"], 6, state.lastHuman);
  const out = [...todos, ...statements(asked), ...statements(planned)].slice(0, 16);
  if (out.length > 0 || phaseOf(state) === "done") return out;
  const request = lastRequestOf(state);
  if (request !== null) return [{ text: leading(request.text, 200), evidence: request.evidence }];
  return [];
}

export function openQuestionsOf(state: FoldState): Statement[] {
  return statements(state.notes.filter((note) => note.kind === "question").slice(-4).reverse());
}

/** The newest failure that was not seen to pass since, else the newest one at all. */
export function lastFailureOf(state: FoldState): Failure | null {
  const failure = openFailure(state) ?? state.failures.at(-1);
  if (failure === undefined) return null;
  const { command, error, fixedBy } = failure;
  return {
    command,
    error,
    fixed: fixedBy !== null,
    evidence: fixedBy === null ? [failure.id] : [failure.id, fixedBy],
  };
}

function openFailure(state: FoldState): FoldState["failures"][number] | null {
  return state.failures.findLast((failure) => failure.fixedBy === null) ?? null;
}

function ended(text: string): string {
  return /[.!?…:]$/u.test(text) ? text : `${text}.`;
}
