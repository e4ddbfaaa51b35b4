import type { EntryCollector } from "../../session/collect.ts";
import { cutText } from "../../session/plain-text.ts";
import { objectOf, objectsOf, parseObject, textOf, type Json } from "../json.ts";
import type { SessionFacts } from "../session-facts.ts";
import { userText } from "./human.ts";
import { readOutput } from "./results.ts";
import { type Call, toolCall } from "./tools.ts";

/** Where and when a record stands. */
export interface Place {
  id: string;
  at: string | null;
  offset: number;
}

/** What Codex's own memory adds to an answer: where it knew something from. */
const CITATION = /<oai-mem-citation>[\s\S]*?(?:<\/oai-mem-citation>|(?![\s\S]))/g;
/** Directives for the desktop client. */
const DIRECTIVE = /^::[a-z][\w-]*\{.*\}[ \t]*$/gm;

/** Turns `response_item` payloads into entries: the conversation of one thread. */
export class ItemReader {
  readonly #collector: EntryCollector;
  readonly #facts: SessionFacts;

  constructor(collector: EntryCollector, facts: SessionFacts) {
    this.#collector = collector;
    this.#facts = facts;
  }

  /** Takes one item; true when a person spoke in it. */
  read(payload: Json, place: Place): boolean {
    // Records of hand-made and early files lack the type of a message.
    const type = textOf(payload["type"]) ?? (textOf(payload["role"]) === null ? "" : "message");
    if (type === "message") return this.#message(payload, place);
    if (type.endsWith("_call")) this.#call(payload, place);
    else if (type.endsWith("_call_output")) this.#output(payload, place);
    return false;
  }

  #message(payload: Json, place: Place): boolean {
    const role = textOf(payload["role"]);
    if (role === "assistant") this.#assistant(payload, place);
    if (role === "developer" && isHookContext(payload)) this.#collector.skipped.injected += 1;
    if (role !== "user") return false;
    const said = userText(payload);
    const { id, at } = place;
    if (said.kind === "human") this.#collector.addHuman({ kind: "human", id, at, text: said.text });
    if (said.kind === "shell") this.#shell(said, place);
    return said.kind === "human";
  }

  #shell(ran: { command: string; exitCode: number | null; output: string }, { id, at }: Place): void {
    const { command, exitCode, output } = ran;
    this.#collector.addCall({ ...ranBy("shell", id, command), id, at });
    this.#collector.addResult({
      kind: "tool-result",
      id: `${id}#1`,
      at,
      callId: id,
      failed: (exitCode ?? 0) !== 0,
      exitCode,
      todos: null,
      output,
      command,
      glance: false,
      refused: false,
    });
  }

  #assistant(payload: Json, { id, at, offset }: Place): void {
    const texts = objectsOf(payload["content"]).map((block) => textOf(block["text"]) ?? "");
    const text = (textOf(payload["content"]) ?? texts.join("\n"))
      .replaceAll(CITATION, "")
      .replaceAll(DIRECTIVE, "")
      .trim();
    const final = payload["phase"] === "final_answer";
    this.#collector.addAssistant({ kind: "assistant", id, at, text, final }, id, offset);
  }

  #call(payload: Json, { id, at }: Place): void {
    const call = toolCall(payload, this.#facts.bases);
    const { callId, tool } = call;
    // A look at a process that still runs says nothing by itself: its output may tell how it ended.
    const session = tool === "write_stdin" ? sessionOf(payload) : null;
    if (session !== null) {
      const command = this.#facts.answered(processKey(session))?.command ?? null;
      this.#facts.called(processKey(session), { tool: "exec_command", command });
      this.#facts.called(callId, { tool, command });
      return;
    }
    const taken = this.#collector.addCall({ ...call, id, at });
    const asked = call.action === "ask" ? { questions: this.#questions(payload) } : {};
    this.#facts.called(callId, { tool, command: taken.command, ...asked });
  }

  /** What a person is asked, by the id that the answer names. */
  #questions(payload: Json): Record<string, string> {
    const input = parseObject(textOf(payload["arguments"]) ?? "");
    const asked = objectsOf(input?.["questions"]).map(
      (one) =>
        [
          textOf(one["id"]) ?? "",
          cutText(this.#collector.clean(textOf(one["question"]) ?? ""), 400),
        ] as const,
    );
    return Object.fromEntries(asked.filter(([id, text]) => id !== "" && text !== ""));
  }

  #output(payload: Json, { id, at }: Place): void {
    const callId = textOf(payload["call_id"]) ?? "";
    const call = this.#facts.answered(callId);
    const { text, exitCode, failed, refused, running } = readOutput(payload["output"]);
    const command = call?.command ?? null;
    if (running !== null) {
      if (call?.tool !== "write_stdin")
        this.#facts.called(processKey(running), { tool: "exec_command", command });
      return;
    }
    // The process went on until now: its command counts here, not where it began.
    if (call?.tool === "write_stdin")
      this.#collector.addCall({ ...ranBy(call.tool, callId, command), id: callId, at });
    const said = call?.questions === undefined || failed ? null : answersOf(text, call.questions);
    const glance = command === null && call !== null;
    this.#collector.addResult({
      kind: "tool-result",
      id,
      at,
      callId,
      failed,
      exitCode,
      todos: null,
      output: text,
      command,
      glance,
      refused,
    });
    if (said !== null) this.#collector.addHuman({ kind: "human", id: `${id}#1`, at, text: said }, true);
  }
}

/** A call that ran a command and says nothing else. */
function ranBy(tool: string, callId: string, command: string | null): Call {
  return { kind: "tool-call", callId, tool, action: "run", files: [], command, todos: null, detail: "" };
}

/** Key under which a running process waits among the calls without a result. */
function processKey(session: string): string {
  return `process:${session}`;
}

function sessionOf(payload: Json): string | null {
  const input = parseObject(textOf(payload["arguments"]) ?? "");
  const session = input?.["session_id"];
  return typeof session === "number" ? String(session) : textOf(session);
}

function isHookContext(payload: Json): boolean {
  const kinds = objectOf(payload["internal_chat_message_metadata_passthrough"])?.["content_item_kinds"];
  return Array.isArray(kinds) && kinds.includes("hooks.additional_context");
}

/** Answers of a person to the agent's questions, as `question → answer`, one a line; null when there are none. */
function answersOf(output: string, questions: Readonly<Record<string, string>>): string | null {
  const answers = objectOf(parseObject(output)?.["answers"]);
  const said = Object.entries(answers ?? {}).flatMap(([id, given]) => {
    const chosen = objectOf(given)?.["answers"] ?? given;
    const texts = (Array.isArray(chosen) ? chosen : [chosen]).map(textOf).filter((text) => text !== null);
    return texts.length === 0 ? [] : [`${questions[id] ?? id} → ${texts.join(", ")}`];
  });
  return said.length === 0 ? null : said.join("\n");
}
