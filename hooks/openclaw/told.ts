import { folderKey, readResumeFor, sessionKey } from "../../src/store/resume-cache.ts";
import { readTold, type ToldSession, toldKey, writeTold } from "../../src/store/told-session.ts";
import { withNote } from "../fit.ts";
import type { PackCall } from "./call.ts";
import type { CurrentWindow } from "./current-window.ts";
import { remember } from "./gateway-state.ts";
import { RESET_WAIT_MS, waitForJob } from "./wait.ts";

const HOST = "openclaw";
/** UTF-16 units of what is told, as of a resume (capture/refresh-resume.ts), with a note. */
const MAX_CHARS = 9_500;
/** A job that has not come to anything after so long is not waited for any more. */
const JOB_AGE_MS = 600_000;

/** Names what is kept of the session that an event is about. */
export const keyOf = ({ event, workspace }: PackCall): string => toldKey(HOST, workspace, event.sessionKey);

/**
 * A reset was announced: the next window of the session is told what its job brings. What the open window is told stays
 * on record, as some resets are announced and none follows (a session opened beside its parent).
 */
export function expectWindow(call: PackCall, job: string | null): void {
  const { event, state, home, begun } = call;
  const key = keyOf(call);
  const known = knownOf(call);
  const expected = { version: 1, window: null, text: null, compaction: null } as const;
  const record: ToldSession = {
    ...(known ?? expected),
    version: 1,
    after: event.sessionId,
    job,
    at: event.at,
  };
  state.told.delete(key);
  remember(state.waits, key, begun + RESET_WAIT_MS.extractive);
  writeTold(home, key, record);
}

/** A session was compacted and goes on: from now on it is told where it stood itself, by the job that is given. */
export function expectOwnState(call: PackCall, job: string | null, now: CurrentWindow | null): void {
  const { state, home } = call;
  const { sessionId, at } = call.event;
  const key = keyOf(call);
  const { id: window = sessionId, compaction = null } = now ?? {};
  state.told.delete(key);
  state.waits.delete(key);
  writeTold(home, key, { version: 1, window, after: sessionId, job, text: null, compaction, at });
}

/** Whether the open window was compacted since it was last told anything. Not, where it was never seen before. */
export function isCompacted(call: PackCall, { id, compaction }: CurrentWindow): boolean {
  const known = compaction === null ? null : knownOf(call);
  return known !== null && known.window === id && known.compaction !== compaction;
}

/**
 * What the session of a run is told; null: nothing. The same text with every run of a window, from the first one on
 * that finds it; never in a window that a model has answered in before anything was told.
 */
export async function textFor(call: PackCall, now: CurrentWindow | null): Promise<string | null> {
  const { state, home } = call;
  const key = keyOf(call);
  const known = knownOf(call);
  const record = recordOf(known, now, call);
  const settled = record.text === null ? await settle(record, key, call) : record;
  if (settled.text !== null) remember(state.told, key, settled);
  // Also that nothing is told: a compaction is noticed only in a window that was seen before it.
  if (settled !== known) writeTold(home, key, settled);
  return settled.text === "" ? null : settled.text;
}

function knownOf(call: PackCall): ToldSession | null {
  const key = keyOf(call);
  return call.state.told.get(key) ?? readTold(call.home, key);
}

/** The record that holds for the open window: the known one where it is of this window, else a new one. */
function recordOf(known: ToldSession | null, now: CurrentWindow | null, call: PackCall): ToldSession {
  const { event } = call;
  // Where nothing can be looked up, what the events told is all there is.
  const window = now?.id ?? known?.window ?? event.sessionId;
  if (known !== null && known.window === window) return known;
  const isFresh = now === null ? known !== null : now.isFresh;
  const { after, job } = known ?? { after: event.sessionId, job: null };
  // The time of the event that a job stands for; what was told before may be long ago.
  const at = job === null || known === null ? event.at : known.at;
  const compaction = now?.compaction ?? null;
  return { version: 1, window, after, job, text: isFresh ? null : "", compaction, at };
}

/** Fills in the text once its job is far enough; as it is while nothing is known yet. */
async function settle(record: ToldSession, key: string, call: PackCall): Promise<ToldSession> {
  const { home, state, settings, env, workspace } = call;
  const job = record.job ?? state.starts.get(workspace) ?? null;
  if (job !== null) {
    // Once a window, also where the job was left by a gateway that was ended, or is that of this one's start.
    const until = state.waits.get(key) ?? call.begun + RESET_WAIT_MS.extractive;
    remember(state.waits, key, until);
    const isSet = settings.resetWait !== "none";
    const progress = await waitForJob(home, job, { setting: "extractive", until: isSet ? until : 0 });
    const isOld = Date.now() - Date.parse(record.at) > JOB_AGE_MS;
    if (progress === "waiting" && !isOld) return record;
  }
  const own = record.after === null ? null : readResumeFor(home, sessionKey(HOST, record.after), env);
  const told = own ?? readResumeFor(home, folderKey(workspace), env);
  const { text = "", strays = null } = told ?? {};
  return { ...record, job: null, text: strays === null ? text : withNote(text, strays, MAX_CHARS) };
}
