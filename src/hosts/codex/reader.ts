import { createHash } from "node:crypto";
import { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import { type FoldState, initialFold } from "../../session/fold.ts";
import { objectOf, textOf, type Json } from "../json.ts";
import type { JsonlReader } from "../jsonl-transcript.ts";
import { RecordIds } from "../record-ids.ts";
import { SessionFacts } from "../session-facts.ts";
import { summaryText } from "./compaction.ts";
import { ItemReader } from "./items.ts";
import { metaOf } from "./meta.ts";
import { isCodexRecord, looksLike } from "./record-types.ts";
import { isUndone, TurnLog, type Undone } from "./undone.ts";

/** What a pass over a rollout begins with. */
export interface Begin {
  /** The fold of what a fork took over from its parent; initial for other threads. */
  base: FoldState;
  /** False for threads of the client itself: they hold nothing that a person said. */
  ofPerson: boolean;
  /** What is known to have been taken back; null: this pass is to find out. */
  undone: Undone | null;
}

/** Turns the records of a rollout into entries. One reader, one pass. */
export class RolloutReader implements JsonlReader {
  readonly collector: EntryCollector;
  readonly facts: SessionFacts;
  readonly ids: RecordIds;
  recognised = 0;
  foreign: string | null = null;
  readonly sessionIds = new Map<string, number>();
  readonly #begin: Begin;
  readonly #cursor: Cursor | null;
  readonly #items: ItemReader;
  readonly #turns = new TurnLog();

  constructor(begin: Begin, cursor: Cursor | null) {
    this.collector = new EntryCollector(structuredClone(cursor?.state ?? begin.base));
    this.facts = new SessionFacts(cursor);
    this.ids = new RecordIds(cursor);
    this.#items = new ItemReader(this.collector, this.facts);
    this.#begin = begin;
    this.#cursor = cursor;
  }

  record(record: Json, offset: number): void {
    const payload = objectOf(record["payload"]);
    if (payload === null || !isCodexRecord(record)) {
      this.collector.skipped.unknownTypes += 1;
      this.foreign ??= looksLike(record);
      return;
    }
    this.recognised += 1;
    const type = textOf(record["type"]);
    if (type === "session_meta") this.#meta(record);
    const at = this.facts.note({
      time: record["timestamp"],
      cwd: type === "turn_context" ? payload["cwd"] : undefined,
    });
    if (!this.#begin.ofPerson) {
      if (type === "response_item") this.collector.skipped.sidechain += 1;
      return;
    }
    if (isUndone(this.#begin.undone ?? [], offset)) return;
    if (type === "response_item") this.#item(payload, record, { at, offset });
    if (type === "event_msg") this.#event(payload, offset);
    if (type === "compacted") this.#compacted(payload, record, { at, offset });
  }

  get openOffset(): number | null {
    return this.collector.openOffset;
  }

  end(): void {
    this.collector.close(true);
  }

  /** Only reading on tells what a person takes back; such a thread is read once more, without it. */
  again(): RolloutReader | null {
    if (this.#begin.undone !== null) return null;
    const { undone, reachesBack } = this.#turns;
    if (reachesBack && this.#cursor !== null) return new RolloutReader(this.#begin, null);
    return undone.length === 0 ? null : new RolloutReader({ ...this.#begin, undone }, null);
  }

  #meta(record: Json): void {
    const meta = metaOf(record);
    // Clients that copied the history into a fork copied its meta as well: the first one is the thread's own.
    if (meta === null || this.sessionIds.size > 0 || (this.#cursor?.offset ?? 0) > 0) return;
    if (meta.id !== null) this.sessionIds.set(meta.id, 1);
    const { cwd, gitBranch, clientVersion } = meta;
    this.facts.note({ cwd, gitBranch, clientVersion });
  }

  #item(payload: Json, record: Json, place: { at: string | null; offset: number }): void {
    const id = this.#idOf(payload, record, place.offset);
    if (id === null) {
      this.collector.skipped.duplicates += 1;
      return;
    }
    if (this.#items.read(payload, { id, ...place })) this.#turns.began(place.offset);
  }

  #event(payload: Json, offset: number): void {
    const type = textOf(payload["type"]);
    if (type === "task_complete" || type === "turn_aborted") this.collector.close(true);
    if (type === "error" || type === "stream_error") this.collector.skipped.apiErrors += 1;
    const turns = payload["num_turns"];
    if (type === "thread_rolled_back" && typeof turns === "number" && turns > 0)
      this.#turns.rolledBack(turns, offset);
    const name = type === "thread_name_updated" ? textOf(payload["thread_name"]) : null;
    if (name !== null) this.facts.name(this.collector.clean(name), 1);
  }

  #compacted(payload: Json, record: Json, { at, offset }: { at: string | null; offset: number }): void {
    const id = this.#idOf(payload, record, offset);
    if (id === null) return;
    const text = summaryText(textOf(payload["message"]) ?? "");
    this.collector.withdraw(text);
    this.collector.addCompaction({ kind: "compaction", id, at, trigger: null, text }, offset);
    // The record is whole: no summary follows.
    this.collector.close(true);
  }

  /** The record's own id; a hash of time and content for older clients' records without one. Null when it was read. */
  #idOf(payload: Json, record: Json, offset: number): string | null {
    const own = ownId(payload);
    if (own !== null && this.ids.add(own, offset)) return own;
    const id = hashOf(record["timestamp"], payload);
    return this.ids.add(id, offset) ? id : null;
  }
}

/** A pass from the begin of a thread that no fork led to. */
export const wholeThread: Begin = { base: initialFold(), ofPerson: true, undone: null };

function ownId(payload: Json): string | null {
  const type = textOf(payload["type"]) ?? "";
  const call = textOf(payload["call_id"]);
  if (call !== null) return type.endsWith("_output") ? `${call}:output` : call;
  return textOf(payload["id"]);
}

function hashOf(time: unknown, payload: Json): string {
  const content = JSON.stringify([time ?? null, payload]);
  return `record:${createHash("sha256").update(content).digest("hex").slice(0, 16)}`;
}
