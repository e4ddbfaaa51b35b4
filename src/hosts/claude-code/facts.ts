import type { Cursor } from "../../session/cursor.ts";

/** What the records say about the session beside its entries; last one named wins. */
export class SessionFacts {
  cwd: string | null;
  gitBranch: string | null;
  title: string | null;
  clientVersion: string | null;
  startedAt: string | null;
  lastAt: string | null;
  readonly lastEntryId: string | null;
  readonly pendingCalls: Cursor["pendingCalls"];

  constructor(cursor: Cursor | null) {
    this.cwd = cursor?.cwd ?? null;
    this.gitBranch = cursor?.gitBranch ?? null;
    this.title = cursor?.title ?? null;
    this.clientVersion = cursor?.clientVersion ?? null;
    this.startedAt = cursor?.startedAt ?? null;
    this.lastAt = cursor?.lastAt ?? null;
    this.lastEntryId = cursor?.lastEntryId ?? null;
    this.pendingCalls = { ...cursor?.pendingCalls };
  }

  /** The part that goes on in the cursor, as it stands now. */
  kept(): Pick<
    Cursor,
    "cwd" | "gitBranch" | "title" | "clientVersion" | "startedAt" | "lastAt" | "pendingCalls"
  > {
    return {
      cwd: this.cwd,
      gitBranch: this.gitBranch,
      title: this.title,
      clientVersion: this.clientVersion,
      startedAt: this.startedAt,
      lastAt: this.lastAt,
      pendingCalls: { ...this.pendingCalls },
    };
  }
}
