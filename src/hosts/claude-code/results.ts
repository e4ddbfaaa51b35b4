import type { TodoChange } from "../../session/entry.ts";
import { contentText, objectOf, textOf, type Json } from "../json.ts";

/** What a `tool_result` block says, still unmasked. */
export interface Result {
  callId: string;
  failed: boolean;
  exitCode: number | null;
  output: string;
  /** True when a person refused the call. */
  refused: boolean;
  /** What a person said with it: a reason for a refusal, answers to questions. */
  said: string | null;
}

const REFUSAL =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|The user declined|User rejected tool use|\[Request interrupted by user)/;
const REASON = /(?:the user said|provided the following (?:reason|feedback)[^:\n]*):\s*\n?([\s\S]+)$/i;
/** What newer clients add behind the reason. */
const REASON_TAIL = /\n+Note: The user's next message[\s\S]*$/;
const SPANS = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** Reads one `tool_result` block; `record` is the whole line, whose `toolUseResult` says more for some tools. */
export function readResult(block: Json, record: Json, tool: string | null): Result {
  const output = contentText(block["content"])
    .replaceAll(/<\/?tool_use_error>/g, "")
    .replaceAll(SPANS, "")
    .trim();
  const failed = block["is_error"] === true;
  const code = /^(?:Error: )?Exit code (\d+)/.exec(output)?.[1];
  const refused = failed && REFUSAL.test(output);
  return {
    callId: textOf(block["tool_use_id"]) ?? "",
    failed,
    exitCode: code === undefined ? null : Number(code),
    output,
    refused,
    said: refused
      ? reasonOf(output)
      : tool === "AskUserQuestion" && !failed
        ? answersOf(record, output)
        : null,
  };
}

function reasonOf(output: string): string | null {
  return REASON.exec(output)?.[1]?.replace(REASON_TAIL, "").trim() ?? null;
}

/** Answers as `question → answer`, one a line: an answer alone (`Yes`) says nothing. */
function answersOf(record: Json, output: string): string | null {
  const given = objectOf(objectOf(record["toolUseResult"])?.["answers"]);
  const pairs =
    given === null
      ? [...output.matchAll(/"([^"]+)"="([^"]*)"/g)].map(
          ([, question, answer]) => [question ?? "", answer ?? ""] as const,
        )
      : Object.entries(given).map(([question, answer]) => [question, answerText(answer)] as const);
  const said = pairs
    .filter(([, answer]) => answer !== "")
    .map(([question, answer]) => `${question} → ${answer}`);
  return said.length === 0 ? null : said.join("\n");
}

function answerText(answer: unknown): string {
  if (Array.isArray(answer)) return answer.filter((item) => typeof item === "string").join(", ");
  return textOf(answer) ?? "";
}

/** The new item of the host's task list that a result confirms, with the id that later updates use; null when none. */
export function createdTodo(record: Json, output: string): TodoChange | null {
  const task = objectOf(objectOf(record["toolUseResult"])?.["task"]);
  const spoken = /^Task #(\S+) created successfully: (.+)/.exec(output);
  const id = textOf(task?.["id"]) ?? spoken?.[1] ?? null;
  const text = textOf(task?.["subject"]) ?? spoken?.[2] ?? null;
  return id === null || text === null ? null : { type: "create", item: { id, text, status: "pending" } };
}
