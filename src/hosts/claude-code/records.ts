import { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import type { FoldState } from "../../session/fold.ts";
import type { Line } from "../../files/lines.ts";
import { SeenIds } from "../../session/seen-ids.ts";
import { SessionFacts } from "./facts.ts";
import { glanceAt, type Glance } from "./glance.ts";
import { objectOf, textOf, type Json } from "./json.ts";
import { MessageReader, type Place } from "./messages.ts";
import { isClaudeRecord, looksLike, NOISE } from "./record-types.ts";

/** Ids kept with the cursor: a record is written twice within few records, if at all. */
const RECENT_IDS = 32;

/** Turns the lines of a transcript into entries of a session. One reader, one pass. */
export class RecordReader {
  readonly collector: EntryCollector;
  readonly facts: SessionFacts;
  readonly messages: MessageReader;
  /** Records of this host, the skipped ones included. */
  recognised = 0;
  /** What the first foreign record looks like, if anything known. */
  foreign: string | null = null;
  /** How many records name which session id. */
  readonly sessionIds = new Map<string, number>();
  readonly #wanted: string | null;
  readonly #seen = new SeenIds();
  readonly #recent: { id: string; offset: number }[] = [];

  /** `wanted`: id of the session to read, null for all records; `state`: what the fold goes on from. */
  constructor(state: FoldState, cursor: Cursor | null, wanted: string | null) {
    this.collector = new EntryCollector(state);
    this.facts = new SessionFacts(cursor);
    this.messages = new MessageReader(this.collector, this.facts, cursor);
    this.#wanted = wanted;
    for (const id of cursor?.recentIds ?? []) this.#remember(id, -1);
  }

  /** One line with its newline. */
  line(line: Line): void {
    if (line.long) {
      this.collector.skipped.longLines += 1;
      return;
    }
    const bytes = withoutZeros(line.bytes);
    if (isBlank(bytes)) return;
    const glance = glanceAt(bytes);
    if (this.#skips(glance)) return;
    const record = parse(bytes);
    if (record === null) this.collector.skipped.badLines += 1;
    else this.#record(record, line.start);
  }

  /** A last line without its newline: a record when it is whole JSON. */
  lastLine(bytes: Buffer, offset: number): void {
    const record = parse(bytes);
    if (record === null) this.collector.skipped.halfLastLine = bytes.length;
    else this.#record(record, offset);
  }

  /** The last ids of records before an offset, for the cursor. */
  recentIds(offset: number): string[] {
    const before = this.#recent.filter((record) => record.offset < offset);
    return before.slice(-RECENT_IDS).map(({ id }) => id);
  }

  /** Whether the first bytes tell that the record is of no use. */
  #skips(glance: Glance): boolean {
    const { type, sidechain, attachment } = glance;
    const { skipped } = this.collector;
    if (type !== null && NOISE.has(type)) this.recognised += 1;
    else if (sidechain && type !== null) skipped.sidechain += 1;
    else if (attachment === "hook_additional_context") skipped.injected += 1;
    else if (attachment === null || attachment === "queued_command") return false;
    if (type === null || !NOISE.has(type)) this.recognised += 1;
    return true;
  }

  #record(record: Json, offset: number): void {
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
    if (uuid !== null && !this.#remember(uuid, offset)) {
      this.collector.skipped.duplicates += 1;
      return;
    }
    if (record["isSidechain"] === true) {
      this.collector.skipped.sidechain += 1;
      return;
    }
    const place: Place = { id: uuid ?? `@${offset}`, at: this.facts.note(record), offset };
    this.messages.read(type, record, place);
  }

  /** Counts the record's session and tells whether it is the one to read. */
  #belongs(record: Json): boolean {
    const id = textOf(record["sessionId"]);
    if (id === null) return true;
    this.sessionIds.set(id, (this.sessionIds.get(id) ?? 0) + 1);
    return this.#wanted === null || this.#wanted === id;
  }

  #remember(id: string, offset: number): boolean {
    if (!this.#seen.add(id)) return false;
    this.#recent.push({ id, offset });
    if (this.#recent.length > 20 * RECENT_IDS) this.#recent.splice(0, 10 * RECENT_IDS);
    return true;
  }
}

/** A crash can leave zero bytes where a block was never written; records follow them. */
function withoutZeros(bytes: Buffer): Buffer {
  if (bytes[0] !== 0) return bytes;
  const from = bytes.findIndex((byte) => byte !== 0);
  return from === -1 ? bytes.subarray(0, 0) : bytes.subarray(from);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes.length < 64 && bytes.toString("latin1").trim() === "");
}

/** The record of a line, or null when it is no JSON object. Invalid UTF-8 becomes U+FFFD. */
export function parse(bytes: Buffer): Json | null {
  try {
    return objectOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return null;
  }
}
