import { readFileSync } from "node:fs";
import { codexEvents } from "./codex-events.ts";
import { type Fields, isFields, type Json, tail } from "./python-text.ts";
import { array, contentText, event, fields, isInjected, string, type Event } from "./records.ts";

/** Events of a transcript of any host, in order; compactions and side chains are left out. */
export function readEvents(path: string): Event[] {
  return recordsOf(readFileSync(path, "utf8").replace(/^\uFEFF+/u, "")).flatMap((record, index) =>
    isFields(record) ? eventsOf(record, index) : [],
  );
}

/** Every line that parses; a file that is one JSON value with `messages` counts by those. */
function recordsOf(text: string): Json[] {
  try {
    const whole = JSON.parse(text) as Json;
    return isFields(whole) && Array.isArray(whole["messages"]) ? whole["messages"] : [whole];
  } catch {
    return text.split("\n").flatMap((line) => {
      try {
        return line.trim() === "" ? [] : [JSON.parse(line) as Json];
      } catch {
        return [];
      }
    });
  }
}

function eventsOf(record: Fields, index: number): Event[] {
  const codex = codexEvents(record, index);
  if (codex !== null) return codex;
  if (truthy(record["isCompactSummary"]) || record["type"] === "compaction") return [];
  if (truthy(record["isMeta"]) || truthy(record["isSidechain"])) return [];
  if (!isFields(record["message"]) && isFields(record["info"])) return openCodeEvents(record, index);
  const message = isFields(record["message"]) ? record["message"] : truthy(record["role"]) ? record : null;
  return message === null ? [] : messageEvents(message, index);
}

function messageEvents(message: Fields, index: number): Event[] {
  const content = message["content"];
  const text = contentText(content);
  switch (message["role"]) {
    case "toolResult": {
      const failed = truthy(message["isError"]) || /exited with code [1-9]/u.test(tail(text, 200));
      return [event("result", index, { text, failed, callId: string(message["toolCallId"]) })];
    }
    case "tool": {
      const failed = /"exit_code": ?[1-9]|"error": ?"/u.test(text.slice(0, 3000));
      return [event("result", index, { text, failed, callId: string(message["tool_call_id"]) })];
    }
    case "bashExecution":
      return [
        event("call", index, { tool: "bash", input: { command: message["command"] ?? "" } }),
        event("result", index, { text: string(message["output"]), failed: truthy(message["exitCode"]) }),
      ];
    case "user":
      return userEvents(content, text, index);
    case "assistant":
      return assistantEvents(message, index);
    default:
      return [];
  }
}

function userEvents(content: Json | undefined, whole: string, index: number): Event[] {
  const results = array(content).filter((block) => isFields(block) && block["type"] === "tool_result");
  if (results.length > 0) {
    return results.map((block) => {
      const one = fields(block);
      return event("result", index, {
        text: contentText(one["content"]),
        failed: truthy(one["is_error"]),
        callId: string(one["tool_use_id"]),
      });
    });
  }
  const text = whole.replace(/<system-reminder>.*?<\/system-reminder>/gsu, "").trim();
  return text === "" || isInjected(text) ? [] : [event("user", index, { text })];
}

function assistantEvents(message: Fields, index: number): Event[] {
  const content = message["content"];
  const blocks = array(content).filter(isFields);
  const text = Array.isArray(content)
    ? contentText(blocks.filter((block) => block["type"] === "text"))
    : contentText(content);
  const out = text.trim() === "" ? [] : [event("assistant", index, { text })];
  for (const block of blocks) {
    if (block["type"] !== "tool_use" && block["type"] !== "toolCall") continue;
    const input = truthy(block["input"]) ? block["input"] : block["arguments"];
    out.push(
      event("call", index, {
        tool: string(block["name"]),
        input: fields(input),
        callId: string(block["id"]),
      }),
    );
  }
  for (const call of array(message["tool_calls"]).map(fields)) {
    const made = fields(call["function"]);
    out.push(
      event("call", index, {
        tool: string(made["name"]),
        input: jsonFields(made["arguments"]),
        callId: string(call["id"]),
      }),
    );
  }
  return out;
}

function openCodeEvents(record: Fields, index: number): Event[] {
  const kind = fields(record["info"])["role"] === "user" ? "user" : "assistant";
  const out: Event[] = [];
  for (const part of array(record["parts"]).map(fields)) {
    if (part["type"] === "text" && !truthy(part["synthetic"])) {
      out.push(event(kind, index, { text: string(part["text"]) }));
    } else if (part["type"] === "tool") {
      const state = fields(part["state"]);
      const callId = string(part["callID"]);
      out.push(event("call", index, { tool: string(part["tool"]), input: fields(state["input"]), callId }));
      const failed = state["status"] === "error" || truthy(fields(state["metadata"])["exit"]);
      out.push(
        event("result", index, { text: string(state["output"]) || string(state["error"]), failed, callId }),
      );
    }
  }
  return out;
}

function jsonFields(value: Json | undefined): Fields {
  try {
    return fields(JSON.parse(string(value) || "{}") as Json);
  } catch {
    return {};
  }
}

function truthy(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isFields(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
