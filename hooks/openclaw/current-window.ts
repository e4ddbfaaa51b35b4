import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../src/errors.ts";
import { type Json, objectOf, parseObject, textOf } from "../../src/hosts/json.ts";
import { AgentDatabase } from "../../src/hosts/openclaw/database.ts";
import { isHostNotice } from "../../src/hosts/openclaw/human.ts";
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
}

/** Which session, and where its host keeps it. */
export interface Whereabouts {
  /** The host's state folder, absolute. */
  state: string;
  agentId: string;
  sessionId: string;
}

/** An answer comes within the first records of a window; of a file so much is looked at. */
const HEAD_BYTES = 512 * 1024;

/**
 * Looks up the open window of a session, read-only, in the agent's database or, of older hosts, by its file. Null where
 * that cannot be told. Errors: `sqlite-unsupported`, `file-unreadable`.
 */
export function currentWindow({ state, agentId, sessionId }: Whereabouts): CurrentWindow | null {
  const agent = join(state, "agents", agentId);
  const database = join(agent, "agent/openclaw-agent.sqlite");
  const found = existsSync(database) ? openWindow(database, sessionId) : null;
  if (found !== null) return found;
  // Before the databases a reset gave the session another id: each has one window.
  const sessions = join(agent, "sessions");
  if (!existsSync(join(sessions, "sessions.json"))) return null;
  const head = headOf(join(sessions, `${sessionId}.jsonl`));
  const before = null;
  return { id: sessionId, before, isFresh: !head.split("\n").some((line) => isAnswer(parseObject(line))) };
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
    for (const { record } of database.records(sessionId, window.from, window.to))
      if (isAnswer(record)) return { id, before, isFresh: false };
    return { id, before, isFresh: true };
  });
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

function headOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // A session that was never answered has no file yet.
    return "";
  }
}
