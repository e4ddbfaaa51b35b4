import { HandoffError } from "../errors.ts";
import { handoffHome } from "../config/home.ts";
import type { Host, ListedSession } from "../hosts/host.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { capture } from "./capture.ts";
import { isCaptured } from "./catch-up.ts";
import { capturesOf } from "./earlier-captures.ts";
import { locateMemory } from "./locate-memory.ts";
import { cursorKey, readCursor } from "../store/cursors.ts";
import type { Environment } from "./request.ts";

export interface BackfillRequest {
  host: Host;
  /** Only sessions written at or after it; null: all. */
  since: Date | null;
  memory: string | null;
  provider: ProviderId | null;
  cwd: string;
  env: Environment;
  /** Whether a person kept a session of this id and working folder (null: unknown) from being recorded. */
  isKeptOut: (sessionId: string, cwd: string | null) => boolean;
  /** Called with the number of sessions done and of all. */
  onProgress?: (done: number, total: number) => void;
  /** Ends the run before the next session; the one in work is finished. */
  signal?: AbortSignal;
}

/** A session that could not be captured. */
interface FailedSession {
  transcript: string;
  /** Our error code. */
  code: string;
}

export interface BackfillResult {
  captured: number;
  /** Sessions in which no person said anything. */
  empty: number;
  /** Captured before, and it stands: nothing was done. */
  unchanged: number;
  /** Captured before, and all of it undone by a person: it does not come back unasked. */
  undone: number;
  /** Ids of the undone ones: a capture by hand applies them again. */
  undoneSessions: string[];
  /** Kept out by a person: hooks were switched off for it, or its folder is excluded. By hand it can be captured. */
  skipped: number;
  failed: number;
  failures: FailedSession[];
  /** Sessions that the host keeps for this folder, whenever they were written; none explains the zeros. */
  found: number;
}

/**
 * Captures the sessions of the folder's project that no capture has seen, oldest first. One that fails is counted and
 * named, the rest goes on; each session is a transaction of its own, so a run that ends early can be run again.
 */
export async function backfill(request: BackfillRequest): Promise<BackfillResult> {
  const { host, since, cwd, env } = request;
  const listed = await host.listSessions({ folder: null, cwd, env, putAway: true });
  const sessions = listed.filter(({ writtenAt }) => since === null || writtenAt >= since.getTime());
  const result: BackfillResult = {
    captured: 0,
    empty: 0,
    unchanged: 0,
    undone: 0,
    undoneSessions: [],
    skipped: 0,
    failed: 0,
    failures: [],
    found: listed.length,
  };
  for (const [done, session] of sessions.entries()) {
    if (request.signal?.aborted === true) break;
    request.onProgress?.(done, sessions.length);
    await captureOne(session, request, result);
  }
  return result;
}

async function captureOne(
  session: ListedSession,
  request: BackfillRequest,
  result: BackfillResult,
): Promise<void> {
  const { host, memory, provider, cwd, env } = request;
  try {
    // What cannot be read is named by the capture below.
    const told = await host.describeSession(session).catch(() => null);
    if (request.isKeptOut(told?.sessionId ?? session.sessionId, told?.cwd ?? cwd)) {
      result.skipped += 1;
      return;
    }
    const before = await earlierOutcome(session, request);
    if (before !== null) {
      result[before] += 1;
      if (before === "undone") result.undoneSessions.push(session.sessionId);
      return;
    }
    const { outcome } = await capture({
      host: host.id,
      transcript: session.path,
      sessionId: session.sessionId,
      until: new Date(session.writtenAt).toISOString(),
      memory,
      provider,
      dryRun: false,
      cwd,
      env,
      now: new Date(),
    });
    result[outcome === "applied" ? "captured" : outcome] += 1;
  } catch (error) {
    // Nothing can be written at all: every further session would fail the same way.
    if (!(error instanceof HandoffError) || FATAL.has(error.code)) throw error;
    result.failed += 1;
    result.failures.push({ transcript: session.path, code: error.code });
  }
}

/** What an earlier capture of a session as it is has come to; null: there is none, or the memory that held it is gone. */
async function earlierOutcome(
  session: ListedSession,
  { host, memory, cwd, env }: BackfillRequest,
): Promise<"unchanged" | "undone" | null> {
  const home = handoffHome(env);
  const place = await locateMemory({ explicit: memory, cwd, env, home, host });
  // The capture says that there is no memory to write to.
  if (place === null || !(await isCaptured(session, host, { home, cwd, env, memory }))) return null;
  const { all, standing } = capturesOf(place.root, session.sessionId);
  if (all.length > 0) return standing.length > 0 ? "unchanged" : "undone";
  // The word of a cursor alone counts only for a session that leaves nothing in a memory.
  const cursor = readCursor(home, cursorKey(place.root, host.id, session.sessionId));
  return cursor?.state.humanTurns === 0 ? "unchanged" : null;
}

const FATAL: ReadonlySet<string> = new Set([
  "no-memory-root",
  "memory-unwritable",
  "manifest-invalid",
  "config-invalid",
  "path-outside-root",
]);
