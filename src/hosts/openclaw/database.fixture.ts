import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A record without the fields that follow from its place. */
export type Draft = Record<string, unknown> & { type: string };

export interface SessionDraft {
  id: string;
  key: string;
  /** Records in order; ids, parents and times are put in where a record names none. */
  records: readonly (Draft | string | null)[];
}

/** Bytes from which a record is packed, as the client does. */
const PACKED_FROM = 1024;
const START = Date.UTC(2026, 10, 29, 20, 0, 0);

const said = (role: string, message: object): Draft => ({ type: "message", message: { role, ...message } });
/** What a person says. */
export const asks = (content: string, more: object = {}): Draft =>
  said("user", { content, __openclaw: { senderIsOwner: true }, ...more });
/** What the agent says, the last of its turn. */
export const answers = (text: string, more: object = {}): Draft =>
  said("assistant", { content: [{ type: "text", text }], stopReason: "stop", ...more });
/** One tool call of the agent and what came of it. */
export const works = (name: string, args: object, output: string, more: object = {}): Draft[] => {
  const id = `call-${name}-${output.length}`;
  const call = { type: "toolCall", id, name, arguments: args };
  const content = [{ type: "text", text: output }];
  return [
    said("assistant", { content: [call], stopReason: "toolUse" }),
    said("toolResult", { toolCallId: id, toolName: name, content, isError: false, ...more }),
  ];
};
/** The end of a window. */
export const resets = (id: string, reason = "new"): Draft => ({ type: "reset", id, reason });
/** What the client keeps of a chat `/new` as the first records of the new window. */
export const afterNew = (): Draft[] => [
  asks("/new"),
  answers("✅ New session started.", { provider: "openclaw", model: "gateway-injected" }),
];

/** The time of the record at a row, ISO: one second after the other. */
export const timeOf = (seq: number): string => new Date(START + seq * 1000).toISOString();

/** An agent's database as the client lays it down, with the tables that are read; open for more. */
export function writeDatabase(path: string, sessions: readonly SessionDraft[]) {
  mkdirSync(dirname(path), { recursive: true });
  const connection = connect(path);
  connection.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = 23;
    CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT NOT NULL, chat_type TEXT, spawned_by TEXT);
    CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, created_at INTEGER NOT NULL,
      event_zstd BLOB, event_utf8_bytes INTEGER, navigation_json TEXT, PRIMARY KEY (session_id, seq));
    CREATE TABLE transcript_event_identities (session_id TEXT NOT NULL, event_id TEXT NOT NULL, seq INTEGER NOT NULL,
      event_type TEXT, parent_id TEXT, PRIMARY KEY (session_id, event_id));
    CREATE TABLE session_transcript_cold_archives (session_id TEXT PRIMARY KEY);
    CREATE TABLE transcript_rewrite_watermarks (session_id TEXT PRIMARY KEY, generation TEXT NOT NULL);`);
  const last = new Map<string, { seq: number; id: string | null }>();
  const append = (id: string, records: SessionDraft["records"]): void => {
    for (const draft of records) {
      const before = last.get(id) ?? { seq: -1, id: null };
      const seq = before.seq + 1;
      const record =
        draft === null || typeof draft === "string"
          ? draft
          : { id: `${id}-${seq}`, parentId: before.id, timestamp: timeOf(seq), ...draft };
      const json = record === null || typeof record === "string" ? record : JSON.stringify(record);
      const packed = json !== null && json.length >= PACKED_FROM ? pack(json) : null;
      connection
        .prepare(
          "INSERT INTO transcript_events (session_id, seq, event_json, created_at, event_zstd) VALUES (?, ?, ?, ?, ?)",
        )
        .run(id, seq, packed === null ? json : null, START + seq * 1000, packed);
      const isEntry = record !== null && typeof record === "object" && record.type !== "session";
      if (isEntry)
        connection
          .prepare("INSERT OR IGNORE INTO transcript_event_identities VALUES (?, ?, ?, ?, ?)")
          .run(id, record.id, seq, record.type, record.parentId);
      last.set(id, { seq, id: isEntry ? record.id : before.id });
    }
  };
  for (const { id, key, records } of sessions) {
    connection.prepare("INSERT INTO session_windows (session_id, session_key) VALUES (?, ?)").run(id, key);
    append(id, [{ type: "session", version: 4, id, cwd: "/srv/work" }, ...records]);
  }
  return {
    append,
    exec: (sql: string) => connection.exec(sql),
    putAway: (id: string, embedded = false) => putAway(connection, path, id, embedded),
    close: () => connection.close(),
  };
}

/** Puts a session away as the client does, in a file or in the row that names it; returns the path of the file. */
function putAway(connection: Writer, path: string, id: string, embedded: boolean): string {
  const rows = (columns: string, table: string): Record<string, unknown>[] =>
    connection.prepare(`SELECT ${columns} FROM ${table} WHERE session_id = ? ORDER BY seq`).all(id);
  const events = rows("seq, event_json, event_zstd, created_at", "transcript_events").map(
    ({ event_zstd: packed, event_json: json, ...row }) => ({
      ...row,
      event_json: packed instanceof Uint8Array ? unpack(packed) : json,
    }),
  );
  const lines = [
    { kind: "header", version: 1, sessionId: id, generation: "g1" },
    ...events.map((row) => ({ kind: "event", row })),
    ...rows("event_id, seq, event_type, parent_id", "transcript_event_identities").map((row) => ({
      kind: "identity",
      row,
    })),
    { kind: "fts", row: { text: "for a search in words", message_id: null } },
  ];
  const bytes = pack(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const hash = createHash("sha256").update(bytes).digest("hex");
  const file = join(dirname(dirname(path)), "sessions/cold", `${hash}.jsonl.zst`);
  mkdirSync(dirname(file), { recursive: true });
  if (!embedded) writeFileSync(file, bytes);
  connection.exec(`DROP TABLE session_transcript_cold_archives;
    CREATE TABLE session_transcript_cold_archives (session_id TEXT PRIMARY KEY, generation TEXT, archive_name TEXT,
      archive_sha256 TEXT, event_count INTEGER, storage TEXT, archive_blob BLOB)`);
  connection
    .prepare("INSERT INTO session_transcript_cold_archives VALUES (?, 'g1', ?, ?, ?, ?, ?)")
    .run(id, `${hash}.jsonl.zst`, hash, events.length, embedded ? "sqlite" : "file", embedded ? bytes : null);
  for (const table of ["transcript_events", "transcript_event_identities"])
    connection.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(id);
  return file;
}

interface Writer {
  exec: (sql: string) => void;
  prepare: (sql: string) => {
    run: (...values: unknown[]) => unknown;
    all: (...values: unknown[]) => Record<string, unknown>[];
  };
  close: () => void;
}

function connect(path: string): Writer {
  const found: object | undefined = process.getBuiltinModule("node:sqlite");
  const { DatabaseSync } = found as { DatabaseSync: new (path: string) => Writer };
  return new DatabaseSync(path);
}

function pack(json: string): Buffer {
  const found: object | undefined = process.getBuiltinModule("node:zlib");
  return (found as { zstdCompressSync: (text: string) => Buffer }).zstdCompressSync(json);
}

function unpack(bytes: Uint8Array): string {
  const found: object | undefined = process.getBuiltinModule("node:zlib");
  return (found as { zstdDecompressSync: (bytes: Uint8Array) => Buffer })
    .zstdDecompressSync(bytes)
    .toString();
}
