import type { Todo, TodoChange, ToolAction, ToolCallEntry } from "../../session/entry.ts";
import { contentText, type Json, objectOf, objectsOf, textOf } from "../json.ts";
import { pathInSession } from "../paths.ts";

/** Tools of the host and of the harnesses it runs, by what they are for. */
const ACTIONS: Readonly<Record<string, ToolAction>> = {
  read: "read",
  view_image: "read",
  memory_get: "read",
  ls: "read",
  write: "edit",
  edit: "edit",
  apply_patch: "edit",
  exec: "run",
  bash: "run",
  process: "run",
  shell: "run",
  shell_exec: "run",
  code_execution: "run",
  terminal: "run",
  grep: "search",
  find: "search",
  web_search: "search",
  web_fetch: "search",
  x_search: "search",
  memory_search: "search",
  tool_search: "search",
  update_plan: "todo",
  progress_card: "todo",
  todo: "todo",
  ask_user: "ask",
  sessions_spawn: "agent",
  subagents: "agent",
  sessions_send: "agent",
  agents_wait: "agent",
};

/** Tools whose output is content of a file or page. */
const GLANCED =
  /^(?:read|view_image|memory_get|ls|grep|find|web_fetch|web_search|x_search|memory_search|write|edit|apply_patch)$/;

const STATUS: Readonly<Record<string, Todo["status"]>> = {
  pending: "pending",
  todo: "pending",
  in_progress: "in-progress",
  active: "in-progress",
  completed: "completed",
  done: "completed",
  cancelled: "dropped",
  skipped: "dropped",
};

/** A tool call as the normal form has it, still unmasked and without id and time. */
export function toolCall(block: Json, bases: readonly string[]): Omit<ToolCallEntry, "id" | "at"> {
  const tool = textOf(block["name"]) ?? "unknown";
  const input = argumentsOf(block);
  const action = ACTIONS[tool.toLowerCase()] ?? "other";
  return {
    kind: "tool-call",
    callId: textOf(block["id"]) ?? "",
    tool,
    action,
    files: filesOf(input, action, bases),
    command: action === "run" ? commandOf(input) : null,
    todos: action === "todo" ? planOf(input) : null,
    detail: detailOf(input),
  };
}

/** Whether of a tool's output a glance is enough. */
export function isGlanced(tool: string): boolean {
  return GLANCED.test(tool.toLowerCase());
}

/** Arguments as an object; some providers leave them as the JSON text they came in. */
function argumentsOf(block: Json): Json {
  const given = block["arguments"] ?? block["input"];
  if (typeof given !== "string") return objectOf(given) ?? {};
  try {
    return objectOf(JSON.parse(given)) ?? {};
  } catch {
    return {};
  }
}

function commandOf(input: Json): string | null {
  const command = input["command"] ?? input["cmd"] ?? input["code"];
  if (Array.isArray(command)) return command.filter((part) => typeof part === "string").join(" ") || null;
  return textOf(command);
}

/** Lines of a patch that name a file. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;

function filesOf(input: Json, action: ToolAction, bases: readonly string[]): string[] {
  if (action !== "edit" && action !== "read" && action !== "search") return [];
  const paths = filesNamed(input).map((path) => pathInSession(path, bases));
  // A search names the folder it looks in more often than a file.
  return [...new Set(action === "search" ? paths.filter((path) => /\.\w+$/.test(path)) : paths)];
}

/** Files that a tool's arguments name, patches included, as they are written there. */
export function filesNamed(input: Json): string[] {
  const named = ["path", "file_path", "filePath", "file"].flatMap((key) => textOf(input[key]) ?? []);
  const patch = textOf(input["input"]) ?? textOf(input["patch"]) ?? "";
  const patched = [...patch.matchAll(PATCHED)].map(([, file, moved]) => (file ?? moved ?? "").trim());
  return [...named, ...patched].filter((path) => path !== "");
}

