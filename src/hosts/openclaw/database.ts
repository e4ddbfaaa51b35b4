import { createHash } from "node:crypto";
import { HandoffError } from "../../errors.ts";
import { type Json, parseObject, textOf } from "../json.ts";
import { withColdSession } from "./cold-archive.ts";
import { isOwners } from "./session-key.ts";
import type { Database, Row } from "./sqlite.ts";

/** What an agent's database is called in errors. */
export const EXPECTED_DATABASE = "a session database of OpenClaw 2026.8 or newer";

/** A session of the database: its own id, the key it is reached by, and when a record was last written. */
export interface StoredSession {
  id: string;
  /** Empty where the database does not tell. */
  key: string;
  /** Only the owner takes part in it and no agent opened it, as its key and the host's own marks tell. */
  isOwners: boolean;
  /** Milliseconds since 1970; 0 where the database does not tell. */
  writtenAt: number;
}

/** A span of a session between two `reset` rows: rows `from` (inclusive) to `to` (exclusive). */
export interface Window {
  /** Id of the `reset` row that opened it; null for the first one. */
  openedBy: string | null;
  from: number;
  to: number;
}

/** One record as it is stored. */
export interface StoredRecord {
  seq: number;
  /** Null: the row holds no readable record. */
  record: Json | null;
}

/** Reads sessions out of an agent's database. See README.md, database. */
export class AgentDatabase {
  readonly #database: Database;
  readonly #path: string;
  readonly #tables: ReadonlyMap<string, ReadonlySet<string>>;

