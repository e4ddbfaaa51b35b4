import type { Update } from "../../handoff/update.ts";
import { signal } from "../../session/signals/languages.ts";
import { contentWords } from "../../session/signals/sentence.ts";
import { readsWell } from "./durable.ts";
import type { Ground } from "./ground.ts";

const MOST = 5;

/**
 * Items of the host's task list that are still open at this boundary; and, as removals, those that were open
 * before, perhaps at an earlier boundary, and are completed or dropped now.
 */
export function todoUpdates({ state }: Ground): Update[] {
  if (state.todosBy === null) return [];
  const add = (text: string): Update => ({
    kind: "todo",
    subject: "",
    op: "add",
    text,
    scope: "project",
    confidence: "inferred",
    evidence: [state.todosBy ?? ""],
    at: state.turns.at(-1)?.at ?? null,
  });
  const open = state.todos.filter((todo) => todo.status === "pending" || todo.status === "in-progress");
  const openTexts = new Set(open.map((todo) => todo.text));
  const settled = state.todos.filter((todo) => todo.status === "completed" || todo.status === "dropped");
  const added = open.map((todo) => todo.text).filter(isOfProject);
  const closed = settled
    .map((todo) => todo.text)
    .filter((text) => state.wasOpen.includes(text) && !openTexts.has(text) && isOfProject(text));
  return [
    ...added.slice(0, MOST).map(add),
    ...[...new Set(closed)]
      .slice(-MOST * 2)
      .map((text) => Object.assign(add(text), { op: "retire" as const, targetText: text })),
  ];
}

/** A step of the agent's own round ("Run tests", "Commit") is no open work of the project. */
function isOfProject(text: string): boolean {
  return contentWords(text).length >= 3 && readsWell(text) && !signal("housekeeping", "start").test(text);
}
