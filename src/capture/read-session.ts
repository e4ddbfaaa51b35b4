import { type ProviderId, rankOf } from "../handoff/handoff.ts";
import type { ReadResult } from "../hosts/host.ts";
import type { Cursor } from "../session/cursor.ts";
import { type CursorUse, cursorKey, readCursor, writeCursor } from "../store/cursors.ts";
import { capturesOf } from "./earlier-captures.ts";
import type { MemoryPlace } from "./locate-memory.ts";
import type { TranscriptSource } from "./locate-transcript.ts";
import type { CaptureRequest } from "./request.ts";

/** What a read needs of a request. */
type ReadFor = Pick<CaptureRequest, "sessionId" | "onProgress">;

/**
 * Reads the new bytes of the transcript where a cursor is kept for this memory and session, else all of it.
 *
 * The extractive summarizer works on the fold, which is cumulative: from any cursor it says what it would say of the
 * whole file, for a memory that was wiped too. So it goes on from the newest read, a Stop's included. A model sees
 * entries: it goes on from the last read that a model took in, as long as what it made of that stands in the memory.
 */
export async function readSession(
  request: ReadFor,
  source: TranscriptSource,
  memory: MemoryPlace,
  home: string,
  provider: ProviderId,
): Promise<ReadResult> {
  const { sessionId } = request;
  return source.host.read({
    path: source.path,
    cursorOf: (id) => (id === null ? null : usableCursor(id, source, memory, home, provider)),
    ...(sessionId === null ? {} : { sessionId }),
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  });
}

function usableCursor(
  sessionId: string,
  source: TranscriptSource,
  memory: MemoryPlace,
  home: string,
  provider: ProviderId,
): Cursor | null {
  const use = useOf(provider);
  if (use === "model" && !modelHandoffStands(memory.root, sessionId)) return null;
  return readCursor(home, cursorKey(memory.root, source.host.id, sessionId, use));
}

/** Whether the newest handoff that a model made of this session was not undone. */
function modelHandoffStands(root: string, sessionId: string): boolean {
  const { all, standing } = capturesOf(root, sessionId);
  const newest = all.find(({ provider }) => provider !== null && useOf(provider) === "model");
  return newest !== undefined && standing.includes(newest);
}

/**
 * Keeps where a capture stopped, made by `provider`. A cursor that cannot be kept only costs the next read time: never
 * a failure.
 */
export function rememberCapture(home: string, root: string, read: Cursor, provider: ProviderId): void {
  const cursor = { ...read, capturedEnd: read.end };
  writeCursor(home, cursorKey(root, cursor.host, cursor.sessionId), cursor);
  if (useOf(provider) === "model")
    writeCursor(home, cursorKey(root, cursor.host, cursor.sessionId, "model"), cursor);
}

/** Keeps where a read stopped that captured nothing. */
export function rememberRead(home: string, root: string, cursor: Cursor): void {
  writeCursor(home, cursorKey(root, cursor.host, cursor.sessionId), cursor);
}

const useOf = (provider: ProviderId): CursorUse => (rankOf(provider) > 0 ? "model" : "fold");
