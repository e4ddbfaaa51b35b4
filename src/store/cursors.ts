import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { atomicReplace } from "../files/atomic-replace.ts";
import { Cursor } from "../session/cursor.ts";
import type { HostId } from "../session/entry.ts";

/** A cursor's name: one for each memory, host and session. */
export function cursorKey(root: string, host: HostId, sessionId: string): string {
  return createHash("sha256")
    .update([path.resolve(root), host, sessionId].join("\0"))
    .digest("hex")
    .slice(0, 32);
}

/** The kept cursor; null when there is none or it is not readable as one (the transcript is then read from the top). */
export function readCursor(home: string, key: string): Cursor | null {
  try {
    return Cursor.parse(JSON.parse(readFileSync(cursorFile(home, key), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Keeps a cursor, readable by its owner only. False when the state folder cannot be written: a missing cursor costs
 * the next read time and nothing else.
 */
export function writeCursor(home: string, key: string, cursor: Cursor): boolean {
  const file = cursorFile(home, key);
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    atomicReplace(file, `${JSON.stringify(cursor)}\n`);
    return true;
  } catch {
    return false;
  }
}

function cursorFile(home: string, key: string): string {
  return path.join(home, "cursors", `${key}.json`);
}
