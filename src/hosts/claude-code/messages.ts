import { createHash } from "node:crypto";
import { cleaned, type EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import { contentText, objectOf, objectsOf, textOf, type Json } from "../json.ts";
import { blockId } from "../record-ids.ts";
import type { SessionFacts } from "../session-facts.ts";
import { isPersonsOrigin, summaryText, userText } from "./human.ts";
import { PromptQueue } from "./queue.ts";
import { createdTodo, readResult } from "./results.ts";
import { toolCall } from "./tools.ts";

/** Where and when a record stands. */
export interface Place {
  id: string;
  at: string | null;
  offset: number;
}

/** Turns single records into entries: the conversation of one session. */
export class MessageReader {
  readonly #queue: PromptQueue;
  /** The queue before the record that the collector holds open. */
  #queueAtOpen: PromptQueue["snapshot"] = [];
  readonly #collector: EntryCollector;
  readonly #facts: SessionFacts;

  constructor(collector: EntryCollector, facts: SessionFacts, cursor: Cursor | null) {
    this.#collector = collector;
    this.#facts = facts;
    this.#queue = new PromptQueue(cursor);
  }

  /** The queue for the cursor: as it was where the cursor stops. */
  get queued(): Cursor["queued"] {
    return [...(this.#collector.openOffset === null ? this.#queue.snapshot : this.#queueAtOpen)];
  }

  /** Takes a record of this session that is no side chain and was not seen before. */
  read(type: string, record: Json, place: Place): void {
    const before = this.#queue.snapshot;
    this.#dispatch(type, record, place);
    if (this.#collector.openOffset === place.offset) this.#queueAtOpen = before;
  }

  #dispatch(type: string, record: Json, place: Place): void {
    if (type === "user") this.#user(record, place);
    else if (type === "assistant") this.#assistant(record, place);
    else if (type === "system") this.#system(record, place);
    else if (type === "attachment") this.#attachment(record, place);
    else if (type === "queue-operation") this.#queued(record, place);
    else this.#title(type, record);
  }

  /** Prompts that still wait when the transcript ends: the person said them. */
  takeWaiting(): void {
    for (const { text, at } of this.#queue.waiting) {
      if (text !== "") this.#collector.addHuman({ kind: "human", id: queuedId(text, at), at, text }, true);
    }
  }

  #title(type: string, record: Json): void {
    const source = TITLES[type];
    const title = source === undefined ? null : textOf(record[source.key]);
    if (source !== undefined && title !== null) this.#facts.name(this.#collector.clean(title), source.rank);
  }

  #user(record: Json, place: Place): void {
    const content = objectOf(record["message"])?.["content"] ?? record["message"];
    if (record["isCompactSummary"] === true) return this.#summary(contentText(content), place);
    const blocks = objectsOf(content);
    const results = blocks.filter((block) => block["type"] === "tool_result");
    if (results.length > 0) return this.#results(results, record, place);
    if (record["isMeta"] === true || !isPersonsOrigin(originOf(record))) return undefined;
    return this.#typed(contentText(content), record, place);
  }

  #typed(raw: string, record: Json, place: Place): void {
    const { id, at } = place;
    const said = userText(raw);
    if (said.kind === "summary") this.#summary(said.text, place);
    if (said.kind === "interrupt") this.#collector.close(true);
    if (said.kind === "human" && !this.#queue.takenAlready(cleaned(said.text).text))
      this.#collector.addHuman({ kind: "human", id, at, text: said.text });
    if (said.kind === "shell") {
      const block = { id, name: "Bash", input: { command: said.command } };
      this.#call(block, id, at);
    }
    if (said.kind === "shell-output") {
      const callId = textOf(record["parentUuid"]) ?? "";
      const result = { callId, failed: said.failed, exitCode: null, output: said.output, refused: false };
      this.#result(result, id, at, null);
    }
  }

  #summary(raw: string, { id, at, offset }: Place): void {
    this.#collector.addCompaction(
      { kind: "compaction", id, at, trigger: null, text: summaryText(raw) },
      offset,
    );
  }

  #results(blocks: Json[], record: Json, { id, at }: Place): void {
    let n = blocks.length;
    for (const [index, block] of blocks.entries()) {
      const call = this.#facts.answered(textOf(block["tool_use_id"]) ?? "");
      const result = readResult(block, record, call?.tool ?? null);
      const todos = call?.tool === "TaskCreate" && !result.failed ? createdTodo(record, result.output) : null;
      this.#result(result, blockId(id, index), at, call, todos);
      if (result.said === null) continue;
      this.#collector.addHuman({ kind: "human", id: blockId(id, n), at, text: result.said }, true);
      n += 1;
    }
  }

  #result(
    result: Omit<ReturnType<typeof readResult>, "said">,
    id: string,
    at: string | null,
    call: Cursor["pendingCalls"][string] | null,
    todos: ReturnType<typeof createdTodo> = null,
  ): void {
    const { callId, failed, exitCode, output, refused } = result;
    const command = call?.command ?? null;
    const glance = command === null && call !== null && GLANCED.test(call.tool);
    this.#collector.addResult({
      kind: "tool-result",
      id,
      at,
      callId,
      failed,
      exitCode,
      todos,
      output,
      command,
      glance,
      refused,
    });
  }

  #assistant(record: Json, place: Place): void {
    if (record["isApiErrorMessage"] === true) {
      this.#collector.skipped.apiErrors += 1;
      return;
    }
    this.#queue.settle();
    const message = objectOf(record["message"]);
    const messageId = textOf(message?.["id"]) ?? place.id;
    const final = message?.["stop_reason"] === "end_turn" || message?.["stop_reason"] === "stop_sequence";
    const content = message?.["content"];
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
    for (const [n, block] of blocks.entries()) {
      const id = blockId(place.id, n);
      const text = block["type"] === "text" ? textOf(block["text"]) : null;
      if (text !== null)
        this.#collector.addAssistant(
          { kind: "assistant", id, at: place.at, text, final },
          messageId,
          place.offset,
        );
      if (block["type"] === "tool_use") this.#call(block, id, place.at);
    }
  }

  #call(block: Json, id: string, at: string | null): void {
    const call = this.#collector.addCall({ ...toolCall(block, this.#facts.bases), id, at });
    this.#facts.called(call.callId, { tool: call.tool, command: call.command });
  }

  #system(record: Json, { id, at, offset }: Place): void {
    const subtype = record["subtype"];
    if (subtype === "stop_hook_summary" || subtype === "turn_duration") this.#collector.close(true);
    if (subtype !== "compact_boundary") return;
    const trigger = objectOf(record["compactMetadata"])?.["trigger"];
    const known = trigger === "manual" || trigger === "auto" ? trigger : null;
    this.#collector.addCompaction({ kind: "compaction", id, at, trigger: known, text: "" }, offset);
  }

  /** A prompt that newer clients deliver within the turn as an attachment. */
  #attachment(record: Json, { id, at }: Place): void {
    const attachment = objectOf(record["attachment"]);
    if (attachment?.["type"] === "hook_additional_context") this.#collector.skipped.injected += 1;
    if (attachment?.["type"] !== "queued_command") return;
    if (attachment["isMeta"] === true || !isPersonsOrigin(originOf(attachment))) return;
    const said = userText(contentText(attachment["prompt"]));
    if (said.kind !== "human" || this.#queue.takenAlready(cleaned(said.text).text)) return;
    this.#collector.addHuman({ kind: "human", id, at, text: said.text }, true);
  }

  #queued(record: Json, { at }: Place): void {
    const operation = record["operation"];
    if (operation === "enqueue") this.#queue.enqueue(cleaned(contentText(record["content"])).text, at);
    if (operation === "popAll") this.#queue.popAll();
    if (operation === "dequeue") this.#queue.dequeue();
    if (operation !== "remove") return;
    const item = this.#queue.deliver();
    if (item === null) return;
    this.#collector.addHuman({ kind: "human", id: queuedId(item.text, item.at), at, text: item.text }, true);
  }
}

/** Records that name the session: a person's title stays whatever the host finds later. */
const TITLES: Readonly<Record<string, { rank: number; key: string }>> = {
  summary: { rank: 1, key: "summary" },
  "ai-title": { rank: 2, key: "aiTitle" },
  "custom-title": { rank: 3, key: "customTitle" },
};

/** Where a record comes from (`human`, `task-notification` …), or null when it does not say. */
function originOf(record: Json): string | null {
  return textOf(objectOf(record["origin"])?.["kind"]);
}

/** Tools whose output is content of a file or page. */
const GLANCED = /^(?:Read|NotebookRead|LS|Grep|Glob|WebFetch|WebSearch|Edit|Write|MultiEdit|NotebookEdit)$/;

/** Queue records have no id of their own: time and text tell them apart, in a fork too. */
function queuedId(text: string, at: string | null): string {
  return `queued:${createHash("sha256")
    .update(`${at ?? ""}\n${text}`)
    .digest("hex")
    .slice(0, 16)}`;
}
