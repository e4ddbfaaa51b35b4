import type { EntryCollector } from "../../session/collect.ts";
import { contentText, objectsOf, textOf, type Json } from "../json.ts";
import { blockId } from "../record-ids.ts";
import type { SessionFacts } from "../session-facts.ts";
import { typedText } from "./human.ts";
import { toolCall } from "./tools.ts";

/** Where and when a record stands. */
export interface Place {
  id: string;
  at: string | null;
  offset: number;
}

/** Reasons for which an assistant message is the last one of its turn. */
const LAST = new Set(["stop", "length"]);
const EXIT_CODE = /\n*Command exited with code (\d+)\s*$/;
const STOPPED = /(?:^|\n)(?:Command|Operation) aborted\s*$/;

/** Turns `message` entries into entries of the session. */
export class MessageReader {
  readonly #collector: EntryCollector;
  readonly #facts: SessionFacts;

  constructor(collector: EntryCollector, facts: SessionFacts) {
    this.#collector = collector;
    this.#facts = facts;
  }

  /** Takes the `message` of a record. */
  read(message: Json, place: Place): void {
    const role = textOf(message["role"]);
    if (role === "user") this.#typed(message, place);
    else if (role === "assistant") this.#assistant(message, place);
    else if (role === "toolResult") this.#result(message, place);
    else if (role === "bashExecution") this.#shell(message, place);
    // What extensions say in the person's place; before format 3 `hookMessage`.
    else if (role === "custom" || role === "hookMessage") this.#collector.skipped.injected += 1;
  }

  #typed(message: Json, { id, at }: Place): void {
    const text = typedText(contentText(message["content"]));
    this.#collector.addHuman({ kind: "human", id, at, text });
  }

  #assistant(message: Json, { id: recordId, at, offset }: Place): void {
    const reason = textOf(message["stopReason"]) ?? "";
    if (reason === "error") this.#collector.skipped.apiErrors += 1;
    const content = message["content"];
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
    for (const [n, block] of blocks.entries()) {
      const id = blockId(recordId, n);
      const text = block["type"] === "text" ? textOf(block["text"]) : null;
      const final = LAST.has(reason);
      if (text !== null)
        this.#collector.addAssistant({ kind: "assistant", id, at, text, final }, recordId, offset);
      if (block["type"] === "toolCall") this.#call(block, id, at);
    }
    if (reason === "aborted") this.#collector.close(true);
  }

  #call(block: Json, id: string, at: string | null): void {
    const call = this.#collector.addCall({ ...toolCall(block, this.#facts.bases), id, at });
    this.#facts.called(call.callId, { tool: call.tool, command: call.command });
  }

  #result(message: Json, { id, at }: Place): void {
    const callId = textOf(message["toolCallId"]) ?? "";
    const call = this.#facts.answered(callId);
    const command = call?.command ?? null;
    const raw = contentText(message["content"]);
    const code = command === null ? undefined : EXIT_CODE.exec(raw)?.[1];
    const output = code === undefined ? raw.trim() : raw.replace(EXIT_CODE, "").trim();
    const exitCode = code === undefined ? null : Number(code);
    const failed = message["isError"] === true;
    const refused = failed && STOPPED.test(output);
    const glance = command === null;
    this.#collector.addResult({
      kind: "tool-result",
      id,
      at,
      callId,
      failed,
      exitCode,
      todos: null,
      output,
      command,
      glance,
      refused,
    });
  }

  /** A command that the person ran with `!`. */
  #shell(message: Json, { id, at }: Place): void {
    const command = textOf(message["command"]);
    if (command === null) return;
    const code = message["exitCode"];
    const exitCode = typeof code === "number" ? code : null;
    const refused = message["cancelled"] === true;
    const call = { kind: "tool-call", callId: id, tool: "bash", action: "run", todos: null } as const;
    this.#collector.addCall({ ...call, id, at, files: [], command, detail: "" });
    this.#collector.addResult({
      kind: "tool-result",
      id: blockId(id, 1),
      at,
      callId: id,
      failed: refused || (exitCode ?? 0) !== 0,
      exitCode,
      todos: null,
      output: textOf(message["output"]) ?? "",
      command,
      glance: false,
      refused,
    });
  }
}
