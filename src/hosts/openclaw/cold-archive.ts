import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Json, objectOf, parseObject, textOf } from "../json.ts";
import { type Database, type Row, withMemoryDatabase } from "./sqlite.ts";

/** What `archive_name` of a session that the client put away looks like. */
const NAME = /^[0-9a-f]{64}\.jsonl\.zst$/;

/** The tables that a session is read from, as far as an archive fills them. */
const TABLES = `
  CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER);
  CREATE TABLE transcript_event_identities (session_id TEXT, event_id TEXT, seq INTEGER, event_type TEXT);
  CREATE TABLE transcript_rewrite_watermarks (session_id TEXT, generation TEXT);`;

/**
 * Calls `use` with a session that the client put away into a file (`session.maintenance.coldStorage`), as rows of the
 * tables they came from, in memory: neither archive nor database is touched, as the client's own readers would do, which
 * put the session back. Null where the archive is not there, is not the one that the database names, or is none we know.
 */
export function withColdSession<T>(
  database: Database,
  path: string,
  sessionId: string,
  use: (cold: Database) => T,
): T | null {
  const row = database.first(
    "SELECT * FROM session_transcript_cold_archives WHERE session_id = ?",
    sessionId,
  );
  const bytes = row === null ? null : bytesOf(row, path);
  const text = bytes === null ? null : database.unpack(bytes);
  const records = text === null ? null : recordsOf(text, sessionId, Number(row?.["event_count"]));
  if (records === null) return null;
  return withMemoryDatabase(path, (memory) => {
    memory.exec(TABLES);
    fill(memory.run, records, sessionId);
    return use(memory.database);
  });
}

/** The packed bytes; null unless they are those that the database names. */
function bytesOf(row: Row, path: string): Uint8Array | null {
  const name = textOf(row["archive_name"]) ?? "";
  const blob = row["archive_blob"];
  const bytes =
    blob instanceof Uint8Array ? blob : NAME.test(name) ? fileBytes(archivePath(path, name)) : null;
  if (bytes === null) return null;
  return createHash("sha256").update(bytes).digest("hex") === row["archive_sha256"] ? bytes : null;
}

/** Beside the database's folder `agent` lies the folder of session files; archives lie in it. */
function archivePath(path: string, name: string): string {
  const folder = dirname(path);
  return join(basename(folder) === "agent" ? join(dirname(folder), "sessions") : folder, "cold", name);
}

function fileBytes(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

interface ColdRecords {
  generation: string;
  events: Json[];
  identities: Json[];
}

/** The lines of an archive: a header, then rows by table. Null where they are of another session, or not all of it. */
function recordsOf(text: string, sessionId: string, count: number): ColdRecords | null {
  const [first, ...rest] = text.trimEnd().split("\n").map(parseObject);
  const isOurs = first?.["kind"] === "header" && first["version"] === 1 && first["sessionId"] === sessionId;
  if (!isOurs) return null;
  const rows = (kind: string): Json[] =>
    rest.flatMap((record) => {
      const row = record?.["kind"] === kind ? objectOf(record["row"]) : null;
      return row === null ? [] : [row];
    });
  const events = rows("event");
  if (events.length !== count) return null;
  return { generation: textOf(first["generation"]) ?? "", events, identities: rows("identity") };
}

type Run = (sql: string, ...values: (string | number | null)[]) => void;

function fill(run: Run, { generation, events, identities }: ColdRecords, sessionId: string): void {
  for (const { seq, event_json: json, created_at: at } of events)
    run(
      "INSERT INTO transcript_events VALUES (?, ?, ?, ?)",
      sessionId,
      Number(seq),
      textOf(json),
      Number(at),
    );
  for (const { event_id: id, seq, event_type: type } of identities)
    run(
      "INSERT INTO transcript_event_identities VALUES (?, ?, ?, ?)",
      sessionId,
      textOf(id),
      Number(seq),
      textOf(type),
    );
  run("INSERT INTO transcript_rewrite_watermarks VALUES (?, ?)", sessionId, generation);
}
