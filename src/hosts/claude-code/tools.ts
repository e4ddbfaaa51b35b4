import type { ToolAction, ToolCallEntry, TodoChange } from "../../session/entry.ts";
import { objectOf, objectsOf, textOf, type Json } from "../json.ts";
import { actionOfName, detailOf, filesNamed, questionsOf, todoStatus } from "../tool-input.ts";

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  edit: "edit",
  write: "edit",
  multiedit: "edit",
  notebookedit: "edit",
  read: "read",
  notebookread: "read",
  ls: "read",
  bash: "run",
  powershell: "run",
  grep: "search",
  glob: "search",
  toolsearch: "search",
  websearch: "search",
  webfetch: "search",
  todowrite: "todo",
  todoread: "todo",
  taskcreate: "todo",
  taskupdate: "todo",
  tasklist: "todo",
  taskget: "todo",
  askuserquestion: "ask",
  task: "agent",
  agent: "agent",
};

/** A tool call as the normal form has it, still unmasked and without id and time. */
export function toolCall(block: Json, bases: readonly string[]): Omit<ToolCallEntry, "id" | "at"> {
  const tool = textOf(block["name"]) ?? "unknown";
  const input = objectOf(block["input"]) ?? {};
  const action = ACTIONS[tool.toLowerCase()] ?? actionOfName(tool);
  return {
    kind: "tool-call",
    callId: textOf(block["id"]) ?? "",
    tool,
    action,
    files: filesNamed(input, action, bases),
    command: textOf(input["command"]) ?? textOf(input["cmd"]),
    todos: todosOf(tool, input),
    detail: tool === "AskUserQuestion" ? questionsOf(input) : detailOf(input),
  };
}

function todosOf(tool: string, input: Json): TodoChange | null {
  if (tool === "TodoWrite") {
    const items = objectsOf(input["todos"]).map((todo) => ({
      id: textOf(todo["id"]),
      text: textOf(todo["content"]) ?? "",
      status: todoStatus(todo["status"]) ?? "pending",
    }));
    return { type: "replace", items: items.filter((item) => item.text !== "") };
  }
  const id = typeof input["taskId"] === "number" ? String(input["taskId"]) : textOf(input["taskId"]);
  if (tool !== "TaskUpdate" || id === null) return null;
  return { type: "update", id, status: todoStatus(input["status"]), text: textOf(input["subject"]) };
}
