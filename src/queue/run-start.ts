import { dirname } from "node:path";
import { type MissedSession, catchUp } from "../capture/catch-up.ts";
import { locateMemory } from "../capture/locate-memory.ts";
import { refreshResume } from "../capture/refresh-resume.ts";
import type { CaptureRequest } from "../capture/request.ts";
import { tellSession } from "../capture/tell-session.ts";
import { readConfig } from "../config/config.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { hostById } from "../hosts/hosts.ts";
import type { HostId } from "../session/entry.ts";
import { installRecords } from "../store/installed.ts";
import { folderKey, isFresh, readResume } from "../store/resume-cache.ts";
import { enqueue, jobEnv } from "./enqueue.ts";
import { readEvents } from "./events.ts";
import { deadLetters } from "./finished.ts";
import type { Job } from "./job.ts";
import { leftOutSessions } from "./left-out.ts";
import { pendingIds, readPending } from "./pending.ts";
import type { RunContext, RunResult } from "./run.ts";

/** Cause of the start of a program that serves all sessions and runs for weeks: it comes seldom. */
const GATEWAY = "gateway";
/** Sessions it catches up with; a session's own start, with few. */
const MOST_FOR_A_GATEWAY = 60;

interface Start {
  home: string;
  env: CaptureRequest["env"];
  job: Job;
}

/**
 * What a start asks for: the folder's resume is made anew when it is out of date; sessions that no event told of are
 * queued, to be captured by this same worker, and the resume tells of the newest of them before that.
 */
export async function started(start: Start, context: RunContext): Promise<RunResult> {
  await refresh(start, context);
  const missed = readConfig(start.home).capture ? await queueMissed(start, context) : [];
  const newest = missed.at(-1);
  if (newest !== undefined) await tellOf(newest, start, context);
  const found = missed.length;
  return {
    next: "finish",
    outcome: "observed",
    root: context.root,
    receipts: [],
    note: found === 0 ? null : `${found} sessions were found that no event told of`,
  };
}

async function refresh({ home, env, job }: Start, { now }: RunContext): Promise<void> {
  const known = readResume(home, folderKey(job.cwd));
  if (known !== null && isFresh(known)) return;
  const { cwd, host } = job;
  const place = await locateMemory({ explicit: null, cwd, env, home, host: hostById(host) });
  if (place !== null) await refreshResume({ home, ...place, cwd, host, sessionId: null, now });
}

/** The session that starts may wait for this. A failure costs only that: the session's own job says what is wrong. */
async function tellOf(session: MissedSession, { home, env, job }: Start, context: RunContext): Promise<void> {
  const { sessionId, transcript, endedAt: until } = session;
  const { host, cwd } = job;
  const { root, now, signal } = context;
  try {
    const own = { explicit: null, cwd: session.cwd, env, home, host: hostById(host) };
    if ((await locateMemory(own))?.root !== root) return;
    await tellSession({ host, transcript, sessionId, until, memory: null, cwd, env, now, signal });
  } catch (error) {
    if (!(error instanceof HandoffError) && systemCode(error) === undefined) throw error;
  }
}

/** The sessions that were queued, oldest first. */
async function queueMissed({ home, env, job }: Start, { now }: RunContext): Promise<MissedSession[]> {
  const missed = await catchUp({
    home,
    host: job.host,
    cwd: job.cwd,
    env,
    transcriptFolder: job.transcript === null ? null : dirname(job.transcript),
    currentSessionId: job.sessionId,
    installedAt: installedAt(home, job.host),
    now,
    ...(job.cause === GATEWAY ? { most: MOST_FOR_A_GATEWAY } : {}),
    skip: new Set([...queuedSessions(home), ...leftOutSessions(home)]),
  });
  return missed.filter(({ sessionId, transcript, cwd, endedAt: at }) => {
    const { host } = job;
    // The time of what was missed: it tells windows of one session apart, and newer evidence follows older.
    const draft = { host, event: "catch-up", sessionId, transcript, cwd, cause: null } as const;
    const rest = { clientPid: null, lastAnswer: null, env: jobEnv(env), at, hookMs: 0 };
    return enqueue(home, { ...draft, ...rest }) !== null;
  });
}

/** When we came to this host: its installation; for a plugin, which leaves no record, the first event. */
function installedAt(home: string, host: HostId): string | null {
  return installRecords(home, host)[0]?.at ?? readEvents(home, host)?.firstAt ?? null;
}

/** Sessions whose capture waits, or was given up: a person decides about the latter. */
function queuedSessions(home: string): Set<string> {
  const pending = pendingIds(home).flatMap((id) => {
    const file = readPending(home, id);
    return file.state === "job" ? [file.job] : [];
  });
  const jobs = [...pending, ...deadLetters(home).flatMap(({ job }) => job ?? [])];
  const captures = jobs.filter(({ event }) => event !== "session-start" && event !== "stop");
  return new Set(captures.flatMap(({ sessionId }) => sessionId ?? []));
}