  /** Error `transcript-unrecognised`: no table that holds records, or not the columns that are needed. */
  constructor(database: Database, path: string) {
    this.#database = database;
    this.#path = path;
    this.#tables = tablesOf(database);
    const fits = ["session_id", "seq", "event_json"].every((name) => this.#has("transcript_events", name));
    if (!fits)
      throw new HandoffError("transcript-unrecognised", {
        path,
        name: "OpenClaw",
        expected: EXPECTED_DATABASE,
      });
  }

  /** Sessions with records, oldest write first. */
  sessions(): StoredSession[] {
    const found = this.#known().flatMap((session): StoredSession[] => {
      const last = this.#lastRow(session.id, Number.MAX_SAFE_INTEGER);
      return last === null ? [] : [{ ...session, writtenAt: last.writtenAt }];
    });
    return found.sort((a, b) => a.writtenAt - b.writtenAt);
  }

  /** Sessions whose records the client put away into files. */
  putAway(): Omit<StoredSession, "writtenAt">[] {
    if (!this.#has("session_transcript_cold_archives", "session_id")) return [];
    const rows = this.#database.all("SELECT session_id FROM session_transcript_cold_archives");
    const ids = new Set(rows.map((row) => row["session_id"]));
    return this.#known().filter(({ id }) => ids.has(id));
  }

  #known(): Omit<StoredSession, "writtenAt">[] {
    const marks = MARKS.filter((name) => this.#has("session_windows", name));
    const rows = this.#has("session_windows", "session_key")
      ? this.#database.all(
          `SELECT ${["session_id", "session_key", ...marks].join(", ")} FROM session_windows`,
        )
      : this.#database.all("SELECT DISTINCT session_id, '' AS session_key FROM transcript_events");
    return rows.flatMap((row) => {
      const id = textOf(row["session_id"]);
      const key = textOf(row["session_key"]) ?? "";
      return id === null ? [] : [{ id, key, isOwners: isOwnersRow(key, row) }];
    });
  }

  /** Sessions of the owner's, oldest write first; those without a key count. */
  ownersSessions(): StoredSession[] {
    return this.sessions().filter((session) => session.isOwners);
  }

  /**
   * Where records of a session are: in rows, or put away in a file that can be read; null: nowhere. Error
   * `transcript-archived`: they were put away, and there is no such file, or the person deleted them.
   */
  holds(sessionId: string): "rows" | "cold" | null {
    if (this.#lastRow(sessionId, Number.MAX_SAFE_INTEGER) !== null) return "rows";
    if (this.cold(sessionId, () => true) === true) return "cold";
    for (const table of ["session_transcript_cold_archives", "session_transcript_archives"]) {
      if (!this.#has(table, "session_id")) continue;
      const row = this.#database.first(`SELECT 1 FROM ${table} WHERE session_id = ? LIMIT 1`, sessionId);
      if (row !== null) throw new HandoffError("transcript-archived", { path: this.#path, name: "OpenClaw" });
    }
    return null;
  }

  /** Calls `use` with a session that was put away, read from its file; null where it was not, or the file cannot be read. */
  cold<T>(sessionId: string, use: (agent: AgentDatabase) => T): T | null {
    if (!this.#has("session_transcript_cold_archives", "archive_sha256")) return null;
    return withColdSession(this.#database, this.#path, sessionId, (database) =>
      use(new AgentDatabase(database, this.#path)),
    );
  }

  /** Windows of a session, oldest first; the last one is open. */
  windows(sessionId: string): Window[] {
    const windows: Window[] = [{ openedBy: null, from: 0, to: 0 }];
    for (const { seq, id } of this.#rowsOf(sessionId, "reset")) {
      const open = windows.at(-1);
      if (open !== undefined) open.to = seq;
      windows.push({ openedBy: id, from: seq + 1, to: seq + 1 });
    }
    const open = windows.at(-1);
    const last = this.#lastRow(sessionId, Number.MAX_SAFE_INTEGER);
    if (open !== undefined && last !== null) open.to = last.seq + 1;
    return windows;
  }

  /** Id of the newest compaction of a window; null when it has none. */
  compaction(sessionId: string, { from, to }: Window): string | null {
    const rows = this.#rowsOf(sessionId, "compaction");
    return rows.findLast(({ seq }) => seq >= from && seq < to)?.id ?? null;
  }

  /** Records of a span, in order; `onlySaid`: those that may hold a person's words. */
  *records(sessionId: string, from: number, to: number, onlySaid = false): Generator<StoredRecord> {
    const packed = this.#has("transcript_events", "event_zstd");
    const times = this.#has("transcript_events", "created_at");
    const columns = [
      "seq",
      "event_json",
      ...(packed ? ["event_zstd"] : []),
      ...(times ? ["created_at"] : []),
    ];
    const said = onlySaid ? `AND (event_json IS NULL OR event_json LIKE '%"role":"user"%')` : "";
    const rows = this.#database.each(
      `SELECT ${columns.join(", ")} FROM transcript_events WHERE session_id = ? AND seq >= ? AND seq < ? ${said} ORDER BY seq`,
      sessionId,
      from,
      to,
    );
    for (const row of rows) yield { seq: Number(row["seq"]), record: this.#recordOf(row) };
  }

  /** When the last record of a window was written, in milliseconds since 1970; null when it has none. */
  writtenAt(sessionId: string, { from, to }: Window): number | null {
    const last = this.#lastRow(sessionId, to);
    return last === null || last.seq < from ? null : last.writtenAt;
  }

  /** Changes when the host has written a session's records anew instead of adding to them. */
  generation(sessionId: string, { openedBy, from }: Window): string {
    const row = this.#has("transcript_rewrite_watermarks", "generation")
      ? this.#database.first(
          "SELECT generation FROM transcript_rewrite_watermarks WHERE session_id = ?",
          sessionId,
        )
      : null;
    const parts = [sessionId, openedBy ?? "", String(from), textOf(row?.["generation"]) ?? ""];
    return createHash("sha256").update(parts.join("\0")).digest("hex");
  }

  #rowsOf(sessionId: string, type: "reset" | "compaction"): { seq: number; id: string }[] {
    const indexed = this.#has("transcript_event_identities", "event_type");
    const rows = indexed
      ? this.#database.all(
          "SELECT seq, event_id AS id FROM transcript_event_identities WHERE session_id = ? AND event_type = ? ORDER BY seq",
          sessionId,
          type,
        )
      : this.#database.all(
          `SELECT seq, json_extract(event_json, '$.id') AS id FROM transcript_events
           WHERE session_id = ? AND event_json LIKE '%"type":"' || ? || '"%' AND json_valid(event_json)
             AND json_extract(event_json, '$.type') = ? ORDER BY seq`,
          sessionId,
          type,
          type,
        );
    return rows.map((row) => ({
      seq: Number(row["seq"]),
      id: textOf(row["id"]) ?? `@${String(row["seq"])}`,
    }));
  }

  #lastRow(sessionId: string, before: number): { seq: number; writtenAt: number } | null {
    const time = this.#has("transcript_events", "created_at") ? "created_at" : "0 AS created_at";
    const row = this.#database.first(
      `SELECT seq, ${time} FROM transcript_events WHERE session_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1`,
      sessionId,
      before,
    );
    return row === null ? null : { seq: Number(row["seq"]), writtenAt: Number(row["created_at"]) || 0 };
  }

  #recordOf(row: Row): Json | null {
    const packed = row["event_zstd"];
    const json =
      textOf(row["event_json"]) ?? (packed instanceof Uint8Array ? this.#database.unpack(packed) : null);
    const record = json === null ? null : parseObject(json);
    const time = row["created_at"];
    return record === null || typeof time !== "number" ? record : { timestamp: time, ...record };
  }

  #has(table: string, column: string): boolean {
    return this.#tables.get(table)?.has(column) ?? false;
  }
}

/** Columns of `session_windows` that say who is in a session, beside its key. */
const MARKS = ["chat_type", "spawned_by", "hook_external_content_source"];

function isOwnersRow(key: string, row: Row): boolean {
  if (/^(?:group|channel|room)$/.test(textOf(row["chat_type"]) ?? "")) return false;
  if (textOf(row["spawned_by"]) !== null || textOf(row["hook_external_content_source"]) !== null)
    return false;
  return key === "" || isOwners(key);
}

/** Names of columns by table. */
function tablesOf(database: Database): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  const rows = database.all(
    "SELECT t.name AS name, c.name AS field FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'",
  );
  for (const row of rows) {
    const name = textOf(row["name"]);
    const field = textOf(row["field"]);
    if (name === null || field === null) continue;
    tables.set(name, (tables.get(name) ?? new Set()).add(field));
  }
  return tables;
}
