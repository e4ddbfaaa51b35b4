import type { Todo, TodoChange, ToolCallEntry, ToolResultEntry } from "../entry.ts";
import { commandKey, covers, onlyLooks, tidyCommand } from "../signals/command.ts";
import { readApproved } from "../signals/plan-text.ts";
import { outcomeOf } from "../signals/run-outcome.ts";
import { REFUSED } from "../tool-output.ts";
import { CAPS, type FoldState } from "./state.ts";

/** Files, task list and open calls. */
export function foldCall(state: FoldState, entry: ToolCallEntry): void {
  foldTodos(state, entry);
  if (entry.action === "ask") state.asked = entry.detail;
  const edit = entry.action === "edit";
  if (edit || entry.action === "read") for (const path of entry.files) touch(state, path, edit);
  if (edit || (entry.action === "run" && !onlyLooks(commandKey(entry.command ?? ""))))
    state.lastWork = state.n;
  state.calls[entry.callId] = {
    id: entry.id,
    command: entry.command?.slice(0, 2000) ?? null,
    files: entry.files,
    edit,
  };
  const ids = Object.keys(state.calls);
  for (const id of ids.slice(0, Math.max(0, ids.length - CAPS.calls))) delete state.calls[id];
}

/** The run a result belongs to: failed, passed, or passed after it had failed. */
export function foldResult(state: FoldState, entry: ToolResultEntry): void {
  foldTodos(state, entry);
  const call = state.calls[entry.callId];
  if (call === undefined) return;
  delete state.calls[entry.callId];
  // Nothing ran: a person said no.
  if (entry.errorLine === REFUSED) return;
  if (call.edit && !entry.failed) {
    for (const failure of state.failures) {
      if (failure.fixedBy === null) failure.edits = [...new Set([...failure.edits, ...call.files])].slice(-4);
    }
  }
  if (call.command === null) {
    const place = { id: entry.id, at: entry.at, n: state.n };
    for (const found of readApproved(entry.text)) state.candidates.push({ ...place, ...found });
    state.candidates = state.candidates.slice(-CAPS.candidates);
    return;
  }
  const key = commandKey(call.command);
  const outcome = outcomeOf(call.command, entry);
  if (outcome === null) return;
  const failed = outcome === "failed";
  const command = tidyCommand(call.command);
  if (failed) {
    if (onlyLooks(key) || command === "") return;
    // The same command failing again is the same trouble: what was said about it so far stays.
    const open = state.failures.find((one) => one.fixedBy === null && one.key === key);
    state.failures = state.failures.filter((one) => one !== open);
    state.failures.push({
      id: entry.id,
      at: entry.at,
      n: state.n,
      key,
      command,
      error: errorOf(entry),
      cause: open?.cause ?? null,
      fix: open?.fix ?? null,
      edits: open?.edits ?? [],
      fixedBy: null,
    });
    state.failures = state.failures.slice(-CAPS.failures);
  } else {
    for (const failure of state.failures) {
      if (failure.fixedBy === null && covers(key, failure.key)) failure.fixedBy = entry.id;
    }
  }
  if (onlyLooks(key) || command === "") return;
  const shown = outcome === "shown";
  state.runs.push({ id: entry.id, at: entry.at, n: state.n, key, command, ok: !failed, shown });
  state.runs = state.runs.slice(-CAPS.runs);
}

function foldTodos(state: FoldState, { id, todos }: ToolCallEntry | ToolResultEntry): void {
  if (todos === null) return;
  state.todos = changed(state.todos, todos).slice(-CAPS.todos);
  rememberOpen(state);
  state.todosBy = id;
}

function errorOf(entry: ToolResultEntry): string | null {
  const named = entry.errorLine ?? entry.text.split("\n").find((line) => ERROR_LINE.test(line)) ?? null;
  return named === null ? null : named.replace(/\s+/gu, " ").trim().slice(0, 240) || null;
}

const ERROR_LINE =
  /error|fail|not found|exception|denied|refused|cannot|undefined|panic|assert|conflict|ошибк|не найден/iu;

function touch(state: FoldState, path: string, edit: boolean): void {
  let file = state.files.find((one) => one.path === path);
  if (file === undefined) {
    file = { path, edits: 0, reads: 0, edited: 0, seen: 0 };
    state.files.push(file);
  }
  file.seen = state.n;
  if (edit) {
    file.edits += 1;
    file.edited = state.n;
  } else {
    file.reads += 1;
  }
  if (state.files.length <= CAPS.files) return;
  // Files only read go first, the longest untouched of them.
  const oldest = [...state.files].sort(
    (a, b) => Number(a.edits > 0) - Number(b.edits > 0) || a.seen - b.seen,
  )[0];
  state.files = state.files.filter((one) => one !== oldest);
}

/** A capture may happen at any entry: what was ever open may stand in the memory. */
function rememberOpen(state: FoldState): void {
  const open = state.todos.filter((todo) => todo.status === "pending" || todo.status === "in-progress");
  state.wasOpen = [...new Set([...state.wasOpen, ...open.map((todo) => todo.text)])].slice(-CAPS.wasOpen);
}

function changed(todos: Todo[], change: TodoChange): Todo[] {
  if (change.type === "replace") return change.items;
  if (change.type === "create")
    return [...todos, { ...change.item, id: change.item.id ?? String(todos.length + 1) }];
  return todos.map((todo) =>
    todo.id === change.id
      ? { ...todo, status: change.status ?? todo.status, text: change.text ?? todo.text }
      : todo,
  );
}
