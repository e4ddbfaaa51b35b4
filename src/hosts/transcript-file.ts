import { createHash } from "node:crypto";
import { open, stat, type FileHandle } from "node:fs/promises";
import { HandoffError, systemCode } from "../errors.ts";
import type { Cursor } from "../session/cursor.ts";

/** First bytes of a file that tell a grown one from a replaced one. */
const HEAD_BYTES = 4096;
const NEWLINE = 10;

/** A transcript that is open for reading. */
export interface OpenFile {
  path: string;
  handle: FileHandle;
  /** `content-` and a hash of the first line: the id of a session that names none. Stable while the file grows. */
  contentId: string;
}

/**
 * Opens a transcript, calls `use` and closes it. `expected` completes the error message.
 * Errors: `file-not-found`, `file-unreadable`, `not-a-file`.
 */
export async function withFile<T>(
  path: string,
  expected: string,
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const handle = await openRegular(path, expected);
  try {
    return await use({ path, handle, contentId: await contentId(handle) });
  } catch (error) {
    const system = systemCode(error);
    if (error instanceof HandoffError || system === undefined) throw error;
    throw new HandoffError("file-unreadable", { path, system }, error);
  } finally {
    await handle.close();
  }
}

async function openRegular(path: string, expected: string): Promise<FileHandle> {
  try {
    // Before opening: a named pipe would block until somebody writes.
    if (!(await stat(path)).isFile()) throw new HandoffError("not-a-file", { path, expected });
    return await open(path, "r");
  } catch (error) {
    if (error instanceof HandoffError) throw error;
    const system = systemCode(error) ?? "unknown";
    const missing = system === "ENOENT" || system === "ENOTDIR";
    throw new HandoffError(missing ? "file-not-found" : "file-unreadable", { path, system, expected }, error);
  }
}

/** Hash of the first bytes, for the cursor. */
export async function headOf({ handle }: OpenFile, bytes = HEAD_BYTES): Promise<Cursor["head"]> {
  const head = await firstBytes(handle, bytes);
  return { bytes: head.length, hash: createHash("sha256").update(head).digest("hex") };
}

/** Whether a cursor still fits: the file begins as it did and has a newline where the cursor stopped. */
export async function sameFile(file: OpenFile, cursor: Cursor): Promise<boolean> {
  const { size } = await file.handle.stat();
  if (size < cursor.offset) return false;
  if (cursor.offset > 0) {
    const { buffer } = await file.handle.read(Buffer.alloc(1), 0, 1, cursor.offset - 1);
    if (buffer[0] !== NEWLINE) return false;
  }
  const head = await headOf(file, cursor.head.bytes);
  return head.hash === cursor.head.hash && head.bytes === cursor.head.bytes;
}

async function contentId(handle: FileHandle): Promise<string> {
  const head = await firstBytes(handle, HEAD_BYTES);
  const end = head.indexOf(NEWLINE);
  const line = end === -1 ? head : head.subarray(0, end);
  return `content-${createHash("sha256").update(line).digest("hex").slice(0, 16)}`;
}

async function firstBytes(handle: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}
