import type { Cursor } from "../session/cursor.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { HostId } from "../session/entry.ts";
import type { Session } from "../session/session.ts";

export interface ReadRequest {
  /** Absolute path of the transcript. */
  path: string;
  /** Which session of the file; absent: the file's own (the most frequent id in it, else a content hash). */
  sessionId?: string;
  /** Continue behind it; ignored (whole read) when the file was replaced. */
  cursor?: Cursor | null;
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

/** One agent program. One folder a host; listed once in `hosts.ts`. */
export interface Host {
  id: HostId;
  /** How a new memory in its own folder is laid out. */
  preset: PresetId;
  /** True when the first records look like this host's. */
  recognises: (path: string) => Promise<boolean>;
  /** Errors: `file-not-found`, `file-unreadable`, `not-a-file`, `transcript-unrecognised`. */
  read: (request: ReadRequest) => Promise<ReadResult>;
  /** Path of the named session's transcript, or of the newest one of the folder's project; null when there is none. */
  findTranscript: (request: FindRequest) => Promise<string | null>;
  /** The host's own memory folder for a working folder; null when it has none. */
  memoryRoot: (cwd: string, env: Readonly<Record<string, string | undefined>>) => Promise<string | null>;
}
