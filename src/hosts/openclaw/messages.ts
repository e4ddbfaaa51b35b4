import type { EntryCollector } from "../../session/collect.ts";
import { contentText, type Json, objectsOf, textOf } from "../json.ts";
import { blockId } from "../record-ids.ts";
import type { SessionFacts } from "../session-facts.ts";
import { isHeartbeat, isHostNotice, personsText, spokenText } from "./human.ts";
import { isGlanced, readResult, toolCall } from "./tools.ts";

/** Where and when a record stands. */
export interface Place {
  id: string;
  at: string | null;
  offset: number;
}

/** Turns the messages of one window into entries. */
export class MessageReader {
  readonly #collector: EntryCollector;
  readonly #facts: SessionFacts;
  #heartbeatOffset: number | null = null;

  constructor(collector: EntryCollector, facts: SessionFacts) {
    this.#collector = collector;
    this.#facts = facts;
  }

  /** Where a heartbeat began that goes on: its answers cannot be told from others without its poll. Null: none does. */
  get heartbeatOffset(): number | null {
    return this.#heartbeatOffset;
  }

  read(message: Json, place: Place): void {
    const role = message["role"];
    if (role === "user") this.#user(message, place);
    else if (this.#heartbeatOffset !== null) this.#collector.skipped.injected += 1;
    else if (role === "assistant") this.#assistant(message, place);
    else if (role === "toolResult") this.#result(message, place);
    else if (role === "bashExecution") this.#shell(message, place);
    else this.#collector.skipped.injected += 1;
  }

  #user(message: Json, { id, at, offset }: Place): void {
    this.#heartbeatOffset = isHeartbeat(message) ? offset : null;
    const text = this.#heartbeatOffset === null ? personsText(message) : null;
    // Whoever wrote it, the turn before it is over.
    this.#collector.close(true);
    if (text === null) this.#collector.skipped.injected += 1;
    else this.#collector.addHuman({ kind: "human", id, at, text });
  }

  #assistant(message: Json, place: Place): void {
    if (isHostNotice(message)) {
      this.#collector.skipped.injected += 1;
      return;
    }
    const content = message["content"];
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
    if (blocks.length === 0 && (message["errorMessage"] !== undefined || message["stopReason"] === "error"))
      this.#collector.skipped.apiErrors += 1;
    const final = message["stopReason"] === "stop";
    for (const [n, block] of blocks.entries())
      this.#block(block, { ...place, id: blockId(place.id, n) }, place.id, final);
  }

  #block(block: Json, { id, at, offset }: Place, message: string, final: boolean): void {
    const said = block["type"] === "text" ? textOf(block["text"]) : null;
    if (said !== null) {
      const text = spokenText(said);
      if (text === "") this.#collector.skipped.injected += 1;
      else this.#collector.addAssistant({ kind: "assistant", id, at, text, final }, message, offset);
    }
    if (block["type"] !== "toolCall") return;
    const call = this.#collector.addCall({ ...toolCall(block, this.#facts.bases), id, at });
    this.#facts.called(call.callId, { tool: call.tool, command: call.command });
  }

  #result(message: Json, { id, at }: Place): void {
    const callId = textOf(message["toolCallId"]) ?? "";
    const call = this.#facts.answered(callId);
    const { failed, exitCode, output, said } = readResult(message);
    const command = call?.command ?? null;
    const glance = command === null && isGlanced(call?.tool ?? textOf(message["toolName"]) ?? "");
    const rest = { todos: null, refused: false, command, glance, output };
    this.#collector.addResult({ kind: "tool-result", id, at, callId, failed, exitCode, ...rest });
    if (said !== null) this.#collector.addHuman({ kind: "human", id: blockId(id, 1), at, text: said }, true);
  }

  /** A command that a person ran in the conversation. */
  #shell(message: Json, { id, at }: Place): void {
    const block = { id, name: "bash", arguments: { command: message["command"] } };
    const { command } = this.#collector.addCall({ ...toolCall(block, this.#facts.bases), id, at });
    const code = message["exitCode"];
    const exitCode = typeof code === "number" ? code : null;
    const output = textOf(message["output"]) ?? contentText(message["content"]);
    const rest = { todos: null, refused: false, command, glance: false, output };
    const failed = exitCode !== null && exitCode !== 0;
    this.#collector.addResult({
      kind: "tool-result",
      id: blockId(id, 1),
      at,
      callId: id,
      failed,
      exitCode,
      ...rest,
    });
  }
}
