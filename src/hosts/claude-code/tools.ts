import type { ToolAction, ToolCallEntry, Todo, TodoChange } from "../../session/entry.ts";
import { objectOf, objectsOf, textOf, type Json } from "../json.ts";
import { pathInSession } from "../paths.ts";

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

/** Tools of MCP servers (`mcp__<server>__<tool>`) say in their name what they do. */
const MCP_ACTIONS: readonly [RegExp, ToolAction][] = [
  [/^(?:edit|write|create|patch|replace|insert|append|move)_?\w*_(?:file|files|content|lines|text)$/, "edit"],
  [/^(?:str_replace|apply_patch|write|edit)\w*$/, "edit"],
  [/^(?:read|view|open|get|list)_?\w*_?(?:file|files|directory|dir)\w*$/, "read"],
  [/^(?:run|exec|execute)_?\w*(?:command|shell|terminal|bash)\w*$/, "run"],
  [/^(?:search|find|query|grep|list|get|fetch)\w*$/, "search"],
];

const STATUS: Readonly<Record<string, Todo["status"]>> = {
  pending: "pending",
  in_progress: "in-progress",
  completed: "completed",
  deleted: "dropped",
  cancelled: "dropped",
};

/** A tool call as the normal form has it, still unmasked and without id and time. */
export function toolCall(block: Json, bases: readonly string[]): Omit<ToolCallEntry, "id" | "at"> {
  const tool = textOf(block["name"]) ?? "unknown";
  const input = objectOf(block["input"]) ?? {};
  const action = actionOf(tool);
  return {
    kind: "tool-call",
    callId: textOf(block["id"]) ?? "",
    tool,
    action,
    files: filesOf(input, action, bases),
    command: textOf(input["command"]) ?? textOf(input["cmd"]),
    todos: todosOf(tool, input),
    detail: detailOf(tool, input),
  };
}

function actionOf(tool: string): ToolAction {
  const known = ACTIONS[tool.toLowerCase()];
  if (known !== undefined) return known;
  const mcp = /^mcp__.+?__(\w+)$/.exec(tool.replaceAll("-", "_"))?.[1]?.toLowerCase();
  if (mcp === undefined) return "other";
  return MCP_ACTIONS.find(([pattern]) => pattern.test(mcp))?.[1] ?? "other";
}

function filesOf(input: Json, action: ToolAction, bases: readonly string[]): string[] {
  const named = ["file_path", "notebook_path", "path", "filePath", "filename"].map((key) =>
    textOf(input[key]),
  );
  const paths = named.filter((path) => path !== null).map((path) => pathInSession(path, bases));
  // A search names the folder it looks in more often than a file.
  const files = action === "search" ? paths.filter((path) => /\.\w+$/.test(path)) : paths;
  return [...new Set(files)];
}

function todosOf(tool: string, input: Json): TodoChange | null {
  if (tool === "TodoWrite") {
    const items = objectsOf(input["todos"]).map((todo) => ({
      id: textOf(todo["id"]),
      text: textOf(todo["content"]) ?? "",
      status: statusOf(todo["status"]) ?? "pending",
    }));
    return { type: "replace", items: items.filter((item) => item.text !== "") };
  }
  const id = typeof input["taskId"] === "number" ? String(input["taskId"]) : textOf(input["taskId"]);
  if (tool !== "TaskUpdate" || id === null) return null;
  return { type: "update", id, status: statusOf(input["status"]), text: textOf(input["subject"]) };
}

function statusOf(value: unknown): Todo["status"] | null {
  return STATUS[textOf(value) ?? ""] ?? null;
}

/** What says most comes first; the excerpt is short. */
const DETAIL_KEYS = [
  "plan",
  "subject",
  "description",
  "pattern",
  "query",
  "url",
  "skill",
  "args",
  "prompt",
  "new_string",
  "new_source",
  "content",
];
/** Characters looked at: more than is kept, since masking comes after. */
const LOOK = 4_000;

function detailOf(tool: string, input: Json): string {
  if (tool === "AskUserQuestion") return questionsOf(input);
  const parts = DETAIL_KEYS.map((key) => textOf(input[key])).filter((part) => part !== null);
  const edits = objectsOf(input["edits"]).map((edit) => textOf(edit["new_string"]) ?? "");
  const first = [...parts, ...edits].map((part) => part.slice(0, LOOK));
  return first.join("\n");
}

function questionsOf(input: Json): string {
  return objectsOf(input["questions"])
    .map((asked) => {
      const options = objectsOf(asked["options"]).map((option) => textOf(option["label"]) ?? "");
      return `${textOf(asked["question"]) ?? ""} [${options.join(" | ")}]`;
    })
    .join("\n");
}
