import type { ToolResultEntry } from "../../session/entry.ts";
import { contentText, objectOf, textOf, type Json } from "./json.ts";

const ERROR_LINE = /error|fail|not found|exception|denied|refused|cannot|undefined|panic|assert/i;

/** A tool result as the normal form has it, still without id and time. */
export function toolResult(block: Json): Omit<ToolResultEntry, "id" | "at"> {
  const raw = contentText(block["content"]).replaceAll(/<\/?tool_use_error>/g, "");
  const failed = block["is_error"] === true;
  const code = /^(?:Error: )?Exit code (\d+)/.exec(raw)?.[1];
  const lines = raw.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("Exit code "));
  const errorLine = failed ? (lines.find((line) => ERROR_LINE.test(line)) ?? lines.at(-1) ?? null) : null;
  return {
    kind: "tool-result",
    callId: textOf(block["tool_use_id"]) ?? "",
    failed,
    exitCode: code === undefined ? null : Number(code),
    errorLine: errorLine?.trim() ?? null,
    text: raw.length <= 1_000 ? raw : `${raw.slice(0, 500)}\n…\n${raw.slice(-400)}`,
    todos: null,
  };
}

/** The id and subject that the host gave a created task, or null. */
export function createdTask(record: Json): { id: string; subject: string } | null {
  const task = objectOf(objectOf(record["toolUseResult"])?.["task"]);
  const id = textOf(task?.["id"]);
  return id === null ? null : { id, subject: textOf(task?.["subject"]) ?? "" };
}
