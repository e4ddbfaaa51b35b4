import type { Json } from "../json.ts";
import { objectOf, textOf } from "../json.ts";

/** Records that carry no conversation: skipped by their type, most of them unparsed. See README.md, record types. */
export const NOISE: ReadonlySet<string> = new Set([
  "progress",
  "file-history-snapshot",
  "file-history-delta",
  "last-prompt",
  "mode",
  "permission-mode",
  "tools-used",
  "cost-state",
  "atis-latch",
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "pr-link",
  "agent-name",
  "worktree-state",
]);

/** Records that are read. */
const READ: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "system",
  "attachment",
  "queue-operation",
  "summary",
  "ai-title",
  "custom-title",
]);

/** Whether a record can only be one of Claude Code's. */
export function isClaudeRecord(record: Json): boolean {
  const type = textOf(record["type"]);
  if (type === null) return false;
  if (type === "user" || type === "assistant") return "message" in record;
  if (NOISE.has(type) || READ.has(type))
    return "sessionId" in record || "leafUuid" in record || "messageId" in record;
  return false;
}

/** Which other program's record it looks like, for an error message; null when it looks like none. */
export function looksLike(record: Json): string | null {
  const type = textOf(record["type"]);
  if (objectOf(record["payload"]) !== null && type !== null) return "a Codex rollout";
  if (type === "session" && "version" in record) return "a Pi or OpenClaw session";
  if (objectOf(record["info"]) !== null && Array.isArray(record["parts"])) return "an OpenCode export";
  return null;
}
