import type { Cursor } from "../session/cursor.ts";
import type { ReadResult } from "../hosts/host.ts";
import { cursorKey, readCursor, writeCursor } from "../store/cursors.ts";
import { readLedger } from "../store/ledger.ts";
import type { MemoryPlace } from "./locate-memory.ts";
import type { TranscriptSource } from "./locate-transcript.ts";
import type { CaptureRequest } from "./request.ts";

/**
 * Reads the transcript: behind the cursor where one is kept for this memory and session and the memory still knows the
 * session (a wiped memory is captured anew), else from the top.
 */
export async function readSession(
  request: CaptureRequest,
  source: TranscriptSource,
  memory: MemoryPlace,
  home: string,
): Promise<ReadResult> {
  const cursor =
    request.sessionId === null ? null : await usableCursor(request.sessionId, source, memory, home);
  return source.host.read({
    path: source.path,
    cursor,
    ...(request.sessionId === null ? {} : { sessionId: request.sessionId }),
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  });
}

async function usableCursor(
  sessionId: string,
  source: TranscriptSource,
  memory: MemoryPlace,
  home: string,
): Promise<Cursor | null> {
  const known = await readLedger(memory.root, { session: sessionId, last: 1 });
  return known.length === 0 ? null : readCursor(home, cursorKey(memory.root, source.host.id, sessionId));
}

/** Keeps where the read stopped. A cursor that cannot be kept only costs the next read time: never a failure. */
export function rememberCursor(home: string, root: string, cursor: Cursor): void {
  writeCursor(home, cursorKey(root, cursor.host, cursor.sessionId), cursor);
}
