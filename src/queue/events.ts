import { join } from "node:path";
import { z } from "zod";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { HandoffError } from "../errors.ts";
import { acquireLock } from "../files/lock.ts";
import { unobserved } from "../files/steps.ts";
import { HostId } from "../session/entry.ts";
import { type Job, JobEvent } from "./job.ts";

/** So many sessions are remembered, the newest. */
const SESSIONS_KEPT = 200;
/** Counting must not hold up a worker. */
const LOCK_WAIT_MS = 1_000;

/** What is known of one event of a host. */
const EventCount = z.object({
  count: z.number().int(),
  /** ISO time of the newest. */
  lastAt: z.string(),
  /** Milliseconds from the start of the hook's process to its job: the newest, and the longest so far. */
  lastHookMs: z.number(),
  maxHookMs: z.number(),
});
type EventCount = z.infer<typeof EventCount>;

/** What is known of one session. */
const SessionRecord = z.object({
  id: z.string(),
  /** ISO time of its newest end that a hook told of; null when none did. */
  endedAt: z.string().nullable(),
  /** ISO time at which it was last found captured (also: nothing new in it); null when it never was. */
  capturedAt: z.string().nullable(),
  /** Nobody spoke in it, or it is one of ours: no capture is missed. */
  nothing: z.boolean(),
});
type SessionRecord = z.infer<typeof SessionRecord>;

/** Which events of a host ever reached us, `$HANDOFF_HOME/events/<host>.json`. */
export const HostEvents = z.object({
  version: z.literal(1),
  host: HostId,
  /** ISO time of the first event ever counted. */
  firstAt: z.string(),
  events: z.partialRecord(JobEvent, EventCount),
  /** The one touched last stands last. */
  sessions: z.array(SessionRecord),
});
export type HostEvents = z.infer<typeof HostEvents>;

/** One event that is over and done with. */
export interface Counted {
  job: Pick<Job, "host" | "event" | "at" | "sessionId" | "hookMs">;
  /** `covered`: another job of the session did its work; `missed`: it was given up. */
  fate: "captured" | "nothing" | "covered" | "missed";
  now: Date;
}

/** What was counted for a host; null when nothing ever was. */
export function readEvents(home: string, host: HostId): HostEvents | null {
  try {
    return HostEvents.parse(JSON.parse(readHomeFile(home, fileOf(host)) ?? ""));
  } catch {
    return null;
  }
}

/** Counts an event. What cannot be counted is let go: never throws for the disk's sake. */
export async function countEvent(home: string, counted: Counted): Promise<void> {
  try {
    const { host } = counted.job;
    const path = join(home, `${HOME_LAYOUT.events}/${host}.lock`);
    const lock = await acquireLock(path, { waitMs: LOCK_WAIT_MS, step: unobserved, name: path });
    try {
      const known = readEvents(home, host) ?? nothingYet(counted);
      writeHomeFile(home, fileOf(host), `${JSON.stringify(withEvent(known, counted))}\n`);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof HandoffError) && !(error instanceof Error && "syscall" in error)) throw error;
  }
}

const nothingYet = ({ job }: Counted): HostEvents => ({
  version: 1,
  host: job.host,
  firstAt: job.at,
  events: {},
  sessions: [],
});

/** The counts with one more event. */
export function withEvent(known: HostEvents, counted: Counted): HostEvents {
  const { event } = counted.job;
  return {
    ...known,
    events: { ...known.events, [event]: countOf(known.events[event], counted.job) },
    sessions: sessionsWith(known.sessions, counted),
  };
}

function countOf(before: EventCount | undefined, job: Counted["job"]): EventCount {
  const isNewest = before === undefined || job.at >= before.lastAt;
  return {
    count: (before?.count ?? 0) + 1,
    lastAt: isNewest ? job.at : before.lastAt,
    lastHookMs: isNewest ? job.hookMs : before.lastHookMs,
    maxHookMs: Math.max(before?.maxHookMs ?? 0, job.hookMs),
  };
}

function sessionsWith(sessions: SessionRecord[], { job, fate, now }: Counted): SessionRecord[] {
  const { sessionId: id, event } = job;
  if (id === null || event === "session-start" || event === "stop") return sessions;
  const before = sessions.find((session) => session.id === id) ?? NEW;
  const record: SessionRecord = {
    id,
    endedAt: event === "session-end" ? later(before.endedAt, job.at) : before.endedAt,
    capturedAt: fate === "captured" ? later(before.capturedAt, now.toISOString()) : before.capturedAt,
    nothing: fate === "covered" ? before.nothing : fate === "nothing" && before.capturedAt === null,
  };
  return [...sessions.filter((session) => session.id !== id), record].slice(-SESSIONS_KEPT);
}

const NEW = { endedAt: null, capturedAt: null, nothing: false } as const;

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

const fileOf = (host: HostId): string => `${HOME_LAYOUT.events}/${host}.json`;
