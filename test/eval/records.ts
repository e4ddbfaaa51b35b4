import { isFields, type Fields, type Json } from "./python-text.ts";

/** What happened, whatever the host: a message, a tool call with its input, or a result. */
export interface Event {
  kind: "user" | "assistant" | "call" | "result";
  text: string;
  tool: string;
  input: Fields;
  failed: boolean;
  callId: string;
  /** Index of the record it comes from, counted over the records that parse. */
  record: number;
}

const INJECTED =
  /^\s*(<(system-reminder|command-name|command-message|local-command|environment_context|user_instructions|permissions|INSTRUCTIONS|turn_aborted|task-notification|bash-)|# AGENTS\.md instructions|Caveat: The messages below|\[Request interrupted|System: \[|HEARTBEAT|Read HEARTBEAT)/iu;

export function isInjected(text: string): boolean {
  return INJECTED.test(text);
}

export function string(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export function fields(value: Json | undefined): Fields {
  return isFields(value) ? value : {};
}

export function array(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The text of a message's content: a string, or its text blocks one below the other. */
export function contentText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  const parts: string[] = [];
  for (const block of array(content)) {
    if (typeof block === "string") parts.push(block);
    if (!isFields(block)) continue;
    const type = block["type"] ?? null;
    if (type !== null && !["text", "input_text", "output_text", "tool_result"].includes(string(type)))
      continue;
    if (typeof block["text"] === "string") parts.push(block["text"]);
    else parts.push(contentText(block["content"]));
  }
  return parts.join("\n");
}

export function event(kind: Event["kind"], record: number, rest: Partial<Event> = {}): Event {
  return { kind, record, text: "", tool: "", input: {}, failed: false, callId: "", ...rest };
}

/** An input that may be JSON in a string. */
export function parsedInput(value: Json | undefined): Fields {
  if (typeof value !== "string") return isFields(value) ? value : { input: value ?? "" };
  try {
    const parsed = JSON.parse(value) as Json;
    return isFields(parsed) ? parsed : { input: parsed };
  } catch {
    return { input: value };
  }
}
