import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { HandoffError, systemCode } from "../../errors.ts";
import { EntryCollector } from "../../session/collect.ts";
import type { Cursor } from "../../session/cursor.ts";
import { initialFold } from "../../session/fold.ts";
import { eachLine, type Line } from "../../session/lines.ts";
import type { Session } from "../../session/session.ts";
import type { ReadRequest, ReadResult } from "../host.ts";
import { RecordReader } from "./records.ts";

const HEAD_BYTES = 4096;

/** Reads a Claude Code transcript (JSONL) into a session. Errors: see `Host.read`. */
export async function readTranscript(request: ReadRequest): Promise<ReadResult> {
  const handle = await openTranscript(request.path);
  try {
    const cursor = await usableCursor(handle, request.cursor ?? null);
    return await readOpen(handle, request, cursor);
  } finally {
    await handle.close();
  }
}

/** True when one of the first records looks like one of Claude Code's. */
export async function recognisesTranscript(path: string): Promise<boolean> {
  const handle = await openTranscript(path);
  try {
    return new RecordReader(new EntryCollector(initialFold()), null).looksRight(await firstLines(handle));
  } finally {
    await handle.close();
  }
}

async function openTranscript(path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    const system = systemCode(error) ?? "unknown";
    const code = system === "ENOENT" ? "file-not-found" : "file-unreadable";
    throw new HandoffError(code, { path, system, expected: "a transcript" }, error);
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new HandoffError("not-a-file", { path, expected: "a transcript" });
}

async function readOpen(
  handle: FileHandle,
  request: ReadRequest,
  cursor: Cursor | null,
): Promise<ReadResult> {
  const collector = new EntryCollector(structuredClone(cursor?.state ?? initialFold()));
  const reader = new RecordReader(collector, cursor);
  let offset = cursor?.offset ?? 0;
  let last: Buffer | null = null;
  await eachLine(handle, { from: offset, ...progressOf(request) }, (line: Line) => {
    if (!line.terminated) {
      last = line.long ? null : Buffer.from(line.bytes);
      return;
    }
    offset = line.end;
    reader.line(line);
  });
  const next = await cursorAt(handle, reader, collector, offset);
  if (last !== null) reader.lastLine(last, offset);
  collector.endText(true);
  const id = request.sessionId ?? reader.sessionId ?? next.sessionId;
  return { session: sessionOf(reader, collector, id, cursor), cursor: { ...next, sessionId: id } };
}

function progressOf(request: ReadRequest): Pick<ReadRequest, "onProgress"> {
  return request.onProgress === undefined ? {} : { onProgress: request.onProgress };
}

async function cursorAt(
  handle: FileHandle,
  reader: RecordReader,
  collector: EntryCollector,
  offset: number,
): Promise<Cursor> {
  const head = await headOf(handle, HEAD_BYTES);
  return {
    version: 1,
    host: "claude-code",
    sessionId: `content-${head.hash.slice(0, 16)}`,
    head,
    offset: collector.openOffset ?? offset,
    lastEntryId: collector.entries.at(-1)?.id ?? reader.facts.lastEntryId,
    ...reader.facts.kept(),
    state: structuredClone(collector.state),
  };
}

function sessionOf(
  reader: RecordReader,
  collector: EntryCollector,
  id: string,
  cursor: Cursor | null,
): Session {
  const last = collector.entries.at(-1);
  const entryId = last?.id ?? cursor?.lastEntryId ?? null;
  const { cwd, gitBranch, title, clientVersion, startedAt, lastAt } = reader.facts;
  return {
    host: "claude-code",
    id,
    cwd,
    gitBranch,
    title,
    clientVersion,
    startedAt,
    endedAt: lastAt,
    entries: collector.entries,
    state: collector.state,
    boundary:
      entryId === null ? null : { host: "claude-code", sessionId: id, entryId, at: last?.at ?? lastAt },
    skipped: collector.skipped,
  };
}

async function headOf(handle: FileHandle, bytes: number): Promise<Cursor["head"]> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
  return { bytes: bytesRead, hash: createHash("sha256").update(buffer.subarray(0, bytesRead)).digest("hex") };
}

async function usableCursor(handle: FileHandle, cursor: Cursor | null): Promise<Cursor | null> {
  if (cursor === null || (await handle.stat()).size < cursor.offset) return null;
  const head = await headOf(handle, cursor.head.bytes);
  return head.hash === cursor.head.hash ? cursor : null;
}

async function firstLines(handle: FileHandle): Promise<string[]> {
  const buffer = Buffer.alloc(256 * 1024);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  return buffer.subarray(0, bytesRead).toString("utf8").split("\n").slice(0, 20);
}