function planOf(input: Json): TodoChange | null {
  const lists = [input["plan"], input["steps"], input["todos"], input["items"]];
  const steps = lists.find((list) => Array.isArray(list));
  if (steps === undefined) return null;
  const items = objectsOf(steps).map((step) => ({
    id: textOf(step["id"]),
    text:
      textOf(step["step"]) ?? textOf(step["text"]) ?? textOf(step["content"]) ?? textOf(step["title"]) ?? "",
    status: STATUS[textOf(step["status"]) ?? ""] ?? "pending",
  }));
  return { type: "replace", items: items.filter(({ text }) => text !== "") };
}

/** What says most comes first; the excerpt is short. */
const DETAIL_KEYS = [
  "explanation",
  "question",
  "query",
  "url",
  "task",
  "message",
  "prompt",
  "pattern",
  "newText",
];
const LATER_KEYS = ["new_string", "content", "input", "patch"];
/** Characters looked at: more than is kept, since masking comes after. */
const LOOK = 4_000;

function detailOf(input: Json): string {
  const asked = objectsOf(input["questions"]).map((question) => {
    const options = objectsOf(question["options"]).map((option) => textOf(option["label"]) ?? "");
    return `${textOf(question["question"]) ?? ""} [${options.join(" | ")}]`;
  });
  const edits = objectsOf(input["edits"]).map(
    (edit) => textOf(edit["newText"]) ?? textOf(edit["new_string"]),
  );
  const parts = [...DETAIL_KEYS.map((key) => textOf(input[key])), ...asked, ...edits];
  const later = LATER_KEYS.map((key) => textOf(input[key]));
  return [...parts, ...later]
    .filter((part) => part !== null)
    .map((part) => part.slice(0, LOOK))
    .join("\n");
}

/** What a tool result says, still unmasked. */
export interface Result {
  failed: boolean;
  exitCode: number | null;
  output: string;
  /** What a person answered with it; null when nobody was asked. */
  said: string | null;
}

/** Reads a `toolResult` message. Some tools report a failure in their text alone (`{"status":"error",…}`). */
export function readResult(message: Json): Result {
  const details = objectOf(message["details"]);
  const output = contentText(message["content"]).trim();
  const told = failureIn(output);
  const code =
    details?.["exitCode"] ??
    /\bexited with code (\d+)\s*$|\(exit code (\d+)\b[^)]*\)\s*$/i.exec(output)?.slice(1).find(Boolean);
  const exitCode = code === undefined || code === null || Number.isNaN(Number(code)) ? null : Number(code);
  const failed =
    message["isError"] === true ||
    told !== null ||
    (exitCode !== null && exitCode !== 0) ||
    /^(?:failed|error)$/.test(textOf(details?.["status"]) ?? "");
  const said = textOf(message["toolName"]) === "ask_user" && details?.["status"] === "answered";
  return { failed, exitCode, output: told ?? output, said: said ? answersIn(output) : null };
}

/** Answers as `question → answer`, one a line; a copy of them as JSON follows an empty line. */
function answersIn(output: string): string | null {
  const lines = (output.split(/\n\s*\n/, 1)[0] ?? "")
    .split("\n")
    .filter((line) => !line.endsWith(": (no answer)"));
  return lines.map((line) => line.replace(": ", " → ")).join("\n") || null;
}

/** The error that a JSON text reports, or null when it reports none. */
function failureIn(output: string): string | null {
  if (!output.startsWith("{") || !output.includes('"error"')) return null;
  try {
    const told = objectOf(JSON.parse(output));
    const error = told?.["error"];
    const failed =
      told?.["status"] === "error" || (told?.["status"] === undefined && told?.["results"] === undefined);
    if (told === null || !failed || error === undefined || error === null) return null;
    return textOf(error) ?? textOf(objectOf(error)?.["message"]) ?? output;
  } catch {
    return null;
  }
}
