import type { Update } from "../../handoff/update.ts";
import { contentWords } from "../../session/signals/sentence.ts";
import { type Ground, MAX_UPDATE } from "./ground.ts";

const MOST = 5;

/** Items of the host's task list that are still open at this boundary. */
export function todoUpdates({ state }: Ground): Update[] {
  if (state.todosBy === null) return [];
  const evidence = [state.todosBy];
  const open = state.todos.filter((todo) => todo.status === "pending" || todo.status === "in-progress");
  return open
    .filter((todo) => contentWords(todo.text).length >= 3 && todo.text.length <= MAX_UPDATE)
    .slice(0, MOST)
    .map((todo) => ({
      kind: "todo",
      subject: "",
      op: "add",
      text: todo.text,
      scope: "project",
      confidence: "inferred",
      evidence,
      at: state.turns.at(-1)?.at ?? null,
    }));
}
