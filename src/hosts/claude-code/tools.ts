import type { ToolAction, ToolCallEntry, Todo, TodoChange } from "../../session/entry.ts";
import { objectsOf, textOf, type Json } from "./json.ts";
import { pathInSession } from "./paths.ts";

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  Edit: "edit",
  Write: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  Read: "read",
  NotebookRead: "read",
  LS: "read",
  Bash: "run",
  Grep: "search",
  Glob: "search",
  WebSearch: "search",
  WebFetch: "search",
  TodoWrite: "todo",
  TaskCreate: "todo",
  TaskUpdate: "todo",
  AskUserQuestion: "ask",
  Task: "agent",
  Agent: "agent",
};

const STATUS: Readonly<Record<string, Todo["status"]>> = {
  pending: "pending",
  in_progress: "in-progress",
  completed: "completed",
  deleted: "dropped",
  cancelled: "dropped",
};

/** A tool call as the normal form has it, still without id and time. */
export function toolCall(block: Json, cwd: string | null): Omit<ToolCallEntry, "id" | "at"> {
  const tool = textOf(block["name"]) ?? "unknown";
  const input = (typeof block["input"] === "object" && block["input"] !== null ? block["input"] : {}) as Json;
  return {
    kind: "tool-call",
    callId: textOf(block["id"]) ?? "",
    tool,
    action: ACTIONS[tool] ?? "other",
    files: filesOf(input, cwd),
    command: textOf(input["command"]),
    todos: todosOf(tool, input),
    detail: detailOf(input),
  };
}

function filesOf(input: Json, cwd: string | null): string[] {
  const named = ["file_path", "notebook_path", "path"].map((key) => textOf(input[key]));
  return named.filter((path) => path !== null).map((path) => pathInSession(path, cwd));
}

function todosOf(tool: string, input: Json): TodoChange | null {
  if (tool === "TodoWrite") {
    const items = objectsOf(input["todos"]).map((todo) => ({
      id: textOf(todo["id"]),
      text: textOf(todo["content"]) ?? "",
      status: STATUS[textOf(todo["status"]) ?? ""] ?? "pending",
    }));
    return { type: "replace", items };
  }
  const id = textOf(input["taskId"]);
  if (tool !== "TaskUpdate" || id === null) return null;
  return {
    type: "update",
    id,
    status: STATUS[textOf(input["status"]) ?? ""] ?? null,
    text: textOf(input["subject"]),
  };
}

function detailOf(input: Json): string {
  const parts = ["description", "pattern", "query", "prompt", "subject", "plan", "new_string", "content"];
  return parts
    .map((key) => textOf(input[key]))
    .filter((part) => part !== null)
    .join("\n")
    .slice(0, 1_200);
}
