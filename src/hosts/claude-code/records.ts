import type { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import type { Line } from "../../session/lines.ts";
import { SessionFacts } from "./facts.ts";
import { humanText } from "./human.ts";
import { contentText, objectOf, objectsOf, textOf, type Json } from "./json.ts";
import { createdTask, toolResult } from "./results.ts";
import { toolCall } from "./tools.ts";

const NOISE = new Set([
  "progress",
  "file-history-snapshot",
  "file-history-delta",
  "attachment",
  "queue-operation",
  "last-prompt",
  "mode",
  "permission-mode",
  "tools-used",
  "cost-state",
  "atis-latch",
  "api-request",
  "api-request-shape",
  "api-request-blob",
]);

/** Turns records into entries of the collector, one line at a time. */
export class RecordReader {
  readonly facts: SessionFacts;
  readonly #collector: EntryCollector;
  readonly #ids = new Map<string, number>();
  readonly #seen = new Set<string>();

  constructor(collector: EntryCollector, cursor: Cursor | null) {
    this.#collector = collector;
    this.facts = new SessionFacts(cursor);
  }

  /** The most frequent session id of the records read, or null when none had one. */
  get sessionId(): string | null {
    return [...this.#ids].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  }

  /** Whether one of some lines is a record of this host. */
  looksRight(lines: string[]): boolean {
    return lines.some((line) => {
      const record = parse(line);
      return record !== null && textOf(record["type"]) !== null && textOf(record["sessionId"]) !== null;
    });
  }

  line(line: Line): void {
    if (line.long) {
      this.#collector.skipped.longLines += 1;
      return;
    }
    if (line.bytes.length === 0) return;
    const record = parse(line.bytes.toString("utf8"));
    if (record === null) this.#collector.skipped.badLines += 1;
    else this.#record(record, line.start);
  }

  /** A last line without its newline: a record when it is whole JSON. */
  lastLine(bytes: Buffer, offset: number): void {
    const record = parse(bytes.toString("utf8"));
    if (record === null) this.#collector.skipped.halfLastLine = bytes.length;
    else this.#record(record, offset);
  }

  #record(record: Json, offset: number): void {
    const id = textOf(record["sessionId"]);
    if (id !== null) this.#ids.set(id, (this.#ids.get(id) ?? 0) + 1);
    const uuid = textOf(record["uuid"]);
    if (uuid !== null && this.#seen.has(uuid)) {
      this.#collector.skipped.duplicates += 1;
      return;
    }
    if (uuid !== null) this.#seen.add(uuid);
    if (record["isSidechain"] === true) {
      this.#collector.skipped.sidechain += 1;
      return;
    }
    this.#note(record);
    const entryId = uuid ?? `@${offset}`;
    const type = textOf(record["type"]);
    if (type === "user") this.#user(record, entryId);
    else if (type === "assistant") this.#assistant(record, entryId, offset);
    else if (type === "system") this.#system(record, entryId);
    else if (type === "summary") this.facts.title = textOf(record["summary"]) ?? this.facts.title;
    else if (type === null || !NOISE.has(type)) this.#collector.skipped.unknownTypes += 1;
  }

  #note(record: Json): void {
    const at = textOf(record["timestamp"]);
    if (at !== null && !Number.isNaN(Date.parse(at))) {
      this.facts.startedAt ??= at;
      this.facts.lastAt = at;
    }
    this.facts.cwd = textOf(record["cwd"]) ?? this.facts.cwd;
    this.facts.gitBranch = textOf(record["gitBranch"]) ?? this.facts.gitBranch;
    this.facts.clientVersion = textOf(record["version"]) ?? this.facts.clientVersion;
  }

  #user(record: Json, id: string): void {
    const content = objectOf(record["message"])?.["content"];
    const at = this.facts.lastAt;
    if (record["isCompactSummary"] === true) {
      this.#collector.add({ kind: "compaction", id, at, trigger: null, text: contentText(content) });
      return;
    }
    if (record["isMeta"] === true) return;
    const results = objectsOf(content).filter((block) => block["type"] === "tool_result");
    for (const [n, block] of results.entries()) this.#result(record, block, n === 0 ? id : `${id}#${n}`);
    const text = humanText(contentText(content));
    if (text !== "") this.#collector.add({ kind: "human", id, at, text });
  }

  #result(record: Json, block: Json, id: string): void {
    const result = toolResult(block);
    const call = this.facts.pendingCalls[result.callId];
    delete this.facts.pendingCalls[result.callId];
    const task = call?.tool === "TaskCreate" ? createdTask(record) : null;
    this.#collector.add({
      ...result,
      id,
      at: this.facts.lastAt,
      todos:
        task === null
          ? null
          : { type: "create", item: { id: task.id, text: task.subject, status: "pending" } },
    });
  }

  #assistant(record: Json, id: string, offset: number): void {
    if (record["isApiErrorMessage"] === true) {
      this.#collector.skipped.apiErrors += 1;
      return;
    }
    const message = objectOf(record["message"]);
    const messageId = textOf(message?.["id"]) ?? id;
    const at = this.facts.lastAt;
    for (const [n, block] of objectsOf(message?.["content"]).entries()) {
      const blockId = n === 0 ? id : `${id}#${n}`;
      if (block["type"] === "text")
        this.#collector.addAssistant(
          { kind: "assistant", id: blockId, at, text: textOf(block["text"]) ?? "", final: false },
          messageId,
          offset,
        );
      if (block["type"] !== "tool_use") continue;
      const call = toolCall(block, this.facts.cwd);
      this.facts.pendingCalls[call.callId] = { tool: call.tool, command: call.command };
      this.#collector.add({ ...call, id: blockId, at });
    }
  }

  #system(record: Json, id: string): void {
    const subtype = record["subtype"];
    if (subtype === "stop_hook_summary" || subtype === "turn_duration") this.#collector.endText(true);
    if (subtype !== "compact_boundary") return;
    const trigger = objectOf(record["compactMetadata"])?.["trigger"];
    const known = trigger === "manual" || trigger === "auto" ? trigger : null;
    this.#collector.add({ kind: "compaction", id, at: this.facts.lastAt, trigger: known, text: "" });
  }
}

function parse(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}
