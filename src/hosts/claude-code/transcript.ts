import { HandoffError } from "../../errors.ts";
import type { Cursor } from "../../session/cursor.ts";
import { initialFold } from "../../session/fold.ts";
import { eachLine, type Line } from "../../files/lines.ts";
import type { Session } from "../../session/session.ts";
import type { ReadRequest, ReadResult } from "../host.ts";
import { headOf, sameFile, withFile, type OpenFile } from "../transcript-file.ts";
import { isClaudeRecord } from "./record-types.ts";
import { parse, RecordReader } from "./records.ts";

const EXPECTED = "a Claude Code transcript (JSONL)";
/** Lines looked at to recognise a transcript: the first ones may be bad or foreign. */
const FIRST_LINES = 50;

/** Reads a Claude Code transcript (JSONL) into a session. Errors: see `Host.read`, `session-not-found`. */
export function readTranscript(request: ReadRequest): Promise<ReadResult> {
  return withFile(request.path, EXPECTED, async (file) => {
    const given = request.cursor ?? null;
    const cursor = given !== null && (await sameFile(file, given)) ? given : null;
    const wanted = request.sessionId ?? (cursor === null ? null : namedId(cursor.sessionId));
    const pass = await readPass(file, request, cursor, wanted);
    const main = mostFrequent(pass.reader.sessionIds);
    // Two sessions in one file: only now it is known which one is the file's own.
    const mixed = wanted === null && pass.reader.sessionIds.size > 1;
    const last = mixed ? await readPass(file, request, null, main) : pass;
    refuseForeign(last, request, cursor);
    return resultOf(file, last, cursor, wanted ?? main);
  });
}

/** True when one of the first records looks like one of Claude Code's. */
export function recognisesTranscript(path: string): Promise<boolean> {
  return withFile(path, EXPECTED, async ({ handle }) => {
    let lines = 0;
    let found = false;
    await eachLine(handle, {}, (line) => {
      const record = parse(line.bytes);
      found = record !== null && isClaudeRecord(record);
      lines += 1;
      return !found && lines < FIRST_LINES;
    });
    return found;
  });
}

/** One read from the cursor to the end of the file. */
interface Pass {
  reader: RecordReader;
  /** Offset behind the last newline. */
  offset: number;
  /** The last line when it has no newline. */
  tail: Buffer | null;
  /** Offset behind the last byte. */
  end: number;
}

async function readPass(
  file: OpenFile,
  request: ReadRequest,
  cursor: Cursor | null,
  wanted: string | null,
): Promise<Pass> {
  const reader = new RecordReader(structuredClone(cursor?.state ?? initialFold()), cursor, wanted);
  const pass: Pass = { reader, offset: cursor?.offset ?? 0, tail: null, end: cursor?.offset ?? 0 };
  const progress = request.onProgress === undefined ? {} : { onProgress: request.onProgress };
  await eachLine(file.handle, { from: pass.offset, ...progress }, (line: Line) => {
    pass.end = line.end;
    if (!line.terminated && !line.long) {
      pass.tail = Buffer.from(line.bytes);
      return;
    }
    if (line.terminated) pass.offset = line.end;
    reader.line(line);
  });
  return pass;
}

function refuseForeign({ reader, tail }: Pass, request: ReadRequest, cursor: Cursor | null): void {
  const { path, sessionId } = request;
  const tailRecord = tail === null ? null : parse(tail);
  const readable = reader.recognised > 0 || (tailRecord !== null && isClaudeRecord(tailRecord));
  if (!readable && cursor === null) {
    const expected = reader.foreign === null ? EXPECTED : `${EXPECTED}, this looks like ${reader.foreign}`;
    throw new HandoffError("transcript-unrecognised", { path, name: "Claude Code", expected });
  }
  const ids = reader.sessionIds;
  if (sessionId !== undefined && cursor === null && ids.size > 0 && !ids.has(sessionId))
    throw new HandoffError("session-not-found", { path, expected: "a session id that the transcript names" });
}

async function resultOf(
  file: OpenFile,
  pass: Pass,
  before: Cursor | null,
  id: string | null,
): Promise<ReadResult> {
  const { reader, tail } = pass;
  const offset = reader.collector.openOffset ?? pass.offset;
  const head = await headOf(file);
  const last = reader.collector.entries.at(-1);
  const cursor: Cursor = {
    version: 1,
    host: "claude-code",
    sessionId: id ?? before?.sessionId ?? file.contentId,
    path: file.path,
    head,
    offset,
    lastEntryId: last?.id ?? before?.lastEntryId ?? null,
    lastEntryAt: last === undefined ? (before?.lastEntryAt ?? null) : last.at,
    ...reader.facts.kept,
    queued: reader.messages.queued,
    recentIds: reader.recentIds(offset),
    end: pass.end,
    capturedEnd: before?.capturedEnd ?? 0,
    state: structuredClone(reader.collector.state),
  };
  // What follows is not behind the cursor: a later read meets it again, whole or gone on.
  if (tail !== null) reader.lastLine(tail, pass.offset);
  reader.collector.close(true);
  reader.messages.takeWaiting();
  return { session: sessionOf(reader, cursor), cursor };
}

function sessionOf({ collector, facts }: RecordReader, cursor: Cursor): Session {
  const { entries, state, skipped } = collector;
  const { cwd, gitBranch, title, clientVersion, startedAt, lastAt } = facts.kept;
  const last = entries.at(-1);
  const entryId = last?.id ?? cursor.lastEntryId;
  const { host, sessionId } = cursor;
  return {
    host,
    id: sessionId,
    cwd,
    gitBranch,
    title,
    clientVersion,
    startedAt,
    endedAt: lastAt,
    entries,
    state,
    boundary:
      entryId === null ? null : { host, sessionId, entryId, at: last?.at ?? cursor.lastEntryAt ?? lastAt },
    skipped,
  };
}

/** An id the transcript itself names; a content hash is none. */
function namedId(id: string): string | null {
  return id.startsWith("content-") ? null : id;
}

function mostFrequent(ids: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [id, count] of ids) if (best === null || count > (ids.get(best) ?? 0)) best = id;
  return best;
}
