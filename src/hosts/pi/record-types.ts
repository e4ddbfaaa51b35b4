import { objectOf, textOf, type Json } from "../json.ts";

/** Types of entries beside `message`, which several programs write. */
const TYPES: ReadonlySet<string> = new Set([
  "compaction",
  "branch_summary",
  "context_edit",
  "usage",
  "custom",
  "custom_message",
  "label",
  "session_info",
  "model_change",
  "thinking_level_change",
]);

/** Whether a record can only be one of Pi: its header, a message or another entry of its tree. */
export function isPiRecord(record: Json): boolean {
  const type = textOf(record["type"]) ?? "";
  if ("sessionId" in record || objectOf(record["payload"]) !== null) return false;
  if (type === "session") return textOf(record["id"]) !== null && textOf(record["cwd"]) !== null;
  if (type === "message") return textOf(objectOf(record["message"])?.["role"]) !== null;
  return TYPES.has(type) && textOf(record["timestamp"]) !== null;
}

/** Which other program's record it looks like, for an error message; null when it looks like none. */
export function looksLike(record: Json): string | null {
  const type = textOf(record["type"]);
  if (objectOf(record["payload"]) !== null && type !== null) return "a Codex rollout";
  if (type !== null && "sessionId" in record) return "a Claude Code transcript";
  return null;
}
