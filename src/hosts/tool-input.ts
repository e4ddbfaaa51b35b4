import type { Todo, ToolAction } from "../session/entry.ts";
import { objectsOf, textOf, type Json } from "./json.ts";
import { pathInSession } from "./paths.ts";

/** Tools of MCP servers and extensions say in their name what they do. */
const BY_NAME: readonly [RegExp, ToolAction][] = [
  [/^(?:edit|write|create|patch|replace|insert|append|move)_?\w*_(?:file|files|content|lines|text)$/, "edit"],
  [/^(?:str_replace|apply_patch|write|edit)\w*$/, "edit"],
  [/^(?:read|view|open|get|list)_?\w*_?(?:file|files|directory|dir)\w*$/, "read"],
  [/^(?:run|exec|execute)_?\w*(?:command|shell|terminal|bash)\w*$/, "run"],
  [/^(?:search|find|query|grep|list|get|fetch)\w*$/, "search"],
];

/** What a tool does as its name tells (`mcp__server__tool`: by the tool's part); `other` where it does not. */
export function actionOfName(tool: string): ToolAction {
  const plain = tool.replaceAll("-", "_").toLowerCase();
  const own = (/^mcp__.+?__(\w+)$/.exec(plain)?.[1] ?? plain).replace(/^_+/, "");
  return BY_NAME.find(([pattern]) => pattern.test(own))?.[1] ?? "other";
}

const PATH_KEYS = ["file_path", "notebook_path", "path", "filePath", "filename", "dir_path"];

/** Paths that a call's input names, as the session speaks of them; `bases`: folders they may be relative to. */
export function filesNamed(input: Json, action: ToolAction, bases: readonly string[]): string[] {
  const named = PATH_KEYS.map((key) => textOf(input[key])).filter((path) => path !== null);
  const paths = named.map((path) => pathInSession(path, bases));
  // A search names the folder it looks in more often than a file.
  return [...new Set(action === "search" ? paths.filter((path) => /\.\w+$/.test(path)) : paths)];
}

/** What says most comes first; the excerpt is short. */
const DETAIL_KEYS = [
  "plan",
  "explanation",
  "subject",
  "description",
  "pattern",
  "query",
  "url",
  "skill",
  "args",
  "prompt",
  "message",
  "new_string",
  "newText",
  "new_source",
  "content",
];
/** Characters looked at: more than is kept, since masking comes after. */
const LOOK = 4_000;

/** Raw excerpt of what a call's input says beside paths and commands, at most 4,000 characters a part. */
export function detailOf(input: Json): string {
  const parts = DETAIL_KEYS.map((key) => textOf(input[key])).filter((part) => part !== null);
  const edits = objectsOf(input["edits"]).map(
    (edit) => textOf(edit["new_string"]) ?? textOf(edit["newText"]) ?? "",
  );
  return [...parts, ...edits].map((part) => part.slice(0, LOOK)).join("\n");
}

const STATUS: Readonly<Record<string, Todo["status"]>> = {
  pending: "pending",
  in_progress: "in-progress",
  completed: "completed",
  deleted: "dropped",
  cancelled: "dropped",
};

/** Status of an item of a host's task list, or null when it is none that is known. */
export function todoStatus(value: unknown): Todo["status"] | null {
  return STATUS[textOf(value) ?? ""] ?? null;
}

/** Questions of an ask tool with what could be chosen, one a line. */
export function questionsOf(input: Json): string {
  return objectsOf(input["questions"])
    .map((asked) => {
      const options = objectsOf(asked["options"]).map((option) => textOf(option["label"]) ?? "");
      return `${textOf(asked["question"]) ?? ""} [${options.join(" | ")}]`;
    })
    .join("\n");
}
