import { objectOf, textOf, type Json } from "../json.ts";

/** Types of the records of a rollout; `payload` holds what they say. */
const TYPES: ReadonlySet<string> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
  "world_state",
  "token_usage_record",
  "inter_agent_communication_metadata",
]);

/** Whether a record can only be one of Codex. */
export function isCodexRecord(record: Json): boolean {
  return TYPES.has(textOf(record["type"]) ?? "") && objectOf(record["payload"]) !== null;
}

/** Which other program's record it looks like, for an error message; null when it looks like none. */
export function looksLike(record: Json): string | null {
  const type = textOf(record["type"]);
  if (type === "session" && "version" in record) return "a Pi or OpenClaw session";
  if (type !== null && "sessionId" in record) return "a Claude Code transcript";
  return null;
}
