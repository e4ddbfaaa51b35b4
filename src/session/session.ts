import type { Boundary, Entry, HostId, Skipped } from "./entry.ts";
import type { FoldState } from "./fold.ts";

/** A transcript in normal form: host-independent, ordered, with stable ids. */
export interface Session {
  host: HostId;
  id: string;
  /** Working folder of the session (last one named), absolute, or null. */
  cwd: string | null;
  gitBranch: string | null;
  /** Title the host gave it, or null. */
  title: string | null;
  clientVersion: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Entries of this read (after a cursor: the new ones only). */
  entries: readonly Entry[];
  /** Working state folded over all entries ever read, those before the cursor included. */
  state: FoldState;
  /** The last entry; null when the transcript has no entry at all. */
  boundary: Boundary | null;
  skipped: Skipped;
}

/** Whether a person ever said anything in it: sessions without are never captured. */
export function hasHumanTurn(session: Session): boolean {
  return session.state.humanTurns > 0;
}
