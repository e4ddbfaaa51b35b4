import type { Cursor } from "../session/cursor.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { HostId } from "../session/entry.ts";
import type { Session } from "../session/session.ts";

export interface ReadRequest {
  /** Absolute path of the transcript. */
  path: string;
  /** Which session of the file; absent: the file's own (the most frequent id in it, else a content hash). */
  sessionId?: string;
  /**
   * Where an earlier read stopped, to continue behind it; ignored (whole read) when the transcript was replaced. Asked
   * with the id of the session that is read, null when only reading the file tells it.
   */
  cursorOf?: (sessionId: string | null) => Cursor | null;
  /**
   * ISO time of the event that asks: where one host session holds several of ours (OpenClaw's windows), the last one in
   * which a person spoke by then is read. Null or absent: the last one of all. Other hosts do not need it.
   */
  until?: string | null;
  /** Bytes read so far and bytes in all, for progress. */
  onProgress?: (done: number, total: number) => void;
}

export interface ReadResult {
  session: Session;
  cursor: Cursor;
}

export interface FindRequest {
  sessionId: string | null;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface ListRequest {
  /** Folder of the transcripts as the host named it; null: that of the working folder's project. */
  folder: string | null;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Also what the host has put away for being old, which takes longer to look through. */
  putAway?: boolean;
}

/** A transcript as its file system shows it. */
export interface ListedSession {
  /** Ours: by the file's name, of a host with windows that of the window. */
  sessionId: string;
  path: string;
  /** How far a cursor's `end` can come: bytes of a file, rows of a database. */
  size: number;
  /** Time of the last write, in milliseconds since 1970. */
  writtenAt: number;
  /** A client that runs has it open. */
  running: boolean;
  /** A client that had it open was ended before it could close it; false where the host does not tell. */
  abandoned: boolean;
}

/** One agent program. One folder a host; listed once in `hosts.ts`. */
export interface Host {
  id: HostId;
  /** How a new memory in its own folder is laid out. */
  preset: PresetId;
  /**
   * Whether one session of the host may hold several of ours, which go by ids of their own: then two events that name
   * one session may mean two of ours.
   */
  hasWindows: boolean;
  /** True when the first records look like this host's. */
  recognises: (path: string) => Promise<boolean>;
  /** Errors: `file-not-found`, `file-unreadable`, `not-a-file`, `transcript-unrecognised`. */
  read: (request: ReadRequest) => Promise<ReadResult>;
  /** Path of the named session's transcript, or of the newest one of the folder's project; null when there is none. */
  findTranscript: (request: FindRequest) => Promise<string | null>;
  /** Sessions of one project, oldest write first. */
  listSessions: (request: ListRequest) => Promise<ListedSession[]>;
  /**
   * Id and working folder as the first records of a listed session's transcript tell them. A folder of null: that of the
   * project it was listed for. Throws system errors.
   */
  describeSession: (
    session: Pick<ListedSession, "sessionId" | "path">,
  ) => Promise<{ sessionId: string | null; cwd: string | null }>;
  /** The host's own memory folder for a working folder; null when it has none. */
  memoryRoot: (cwd: string, env: Readonly<Record<string, string | undefined>>) => Promise<string | null>;
}
