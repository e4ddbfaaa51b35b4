import { existsSync } from "node:fs";
import { systemCode } from "../errors.ts";
import type { Host, ListedSession } from "../hosts/host.ts";
import { hostById } from "../hosts/hosts.ts";
import type { HostId } from "../session/entry.ts";
import { cursorKey, readCursor } from "../store/cursors.ts";
import { capturesOf } from "./earlier-captures.ts";
import { locateMemory } from "./locate-memory.ts";
import type { Environment } from "./request.ts";

/** Older sessions are captured on request only. */
const MOST_DAYS = 30;
/** Sessions a start, unless it asks for more. */
const MOST_SESSIONS = 5;
/** A file that was written so lately may be written on. */
const SETTLED_MS = 10_000;

export interface CatchUpRequest {
  home: string;
  host: HostId;
  /** Working folder of the session that starts. */
  cwd: string;
  env: Environment;
  /** Folder in which the host keeps this project's transcripts; null: computed. */
  transcriptFolder: string | null;
  /** The session that starts: it is live. */
  currentSessionId: string | null;
  /** ISO time from which sessions are ours to capture; null: nothing was ever installed or seen, so none is. */
  installedAt: string | null;
  now: Date;
  /** At most so many sessions; absent: five, as a session that starts may wait for them. */
  most?: number;
  /** Sessions that wait in the queue already, or were given up. */
  skip?: ReadonlySet<string>;
}

/** A session that no event told of. */
export interface MissedSession {
  sessionId: string;
  transcript: string;
  /** The session's own working folder, where it still exists. */
  cwd: string;
  /** ISO time of its last record: `ReadRequest.until` for it. */
  endedAt: string;
}

/**
 * Sessions of this project with records that no capture has seen, for the queue: newer than the install and 30 days,
 * not live, oldest first so that newer evidence follows older, at most five. Whoever undid a capture is not asked again.
 */
export async function catchUp(request: CatchUpRequest): Promise<MissedSession[]> {
  const host = hostById(request.host);
  if (host === null || request.installedAt === null) return [];
  const { cwd, env, transcriptFolder: folder, now } = request;
  const from = Math.max(Date.parse(request.installedAt), now.getTime() - MOST_DAYS * 86_400_000);
  const missed: MissedSession[] = [];
  for (const session of await host.listSessions({ folder, cwd, env })) {
    if (missed.length >= (request.most ?? MOST_SESSIONS)) break;
    if (session.writtenAt < from || isLive(session, request)) continue;
    if (request.skip?.has(session.sessionId) === true) continue;
    const own = await missedSession(session, host, request);
    if (own !== null) missed.push(own);
  }
  return missed;
}

function isLive(session: ListedSession, request: CatchUpRequest): boolean {
  const { sessionId, running, abandoned, writtenAt } = session;
  if (running || sessionId === request.currentSessionId) return true;
  return !abandoned && request.now.getTime() - writtenAt < SETTLED_MS;
}

/** Null: it was captured, or the file is not what its name says. */
async function missedSession(
  session: ListedSession,
  host: Host,
  request: CatchUpRequest,
): Promise<MissedSession | null> {
  const told = await describe(session, host);
  if (told?.sessionId !== session.sessionId) return null;
  const cwd = told.cwd !== null && existsSync(told.cwd) ? told.cwd : request.cwd;
  if (await isCaptured(session, host, { ...request, cwd })) return null;
  const endedAt = new Date(session.writtenAt).toISOString();
  return { sessionId: session.sessionId, transcript: session.path, cwd, endedAt };
}

async function describe(session: ListedSession, host: Host) {
  try {
    return await host.describeSession(session);
  } catch (error) {
    // Gone meanwhile, or not ours to read: another start may see it.
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}

/** Whether a capture has seen the file as it is. Undone ones count: what a person took back does not come again. */
export async function isCaptured(
  { sessionId, size, writtenAt }: ListedSession,
  host: Host,
  { home, cwd, env, memory }: Pick<CatchUpRequest, "home" | "cwd" | "env"> & { memory?: string | null },
): Promise<boolean> {
  const place = await locateMemory({ explicit: memory ?? null, cwd, env, home, host });
  // No memory to write to: nothing is missed.
  if (place === null) return true;
  const cursor = readCursor(home, cursorKey(place.root, host.id, sessionId));
  if (cursor !== null && cursor.capturedEnd >= size) return true;
  // The cursor may be gone, or the memory another machine's: the ledger knows when it was captured.
  const newest = capturesOf(place.root, sessionId).all[0];
  return newest !== undefined && cursor === null && Date.parse(newest.at) >= writtenAt;
}
