import { dumps, type Fields, isFields } from "./python-text.ts";
import { contentText, event, isInjected, parsedInput, string, type Event } from "./records.ts";

const TYPES = new Set(["response_item", "event_msg", "compacted", "session_meta", "turn_context"]);

/** Events of a Codex rollout record; null when the record is none. */
export function codexEvents(record: Fields, index: number): Event[] | null {
  const payload = record["payload"];
  if (!isFields(payload) || !TYPES.has(string(record["type"]))) return null;
  if (record["type"] !== "response_item") return [];
  const callId = string(payload["call_id"]);
  switch (payload["type"]) {
    case "message": {
      const text = contentText(payload["content"]);
      if (payload["role"] === "user") return isInjected(text) ? [] : [event("user", index, { text })];
      return payload["role"] === "assistant" ? [event("assistant", index, { text })] : [];
    }
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call": {
      const input = parsedInput(payload["arguments"] || payload["input"] || "");
      return [event("call", index, { tool: string(payload["name"]) || "shell", input, callId })];
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const output = payload["output"] ?? null;
      const text = typeof output === "string" ? output : contentText(output) || dumps(output);
      const code = /(?:exited with code |exit_code"?: ?|Exit code: )(\d+)/u.exec(text)?.[1];
      return [event("result", index, { text, failed: code !== undefined && code !== "0", callId })];
    }
    default:
      return [];
  }
}
