import type { FoldState } from "../../session/fold/state.ts";
import type { LanguageWords } from "../../session/signals/language.ts";
import { passages, sentencesOf } from "../../session/signals/plain-text.ts";
import { isNarration, isQuestion, pointsBack, standalone } from "../../session/signals/sentence.ts";
import type { Failure, Statement, WorkingState } from "../../session/working-state.ts";
import { ranked, statements } from "./rank.ts";

/** How far it is, as one word: read off who acted last and what is open. */
export function phaseOf(state: FoldState): WorkingState["phase"] {
  if (state.humanTurns === 0) return "unknown";
  const said = state.lastSaid;
  if (said === null || said.n < state.lastHuman || said.n < state.n - 1) return "in-progress";
  if (state.notes.some((note) => note.kind === "question" && note.id === said.id)) return "waiting";
  if (openFailure(state) !== null && state.failures.at(-1)?.n === said.n - 1) return "blocked";
  return openTodos(state).length > 0 || !said.final || announces(said.text) ? "in-progress" : "done";
}

/** True when a text ends by saying what comes next: the turn goes on behind it. */
function announces(text: string): boolean {
  const last = passages(text).at(-1);
  const sentence = sentencesOf(last?.text ?? "").at(-1) ?? "";
  return /[:：]$/u.test(sentence) || (isNarration(sentence) && !isQuestion(sentence));
}

/** One or two sentences: the task list, then what the agent reported last; else whether work has begun. */
export function statusOf(state: FoldState, words: LanguageWords): Statement | null {
  const parts: string[] = [];
  const evidence: string[] = [];
  const active = state.todos.find((todo) => todo.status === "in-progress");
  if (active !== undefined) parts.push(words.say.workingOn(ended(active.text)));
  const done = state.todos.filter((todo) => todo.status === "completed").length;
  const all = state.todos.filter((todo) => todo.status !== "dropped").length;
  if (all > 1) parts.push(words.say.todosDone(done, all));
  if (parts.length > 0 && state.todosBy !== null) evidence.push(state.todosBy);
  const said = lastReport(state);
  if (said !== null) {
    parts.push(said.text);
    evidence.push(said.id);
  } else if (active === undefined && state.turns.length > 0) {
    const changed = state.files
      .filter((file) => file.edited > state.lastHuman)
      .sort((a, b) => b.edited - a.edited);
    const names = changed.slice(0, 4).map((file) => file.path.slice(file.path.lastIndexOf("/") + 1));
    if (names.length > 0) parts.push(words.say.lastChanged(names.join(", ")));
    else parts.push(state.n - state.lastHuman > 1 ? words.say.started : words.say.asked);
    evidence.push(...state.turns.slice(-1).map((turn) => turn.id));
  }
  return parts.length === 0 ? null : { text: parts.join(" ").slice(0, 396), evidence };
}

/** What the agent reported last since the person spoke: in its last text, else the newest noted result. */
function lastReport(state: FoldState): { text: string; id: string } | null {
  const said = state.lastSaid;
  if (said !== null && said.n > state.lastHuman) {
    for (const passage of passages(said.text).slice(0, 4)) {
      for (const sentence of sentencesOf(passage.text).slice(0, 3)) {
        const text =
          isNarration(sentence) || isQuestion(sentence) || pointsBack(sentence) ? null : standalone(sentence);
        if (text !== null) return { text: ended(text), id: said.id };
      }
    }
  }
  const note = state.notes.findLast(
    (one) =>
      one.by !== "host" &&
      one.n > state.lastHuman &&
      (one.kind === "done" || one.kind === "finding") &&
      !pointsBack(one.text),
  );
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
  return [...todos, ...statements(asked), ...statements(planned)].slice(0, 16);
}

export function openQuestionsOf(state: FoldState): Statement[] {
  return statements(
    state.notes
      .filter((note) => note.kind === "question")
      .slice(-4)
      .reverse(),
  );
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
