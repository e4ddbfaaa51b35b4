import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import { Cursor } from "../session/cursor.ts";
import type { HostId } from "../session/entry.ts";
import { pruneFolder } from "./prune.ts";
import { realRoot } from "./real-root.ts";

/**
 * What a cursor follows: `fold` the newest read of all, `model` the newest read that a model was told of. The fold
 * holds all there is to know for the extractive summarizer; a model sees entries, and must see each one once.
 */
export type CursorUse = "fold" | "model";

/** Names the cursor of one session in one memory: two memories may follow the same session at their own pace. */
export function cursorKey(root: string, host: HostId, sessionId: string, use: CursorUse = "fold"): string {
  const parts = [realRoot(root), host, sessionId, ...(use === "fold" ? [] : [use])];
  return sha256(parts.join("\0")).slice(0, 32);
}

/** Null when there is none, or none that this version can continue. */
export function readCursor(home: string, key: string): Cursor | null {
  const text = readHomeFile(home, fileOf(key));
  if (text === null) return null;
  try {
    return Cursor.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps a cursor; false when it cannot be kept, which only costs the next read time. */
export function writeCursor(home: string, key: string, cursor: Cursor): boolean {
  try {
    writeHomeFile(home, fileOf(key), `${JSON.stringify(cursor)}\n`);
    return true;
  } catch (error) {
    if (error instanceof HandoffError) return false;
    throw error;
  }
}

/** Takes out the cursors that nobody wrote for 90 days: hosts delete sessions that old. Returns how many. */
export function pruneCursors(home: string, now: Date): number {
  return pruneFolder(join(home, HOME_LAYOUT.cursors), /^[0-9a-f]{32}\.json$/, 90 * 86_400_000, now);
}

const fileOf = (key: string): string => `${HOME_LAYOUT.cursors}/${key}.json`;
