import { HandoffError } from "../errors.ts";
import { eachLine, type Line } from "../files/lines.ts";
import type { EntryCollector } from "../session/collect.ts";
import type { Cursor } from "../session/cursor.ts";
import type { HostId } from "../session/entry.ts";
import { type FoldState, initialFold } from "../session/fold.ts";
import { sessionOfCursor } from "../session/session-of-cursor.ts";
import type { ReadRequest, ReadResult } from "./host.ts";
import { type Json, parseObject } from "./json.ts";
import type { RecordIds } from "./record-ids.ts";
import type { SessionFacts } from "./session-facts.ts";
import { headOf, type OpenFile, sameFile, withFile } from "./transcript-file.ts";

/**
 * A host whose transcript is a file of JSON objects, one a line, that only grows. The host says what a record means;
 * cursors, half lines, long lines, foreign files and re-reads are done here.
 */
export interface JsonlFormat {
  host: HostId;
  /** The host's name for people. */
  name: string;
  /** What a transcript of it is called in errors: "a … transcript (JSONL)". */
  expected: string;
  /** Whether a record can only be one of this host's. */
  isRecord: (record: Json) => boolean;
  /**
   * A reader for one pass. `state` is the fold to go on with, `cursor` where the pass begins (null: at the begin),
   * `wanted` the id of the session to read (null: what the file names itself).
   */
  reader: (state: FoldState, cursor: Cursor | null, wanted: string | null) => JsonlReader;
}

/** Turns the records of one pass into entries. It has seen no line behind `cursor.offset` before. */
export interface JsonlReader {
  readonly collector: EntryCollector;
  readonly facts: SessionFacts;
  readonly ids: RecordIds;
  /** Records of this host so far, the skipped ones included. */
  readonly recognised: number;
  /** What the first foreign record looks like, if anything known. */
  readonly foreign: string | null;
  /** Session ids that records name, and how many name each. */
  readonly sessionIds: ReadonlyMap<string, number>;
  /** True when a line is of no use as its first bytes tell, unparsed; absent: every line is parsed. */
  skips?: (line: Buffer) => boolean;
  /** One record; `offset` is where its line begins. */
  record: (record: Json, offset: number) => void;
  /** Prompts that wait, for the cursor, as they were where the cursor stops; absent: this host has none. */
  readonly queued?: Cursor["queued"];
  /** Called when the file has ended and the cursor is made: what follows is not behind it. Closes the collector. */
  end: () => void;
  /**
   * Called when the pass is over: a reader for one more from the begin of the file, where only this pass could tell what
   * belongs to the session; null: it stands.
   */
  again: () => JsonlReader | null;
}

/** Lines looked at to recognise a transcript: the first ones may be bad or foreign. */
const FIRST_LINES = 50;

/** Reads a transcript into a session. Errors: see `Host.read`, `session-not-found`. */
export function readJsonl(format: JsonlFormat, request: ReadRequest): Promise<ReadResult> {
  return withFile(request.path, format.expected, async (file) => {
    const given = request.cursorOf?.(request.sessionId ?? null) ?? null;
    const cursor = given !== null && (await sameFile(file, given)) ? given : null;
    const wanted = request.sessionId ?? (cursor === null ? null : namedId(cursor.sessionId));
    const first = format.reader(structuredClone(cursor?.state ?? initialFold()), cursor, wanted);
    let before = cursor;
    let pass = await passOver(file, request, before, first);
    for (let next = first.again(); next !== null; next = next.again()) {
      before = null;
      pass = await passOver(file, request, before, next);
    }
    refuseForeign(format, pass, request, before);
    const id = wanted ?? mostFrequent(pass.reader.sessionIds);
    return resultOf(format, file, pass, { before, capturedEnd: cursor?.capturedEnd ?? 0, id });
  });
}

/** True when one of the first records looks like one of this host's. Errors: as reading. */
export function recognisesJsonl(format: JsonlFormat, path: string): Promise<boolean> {
  return withFile(path, format.expected, async ({ handle }) => {
    let lines = 0;
    let found = false;
    await eachLine(handle, {}, (line) => {
      const record = parseObject(line.bytes);
      found = record !== null && format.isRecord(record);
      lines += 1;
      return !found && lines < FIRST_LINES;
    });
    return found;
  });
}

