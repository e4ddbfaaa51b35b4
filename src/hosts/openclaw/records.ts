import { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import { type FoldState, initialFold } from "../../session/fold.ts";
import { EntryTree } from "../entry-tree.ts";
import { type Json, objectOf, textOf } from "../json.ts";
import type { JsonlReader } from "../jsonl-transcript.ts";
import { RecordIds } from "../record-ids.ts";
import { SessionFacts } from "../session-facts.ts";
import { MessageReader } from "./messages.ts";

/** Records that hang in the tree of entries. See README.md, record types. */
const ENTRIES: ReadonlySet<string> = new Set([
  "message",
  "thinking_level_change",
  "model_change",
  "compaction",
  "reset",
  "branch_summary",
  "custom",
  "custom_message",
  "label",
  "session_info",
]);

/** How much a title counts that a person or the agent gave the session. */
const NAME_RANK = 2;

/** Whether a record can only be one of OpenClaw's. */
export function isOpenClawRecord(record: Json): boolean {
  const type = textOf(record["type"]);
  if (type === "session") return typeof record["version"] === "number" && textOf(record["id"]) !== null;
  return type !== null && ENTRIES.has(type) && "parentId" in record;
}

export interface Span {
  /** What the fold goes on from. */
  state: FoldState;
  /** Where the read begins; null: at the begin of the window. */
  cursor: Cursor | null;
  /** Id of the `reset` record that opened the window; null for the first. */
  openedBy: string | null;
  /** The entries that belong to the session; null: not known yet, all may. */
  only: ReadonlySet<string> | null;
}

/** Turns the records of one window into entries. One reader, one pass. */
export class WindowReader implements JsonlReader {
  readonly collector: EntryCollector;
  readonly facts: SessionFacts;
  readonly ids: RecordIds;
  readonly foreign = null;
  readonly sessionIds = new Map<string, number>();
  recognised = 0;
  readonly #span: Span;
  readonly #messages: MessageReader;
  readonly #tree: EntryTree;

  constructor(span: Span) {
    const { state, cursor, openedBy } = span;
    this.#span = span;
    this.collector = new EntryCollector(state);
    this.facts = new SessionFacts(cursor);
    this.ids = new RecordIds(cursor);
    this.#messages = new MessageReader(this.collector, this.facts);
    const complete = cursor === null;
    this.#tree = new EntryTree({ leaf: cursor?.recentIds.at(-1) ?? openedBy, complete });
  }

  /** Where the next read must begin so that nothing open is torn from its begin; null: nothing is open. */
  get openOffset(): number | null {
    const open = [this.collector.openOffset, this.#messages.heartbeatOffset].filter(
      (offset) => offset !== null,
    );
    return open.length === 0 ? null : Math.min(...open);
  }

  record(record: Json, offset: number): void {
    const type = textOf(record["type"]);
    const { skipped } = this.collector;
    if (type === "session") return this.#header(record);
    if (type === null || (type !== "leaf" && !ENTRIES.has(type))) skipped.unknownTypes += 1;
    else this.recognised += 1;
    const id = textOf(record["id"]) ?? `@${offset}`;
    if (!this.ids.add(id, offset)) {
      skipped.duplicates += 1;
      return undefined;
    }
    if (!this.#hangs(record, type, id)) return undefined;
    const at = this.facts.note({ time: record["timestamp"] });
    return this.#entry(type, record, { id, at, offset });
  }

  end(): void {
    this.collector.close(true);
  }

  /** A branch that was left is known as one only when it was read: then its entries are left out from the begin. */
  again(): WindowReader | null {
    const { cursor, openedBy, only } = this.#span;
    const { branched, unplaced } = this.#tree;
    if (only !== null || !(branched || unplaced)) return null;
    const known = cursor === null ? this.#tree.path() : null;
    return new WindowReader({ state: initialFold(), cursor: null, openedBy, only: known });
  }

  #header(record: Json): void {
    this.recognised += 1;
    const id = textOf(record["id"]);
    if (id !== null) this.sessionIds.set(id, (this.sessionIds.get(id) ?? 0) + 1);
    this.facts.note({ time: record["timestamp"], cwd: record["cwd"] });
  }

  /** Takes a record into the tree; true when it is an entry of the session as far as is known. */
  #hangs(record: Json, type: string | null, id: string): boolean {
    const parentId = record["parentId"] === null ? null : (textOf(record["parentId"]) ?? undefined);
    if (type === "leaf") {
      const target = record["targetId"] === null ? null : (textOf(record["targetId"]) ?? undefined);
      this.#tree.add({ id, parentId, kind: "switch", ...(target === undefined ? {} : { target }) });
      return false;
    }
    const isEntry = type !== null && ENTRIES.has(type) && record["appendMode"] !== "side";
    this.#tree.add({ id, parentId, kind: isEntry ? "entry" : "aside" });
    if (!isEntry) return false;
    if (this.#span.only?.has(id) ?? true) return true;
    this.collector.skipped.sidechain += 1;
    return false;
  }

  #entry(type: string | null, record: Json, place: { id: string; at: string | null; offset: number }): void {
    const { id, at, offset } = place;
    if (type === "message") {
      const message = objectOf(record["message"]);
      if (message !== null) this.#messages.read(message, place);
    }
    if (type === "compaction") {
      const text = textOf(record["summary"]) ?? "";
      this.collector.addCompaction({ kind: "compaction", id, at, trigger: null, text }, offset);
    }
    if (type === "custom_message") this.collector.skipped.injected += 1;
    if (type === "session_info") {
      const name = this.collector.clean(textOf(record["name"]) ?? "");
      if (name !== "") this.facts.name(name, NAME_RANK);
    }
  }
}
