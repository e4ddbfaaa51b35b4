import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../src/errors.ts";
import { type Json, objectOf, parseObject, textOf } from "../../src/hosts/json.ts";
import { AgentDatabase } from "../../src/hosts/openclaw/database.ts";
import { isHostNotice, isHostsPrompt, personsText } from "../../src/hosts/openclaw/human.ts";
import type { SessionStore } from "../../src/hosts/openclaw/session-store.ts";
import { type Database, withDatabase } from "../../src/hosts/openclaw/sqlite.ts";
import { windowId } from "../../src/hosts/openclaw/window-id.ts";

/** Where a session stands. */
export interface CurrentWindow {
  /** Id of the window that is open. */
  id: string;
  /** No model has answered in it yet: its context holds nothing of what was before. */
  isFresh: boolean;
  /** Id of the window before it; null when there is none, or it is not known. */
  before: string | null;
  /** Id of its newest compaction; null when there is none, or it is not known. */
  compaction: string | null;
  /** The run that begins is the host's own, such as a heartbeat, and no person has said anything in it yet. */
  isUnspoken: boolean;
}

/** Which session, and where its host keeps it. */
export interface Whereabouts {
  store: Pick<SessionStore, "index" | "sessions" | "database">;
  sessionId: string;
}

/** An answer comes within the first records of a window, and a compaction is soon seen: of a file so much of each end. */
const END_BYTES = 512 * 1024;

/**
 * Looks up the open window of a session, read-only, in the agent's database or, of older hosts, by its file. Null where
 * that cannot be told. Errors: `sqlite-unsupported`, `file-unreadable`.
 */
export function currentWindow({ store, sessionId }: Whereabouts): CurrentWindow | null {
  const { index, sessions, database } = store;
  const found = existsSync(database) ? openWindow(database, sessionId) : null;
  if (found !== null) return found;
  // Before the databases a reset gave the session another id: each has one window.
  if (!existsSync(index)) return null;
  const { head, tail } = endsOf(join(sessions, `${sessionId}.jsonl`));
  const compaction = compactionIn(tail);
  // Hosts of that time write what a run is asked only after its prompt was made: a heartbeat cannot be told.
  return { id: sessionId, before: null, compaction, isFresh: !head.some(isAnswer), isUnspoken: false };
}

/** Null for a database without records: such files stood there before the host kept any in them. */
function openWindow(path: string, sessionId: string): CurrentWindow | null {
  return withDatabase(path, (open) => {
    const database = databaseOf(open, path);
    const windows = database?.windows(sessionId) ?? [];
    const window = windows.at(-1);
    if (database === null || window === undefined) return null;
    const id = windowId(sessionId, window.openedBy);
    const last = windows.at(-2);
    const before = last === undefined ? null : windowId(sessionId, last.openedBy);
    const compaction = database.compaction(sessionId, window);
    const records = (from: number): Iterable<Json | null> =>
      recordsFrom(database, sessionId, from, window.to);
    const isUnspoken =
      asksItself(records(Math.max(window.from, window.to - LAST_ROWS))) && !hasPerson(records(window.from));
    return { id, before, compaction, isFresh: !hasAnswer(records(window.from)), isUnspoken };
  });
}

/** Among so many rows at the end of a window stands what its run is asked. */
const LAST_ROWS = 8;

function* recordsFrom(
  database: AgentDatabase,
  sessionId: string,
  from: number,
  to: number,
): Iterable<Json | null> {
  for (const { record } of database.records(sessionId, from, to)) yield record;
}

function hasAnswer(records: Iterable<Json | null>): boolean {
  for (const record of records) if (isAnswer(record)) return true;
  return false;
}

/** Whether the newest prompt is the host's own. It stands in the database before the run's own prompt is made. */
function asksItself(records: Iterable<Json | null>): boolean {
  const newest = [...records].map(promptOf).findLast((message) => message !== null);
  return newest != null && isHostsPrompt(newest);
}

function hasPerson(records: Iterable<Json | null>): boolean {
  for (const record of records) {
    const message = promptOf(record);
    if (message !== null && personsText(message) !== null) return true;
  }
  return false;
}

function promptOf(record: Json | null): Json | null {
  const message = objectOf(record?.["message"]);
  return message?.["role"] === "user" ? message : null;
}

function databaseOf(open: Database, path: string): AgentDatabase | null {
  try {
    return new AgentDatabase(open, path);
  } catch (error) {
    if (error instanceof HandoffError && error.code === "transcript-unrecognised") return null;
    throw error;
  }
}

/** A model's own answer, as opposed to a notice of the gateway and to a call that failed. */
function isAnswer(record: Json | null): boolean {
  const message = objectOf(record?.["message"]);
  if (message?.["role"] !== "assistant" || isHostNotice(message)) return false;
  const { content } = message;
  return Array.isArray(content) ? content.length > 0 : textOf(content) !== null;
}

function compactionIn(records: readonly (Json | null)[]): string | null {
  return textOf(records.findLast((record) => record?.["type"] === "compaction")?.["id"]);
}

/** Records of both ends of a session file; the same ones where it is short. */
function endsOf(path: string): Record<"head" | "tail", (Json | null)[]> {
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const head = recordsAt(file, 0);
      return { head, tail: size > END_BYTES ? recordsAt(file, size - END_BYTES) : head };
    } finally {
      closeSync(file);
    }
  } catch {
    // A session that was never answered has no file yet.
    return { head: [], tail: [] };
  }
}

/** Null for a line that is cut. */
function recordsAt(file: number, offset: number): (Json | null)[] {
  const bytes = Buffer.alloc(END_BYTES);
  const read = readSync(file, bytes, 0, END_BYTES, offset);
  return bytes.toString("utf8", 0, read).split("\n").map(parseObject);
}
