import { noneSkipped } from "./collect.ts";
import type { Cursor } from "./cursor.ts";
import type { Entry, Skipped } from "./entry.ts";
import type { FoldState } from "./fold.ts";
import type { Session } from "./session.ts";

/** What a read found behind a cursor's offset, or instead of it. */
interface ReadOn {
  entries: readonly Entry[];
  state: FoldState;
  skipped: Skipped;
}

/**
 * The session as a cursor knows it, with what was read besides: its boundary is the last entry of the read, else that of
 * the cursor. Without a read it is the session as it stood, without entries.
 */
export function sessionOfCursor(cursor: Cursor, read: ReadOn | null = null): Session {
  const { host, sessionId, cwd, gitBranch, title, clientVersion, startedAt, lastAt } = cursor;
  const last = read?.entries.at(-1);
  const entryId = last?.id ?? cursor.lastEntryId;
  const at = last?.at ?? cursor.lastEntryAt ?? lastAt;
  return {
    host,
    id: sessionId,
    cwd,
    gitBranch,
    title,
    clientVersion,
    startedAt,
    endedAt: lastAt,
    entries: read?.entries ?? [],
    state: read?.state ?? cursor.state,
    boundary: entryId === null ? null : { host, sessionId, entryId, at },
    skipped: read?.skipped ?? noneSkipped(),
  };
}