/** One read from the cursor to the end of the file. */
interface Pass {
  reader: JsonlReader;
  /** Offset behind the last newline. */
  offset: number;
  /** The last line when it has no newline. */
  tail: Buffer | null;
  /** Offset behind the last byte. */
  end: number;
}

async function passOver(
  file: OpenFile,
  request: ReadRequest,
  cursor: Cursor | null,
  reader: JsonlReader,
): Promise<Pass> {
  const from = cursor?.offset ?? 0;
  const pass: Pass = { reader, offset: from, tail: null, end: from };
  const progress = request.onProgress === undefined ? {} : { onProgress: request.onProgress };
  await eachLine(file.handle, { from, ...progress }, (line: Line) => {
    pass.end = line.end;
    if (!line.terminated && !line.long) {
      pass.tail = Buffer.from(line.bytes);
      return;
    }
    if (line.terminated) pass.offset = line.end;
    takeLine(reader, line);
  });
  return pass;
}

function takeLine(reader: JsonlReader, line: Line): void {
  const { skipped } = reader.collector;
  if (line.long) {
    skipped.longLines += 1;
    return;
  }
  const bytes = withoutZeros(line.bytes);
  if (isBlank(bytes) || reader.skips?.(bytes) === true) return;
  const record = parseObject(bytes);
  if (record === null) skipped.badLines += 1;
  else reader.record(record, line.start);
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

function refuseForeign(
  { name, expected, isRecord }: JsonlFormat,
  { reader, tail }: Pass,
  request: ReadRequest,
  cursor: Cursor | null,
): void {
  const { path, sessionId } = request;
  const tailRecord = tail === null ? null : parseObject(tail);
  const readable = reader.recognised > 0 || (tailRecord !== null && isRecord(tailRecord));
  if (!readable && cursor === null) {
    const found = reader.foreign === null ? expected : `${expected}, this looks like ${reader.foreign}`;
    throw new HandoffError("transcript-unrecognised", { path, name, expected: found });
  }
  const ids = reader.sessionIds;
  if (sessionId !== undefined && cursor === null && ids.size > 0 && !ids.has(sessionId))
    throw new HandoffError("session-not-found", { path, expected: "a session id that the transcript names" });
}

interface ReadFrom {
  /** Where the pass began; null: at the begin of the file. */
  before: Cursor | null;
  capturedEnd: number;
  /** The session's id; null: the file names none. */
  id: string | null;
}

async function resultOf(
  { host }: JsonlFormat,
  file: OpenFile,
  pass: Pass,
  { before, capturedEnd, id }: ReadFrom,
): Promise<ReadResult> {
  const { reader, tail } = pass;
  const { collector } = reader;
  const offset = collector.openOffset ?? pass.offset;
  const last = collector.entries.at(-1);
  const cursor: Cursor = {
    version: 1,
    host,
    sessionId: id ?? before?.sessionId ?? file.contentId,
    path: file.path,
    head: await headOf(file),
    offset,
    lastEntryId: last?.id ?? before?.lastEntryId ?? null,
    lastEntryAt: last === undefined ? (before?.lastEntryAt ?? null) : last.at,
    ...reader.facts.kept,
    queued: reader.queued ?? [],
    recentIds: reader.ids.before(offset),
    end: pass.end,
    capturedEnd,
    state: structuredClone(collector.state),
  };
  // What follows is not behind the cursor: a later read meets it again, whole or gone on.
  if (tail !== null) takeTail(reader, tail, pass.offset);
  reader.end();
  return { session: sessionOfCursor(cursor, collector), cursor };
}

/** A last line without its newline: a record when it is whole JSON. */
function takeTail(reader: JsonlReader, bytes: Buffer, offset: number): void {
  const record = parseObject(bytes);
  if (record === null) reader.collector.skipped.halfLastLine = bytes.length;
  else reader.record(record, offset);
}

/** An id the transcript itself names; a content hash is none. */
function namedId(id: string): string | null {
  return id.startsWith("content-") ? null : id;
}

/** The session id that most records name, of equals the first; null when none is named. */
export function mostFrequent(ids: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [id, count] of ids) if (best === null || count > (ids.get(best) ?? 0)) best = id;
  return best;
}
