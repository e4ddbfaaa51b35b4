import type { ToolAction, ToolCallEntry } from "../../session/entry.ts";
import { objectOf, textOf, type Json } from "../json.ts";
import { pathInSession } from "../paths.ts";
import { filesShown } from "../shell-reads.ts";
import { actionOfName, detailOf, filesNamed } from "../tool-input.ts";

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  edit: "edit",
  write: "edit",
  read: "read",
  ls: "read",
  bash: "run",
  grep: "search",
  find: "search",
};

/** Reads a `toolCall` block of an assistant message, still unmasked; `bases`: folders that paths may be relative to. */
export function toolCall(block: Json, bases: readonly string[]): Omit<ToolCallEntry, "id" | "at"> {
  const tool = textOf(block["name"]) ?? "unknown";
  const input = objectOf(block["arguments"]) ?? {};
  const command = textOf(input["command"]);
  const shown = command === null ? [] : filesShown(command).map((path) => pathInSession(path, bases));
  const action = shown.length > 0 ? "read" : (ACTIONS[tool.toLowerCase()] ?? actionOfName(tool));
  return {
    kind: "tool-call",
    callId: textOf(block["id"]) ?? "",
    tool,
    action,
    files: shown.length > 0 ? shown : filesNamed(input, action, bases),
    command,
    todos: null,
    detail: detailOf(input),
  };
}
