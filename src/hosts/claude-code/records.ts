import { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import { type FoldState, initialFold } from "../../session/fold.ts";
import { textOf, type Json } from "../json.ts";
import { type JsonlReader, mostFrequent } from "../jsonl-transcript.ts";
import { RecordIds } from "../record-ids.ts";
import { SessionFacts } from "../session-facts.ts";
import { glanceAt } from "./glance.ts";
import { MessageReader, type Place } from "./messages.ts";
import { isClaudeRecord, looksLike, NOISE } from "./record-types.ts";

/** Turns the lines of a transcript into entries of a session. One reader, one pass. */
export class RecordReader implements JsonlReader {
  readonly collector: EntryCollector;
  readonly facts: SessionFacts;
  readonly ids: RecordIds;
  readonly messages: MessageReader;
  /** Records of this host, the skipped ones included. */
  recognised = 0;
  /** What the first foreign record looks like, if anything known. */
  foreign: string | null = null;
  /** How many records name which session id. */
  readonly sessionIds = new Map<string, number>();
  readonly #wanted: string | null;

  /** `wanted`: id of the session to read, null for all records; `state`: what the fold goes on from. */
  constructor(state: FoldState, cursor: Cursor | null, wanted: string | null) {
    this.collector = new EntryCollector(state);
    this.facts = new SessionFacts(cursor);
    this.messages = new MessageReader(this.collector, this.facts, cursor);
    this.#wanted = wanted;
    this.ids = new RecordIds(cursor);
  }

  get queued(): Cursor["queued"] {
    return this.messages.queued;
  }

  end(): void {
    this.collector.close(true);
    this.messages.takeWaiting();
  }

  /** Two sessions in one file: only at its end it is known which one is the file's own. */
  again(): RecordReader | null {
    if (this.#wanted !== null || this.sessionIds.size < 2) return null;
    return new RecordReader(initialFold(), null, mostFrequent(this.sessionIds));
  }

  /** Whether the first bytes tell that the record is of no use. */
  skips(line: Buffer): boolean {
    const { type, sidechain, attachment } = glanceAt(line);
    const { skipped } = this.collector;
    if (type !== null && NOISE.has(type)) this.recognised += 1;
    else if (sidechain && type !== null) skipped.sidechain += 1;
    else if (attachment === "hook_additional_context") skipped.injected += 1;
    else if (attachment === null || attachment === "queued_command") return false;
    if (type === null || !NOISE.has(type)) this.recognised += 1;
    return true;
  }

  /** One record; `offset` is where its line begins. */
  record(record: Json, offset: number): void {
    const type = textOf(record["type"]);
    if (type === null || !isClaudeRecord(record)) {
      if (type === null || !NOISE.has(type)) this.collector.skipped.unknownTypes += 1;
      this.foreign ??= looksLike(record);
      return;
    }
    this.recognised += 1;
    if (!this.#belongs(record)) {
      this.collector.skipped.otherSessions += 1;
      return;
    }
    const uuid = textOf(record["uuid"]);
    if (uuid !== null && !this.ids.add(uuid, offset)) {
      this.collector.skipped.duplicates += 1;
      return;
    }
    if (record["isSidechain"] === true) {
      this.collector.skipped.sidechain += 1;
      return;
    }
    const { timestamp: time, cwd, gitBranch, version: clientVersion } = record;
    const at = this.facts.note({ time, cwd, gitBranch, clientVersion });
    const place: Place = { id: uuid ?? `@${offset}`, at, offset };
    this.messages.read(type, record, place);
  }

  /** Counts the record's session and tells whether it is the one to read. */
  #belongs(record: Json): boolean {
    const id = textOf(record["sessionId"]);
    if (id === null) return true;
    this.sessionIds.set(id, (this.sessionIds.get(id) ?? 0) + 1);
    return this.#wanted === null || this.#wanted === id;
  }
}
