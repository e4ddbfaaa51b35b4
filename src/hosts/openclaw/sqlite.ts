import { pathToFileURL } from "node:url";
import { existsSync } from "node:fs";
import { HandoffError } from "../../errors.ts";

/** One row as SQLite gives it: every column is checked where it is read. */
export type Row = Readonly<Record<string, unknown>>;

type Value = string | number | null;

/** The part of `node:sqlite` that is used; it is no part of Node 20, nor of its types. */
interface Statement {
  all: (...values: Value[]) => Row[];
  get: (...values: Value[]) => Row | undefined;
  iterate: (...values: Value[]) => IterableIterator<Row>;
  run: (...values: Value[]) => unknown;
}
interface Connection {
  prepare: (sql: string) => Statement;
  exec: (sql: string) => void;
  close: () => void;
}
interface SqliteModule {
  DatabaseSync: new (path: string | URL, options: { readOnly: boolean; timeout: number }) => Connection;
}
interface ZstdModule {
  zstdDecompressSync: (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;
}

/** A database open for reading. */
export interface Database {
  /** All rows. */
  all: (sql: string, ...values: Value[]) => Row[];
  /** The first row, or null. */
  first: (sql: string, ...values: Value[]) => Row | null;
  /** One row after the other: what is read is not held. */
  each: (sql: string, ...values: Value[]) => Iterable<Row>;
  /** Text of bytes that zstd packed; null when they are none or more than `MAX_TEXT_BYTES`. */
  unpack: (bytes: Uint8Array) => string | null;
}

/** Milliseconds a read waits for a writer that locks the whole file (a checkpoint does, for a moment). */
const BUSY_MS = 3_000;
/** Longest text unpacked, in bytes: real messages end below a few MiB. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const MAGIC = "SQLite format 3\0";

/** Whether the first bytes of a file are those of a SQLite database. */
export function isSqlite(head: Buffer): boolean {
  return head.toString("latin1", 0, MAGIC.length) === MAGIC;
}

/**
 * Opens a database read-only, calls `use` within one snapshot of it and closes it; a host may write meanwhile. Errors:
 * `sqlite-unsupported` (Node older than 22.15), `file-unreadable`; those of `use`.
 */
export function withDatabase<T>(path: string, use: (database: Database) => T): T {
  const { DatabaseSync, zstdDecompressSync } = modules(path);
  return unlessUnreadable(path, () => {
    const connection = open(DatabaseSync, path);
    try {
      // One snapshot: rows that are written meanwhile are for the next read.
      connection.exec("BEGIN");
      return use(readerOf(connection, zstdDecompressSync));
    } finally {
      connection.close();
    }
  });
}

/** A database in memory, to be filled and read. */
export interface MemoryDatabase {
  database: Database;
  exec: (sql: string) => void;
  /** One statement that returns nothing. */
  run: (sql: string, ...values: Value[]) => void;
}

/** Calls `use` with a database in memory. `path`: whose rows they are, for errors, which are those of `withDatabase`. */
export function withMemoryDatabase<T>(path: string, use: (memory: MemoryDatabase) => T): T {
  const { DatabaseSync, zstdDecompressSync } = modules(path);
  const connection = new DatabaseSync(":memory:", { readOnly: false, timeout: BUSY_MS });
  try {
    const prepared = preparer(connection);
    return use({
      database: readerOf(connection, zstdDecompressSync),
      exec: (sql) => connection.exec(sql),
      run: (sql, ...values) => void prepared(sql).run(...values),
    });
  } finally {
    connection.close();
  }
}

function readerOf(connection: Connection, decompress: ZstdModule["zstdDecompressSync"]): Database {
  const prepared = preparer(connection);
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    first: (sql, ...values) => prepared(sql).get(...values) ?? null,
    // A statement of its own: it stays in use while others are asked.
    each: (sql, ...values) => connection.prepare(sql).iterate(...values),
    unpack: (bytes) => unpacked(decompress, bytes),
  };
}

/** Prepares each statement once: a list of sessions asks the same of every one. */
function preparer(connection: Connection): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
}

function open(DatabaseSync: SqliteModule["DatabaseSync"], path: string): Connection {
  const options = { readOnly: true, timeout: BUSY_MS };
  const connection = new DatabaseSync(path, options);
  try {
    connection.prepare("SELECT count(*) FROM sqlite_master").get();
    return connection;
  } catch (error) {
    connection.close();
    // A copy in a folder that may not be written: SQLite cannot lay its index of the log beside it, and needs none.
    if (existsSync(`${path}-wal`)) throw error;
    const url = pathToFileURL(path);
    url.search = "immutable=1";
    return new DatabaseSync(url, options);
  }
}

/** Both are built into Node 22.15 and newer. Asked for only here: on an older Node everything else must load. */
function modules(path: string): SqliteModule & ZstdModule {
  const found = { ...builtin("node:sqlite"), ...builtin("node:zlib") };
  if ("DatabaseSync" in found && "zstdDecompressSync" in found) return found as SqliteModule & ZstdModule;
  throw new HandoffError("sqlite-unsupported", { path, name: process.version });
}

function builtin(name: string): object | undefined {
  return process.getBuiltinModule(name);
}

function unlessUnreadable<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof HandoffError) throw error;
    const system = sqliteCode(error);
    if (system === null) throw error;
    throw new HandoffError("file-unreadable", { path, system }, error);
  }
}

/** SQLite's own word for what is wrong; its number says it, its message may quote the file. Null for other errors. */
function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") return null;
  const number = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : 0;
  return CODES[number] ?? `SQLite error ${number}`;
}

const CODES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
};

function unpacked(decompress: ZstdModule["zstdDecompressSync"], bytes: Uint8Array): string | null {
  try {
    return decompress(bytes, { maxOutputLength: MAX_TEXT_BYTES }).toString("utf8");
  } catch {
    return null;
  }
}
