import { posix } from "node:path";
import type { ToolAction, ToolCallEntry, TodoChange } from "../../session/entry.ts";
import { objectOf, objectsOf, parseObject, textOf, type Json } from "../json.ts";
import { pathInSession } from "../paths.ts";
import { filesShown } from "../shell-reads.ts";
import { actionOfName, detailOf, filesNamed, questionsOf, todoStatus } from "../tool-input.ts";
import { readPatch } from "./patch.ts";

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  shell: "run",
  shell_command: "run",
  local_shell: "run",
  exec_command: "run",
  "container.exec": "run",
  unified_exec: "run",
  write_stdin: "run",
  apply_patch: "edit",
  read_file: "read",
  list_dir: "read",
  view_image: "read",
  grep_files: "search",
  web_search: "search",
  tool_search: "search",
  update_plan: "todo",
  request_user_input: "ask",
  spawn_agent: "agent",
  send_input: "agent",
  wait: "agent",
  wait_agent: "agent",
  close_agent: "agent",
  resume_agent: "agent",
};

/** A tool call as the normal form has it, still unmasked and without id and time. */
export type Call = Omit<ToolCallEntry, "id" | "at">;

/**
 * Reads the payload of a `function_call`, `custom_tool_call`, `local_shell_call`, `web_search_call` or
 * `tool_search_call`. `bases`: folders that paths may be relative to.
 */
export function toolCall(payload: Json, bases: readonly string[]): Call {
  const tool = nameOf(payload);
  const input = inputOf(payload);
  const patch = typeof input === "string" ? readPatch(input) : patchOf(input);
  const fields = typeof input === "string" ? {} : input;
  const command = patch === null ? commandOf(fields) : null;
  const folder = textOf(fields["workdir"]) ?? textOf(fields["working_directory"]);
  const shown = command === null ? [] : filesShown(command);
  const action = patch !== null ? "edit" : shown.length > 0 ? "read" : (ACTIONS[tool] ?? actionOfName(tool));
  const paths = patch?.files ?? shown;
  return {
    kind: "tool-call",
    callId: textOf(payload["call_id"]) ?? textOf(payload["id"]) ?? "",
    tool,
    action,
    files: paths.length > 0 ? within(paths, folder, bases) : filesNamed(fields, action, bases),
    command,
    todos: tool === "update_plan" ? planOf(fields) : null,
    detail: patch?.added ?? (action === "ask" ? questionsOf(fields) : detailOf(fields)),
  };
}

function nameOf(payload: Json): string {
  const type = textOf(payload["type"]) ?? "";
  return textOf(payload["name"]) ?? type.replace(/_call$/, "");
}

/** Arguments as JSON text, an object, the action of a built-in tool, or the free text of a custom tool. */
function inputOf(payload: Json): Json | string {
  const given = payload["arguments"] ?? payload["input"] ?? payload["action"];
  if (typeof given !== "string") return objectOf(given) ?? {};
  return parseObject(given) ?? given;
}

/** A patch comes as `input` or `patch`, or within a shell command. */
function patchOf(input: Json): ReturnType<typeof readPatch> {
  const text = textOf(input["input"]) ?? textOf(input["patch"]) ?? commandOf(input);
  return text === null ? null : readPatch(text);
}

/** `cmd`, `command` or `commands`; an argument list `bash -lc SCRIPT` is its script. */
function commandOf(input: Json): string | null {
  const given = input["cmd"] ?? input["command"];
  if (typeof given === "string") return given === "" ? null : given;
  if (!Array.isArray(given)) return null;
  const words = given.filter((word) => typeof word === "string");
  const script = /^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "");
  const text = script ? (words[2] ?? "") : words.join(" ");
  return text === "" ? null : text;
}

/** A call may run in a folder of its own: its relative paths are meant from there. */
function within(paths: readonly string[], folder: string | null, bases: readonly string[]): string[] {
  const named = paths.map((path) => {
    if (folder === null || posix.isAbsolute(path)) return pathInSession(path, bases);
    const inside = pathInSession(posix.join(folder, path), bases);
    return posix.isAbsolute(inside) ? path : inside;
  });
  return [...new Set(named)];
}

function planOf(input: Json): TodoChange {
  const items = objectsOf(input["plan"]).map((step) => ({
    id: null,
    text: textOf(step["step"]) ?? "",
    status: todoStatus(step["status"]) ?? ("pending" as const),
  }));
  return { type: "replace", items: items.filter(({ text }) => text !== "") };
}
