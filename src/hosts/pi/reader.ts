import { createHash } from "node:crypto";
import { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import { initialFold } from "../../session/fold.ts";
import { EntryTree } from "../entry-tree.ts";
import { objectOf, textOf, type Json } from "../json.ts";
import type { JsonlReader } from "../jsonl-transcript.ts";
import { RecordIds } from "../record-ids.ts";
import { SessionFacts } from "../session-facts.ts";
import { MessageReader, type Place } from "./messages.ts";
import { isPiRecord, looksLike } from "./record-types.ts";

/** Turns the records of a session file into entries. One reader, one pass. */
export class SessionReader implements JsonlReader {
  readonly collector: EntryCollector;
  readonly facts: SessionFacts;
  readonly ids: RecordIds;
  recognised = 0;
  foreign: string | null = null;
  readonly sessionIds = new Map<string, number>();
  readonly #messages: MessageReader;
  readonly #tree: EntryTree;
  readonly #cursor: Cursor | null;
  /** Ids of the records on the branch that the session is on; null: this pass is to find out. */
  readonly #only: ReadonlySet<string> | null;

  constructor(cursor: Cursor | null, only: ReadonlySet<string> | null = null) {
    this.collector = new EntryCollector(structuredClone(cursor?.state ?? initialFold()));
    this.facts = new SessionFacts(cursor);
    this.ids = new RecordIds(cursor);
    this.#messages = new MessageReader(this.collector, this.facts);
    const leaf = cursor?.recentIds.at(-1) ?? null;
    this.#tree = new EntryTree({ leaf, complete: leaf === null });
    this.#cursor = cursor;
    this.#only = only;
  }

  record(record: Json, offset: number): void {
    if (!isPiRecord(record)) return this.#foreign(record);
    this.recognised += 1;
    const at = this.facts.note({ time: record["timestamp"], cwd: record["cwd"] });
    if (record["type"] === "session") return this.#header(record);
    const own = textOf(record["id"]);
    const id = own ?? hashOf(record);
    if (!this.ids.add(id, offset)) {
      this.collector.skipped.duplicates += 1;
      return undefined;
    }
    const parentId = own === null ? undefined : textOf(record["parentId"]);
    this.#tree.add({ id, parentId, kind: "entry" });
    if (this.#only?.has(id) ?? true) this.#entry(record, { id, at, offset });
    return undefined;
  }

  get openOffset(): number | null {
    return this.collector.openOffset;
  }

  end(): void {
    this.collector.close(true);
  }

  /** Only the last record tells which branch the session is on. */
  again(): SessionReader | null {
    const { branched, unplaced } = this.#tree;
    if (this.#only !== null || !(branched || unplaced)) return null;
    return new SessionReader(null, this.#cursor === null ? this.#tree.path() : null);
  }

  #foreign(record: Json): void {
    this.collector.skipped.unknownTypes += 1;
    this.foreign ??= looksLike(record);
  }

  #header(record: Json): void {
    const id = textOf(record["id"]);
    if (id !== null && this.sessionIds.size === 0) this.sessionIds.set(id, 1);
  }

  #entry(record: Json, place: Place): void {
    const { id, at, offset } = place;
    const type = textOf(record["type"]);
    const message = type === "message" ? objectOf(record["message"]) : null;
    if (message !== null) this.#messages.read(message, place);
    if (type === "compaction" || type === "branch_summary") {
      const text = textOf(record["summary"]) ?? "";
      this.collector.addCompaction({ kind: "compaction", id, at, trigger: null, text }, offset);
      this.collector.close(true);
    }
    if (type === "custom_message") this.collector.skipped.injected += 1;
    const name = type === "session_info" ? textOf(record["name"]) : null;
    if (name !== null) this.facts.name(this.collector.clean(name), 1);
  }
}

/** Files of the first format have no ids: time and content tell records apart, in a copy of the file too. */
function hashOf(record: Json): string {
  return `record:${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 16)}`;
}
