import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HOME_LAYOUT } from "../../src/config/home-files.ts";
import type { PrecomputedResume } from "../../src/store/precomputed.ts";
import { folderKey, isFresh, readResumeFor, sessionKey } from "../../src/store/resume-cache.ts";
import { fit, withNote } from "../fit.ts";
import type { LeftSession } from "./left-session.ts";
import { hasMissedSession } from "./missed-session.ts";
import type { ClaudeEvent } from "./on-event.ts";

/** The client shows a hook's context whole up to 10,000 UTF-16 units, beyond as a file and a preview. */
const HARD_CAP = 9_000;
const POLL_MS = 15;
const HOST = "claude-code";

export interface Start {
  event: ClaudeEvent;
  source: string;
  /** Job of this start; null: none was queued, so nothing new will come of it. */
  job: string | null;
  /** The session that a `/clear` has just ended. */
  left: LeftSession | null;
}

interface Wait {
  /** Time of `performance.now()` until which a record that is being made is waited for. */
  until: number;
  /** UTF-16 units. */
  cap: number;
}

/**
 * What a session is told at its start; null: nothing. A session that goes on (`resume`, `fork`) has it all in its
 * context already. Waits at most `hookWaitMs` for a record that is being made. Nothing is used up by being told.
 */
export async function textForStart(start: Start): Promise<string | null> {
  const { event, source, left } = start;
  if (source === "resume" || source === "fork") return null;
  const { hookWaitMs, resumeChars } = event.settings;
  const wait = { until: performance.now() + hookWaitMs, cap: Math.min(resumeChars, HARD_CAP) };
  if (left !== null) return textAfterClear(event, left, wait);
  const key = keyFor(event, source);
  return key === null ? null : textOf(await freshRecord(start, key, wait), wait.cap);
}

/** After a compaction a session goes on with its own state; else the folder's newest. */
function keyFor(event: ClaudeEvent, source: string): string | null {
  if (source !== "compact") return folderKey(event.cwd);
  return event.sessionId === null ? null : sessionKey(HOST, event.sessionId);
}

/**
 * The record of a key as soon as it is up to date; once nothing more comes, what there is. A session that no event told
 * of is looked at by the job of this start, so that is waited for.
 */
async function freshRecord(
  { event, job }: Start,
  key: string,
  { until }: Wait,
): Promise<PrecomputedResume | null> {
  const known = recordAt(event, key);
  const told = known === null ? Number.NaN : Date.parse(known.at);
  const more = event.settings.capture && hasMissedSession(event, told);
  for (;;) {
    const isDone = job === null || existsSync(join(event.home, HOME_LAYOUT.done, `${job}.json`));
    const record = recordAt(event, key);
    const isWhole = !more && record !== null && isFresh(record);
    if (isDone || performance.now() >= until || isWhole) return record;
    await sleep(POLL_MS);
  }
}

/** The state of the session just left, once it is written; else the last known one and a word that more will come. */
async function textAfterClear(
  event: ClaudeEvent,
  left: LeftSession,
  { until, cap }: Wait,
): Promise<string | null> {
  while (!left.isExtracted() && performance.now() < until) await sleep(POLL_MS);
  const isWhole = left.isExtracted();
  const own = left.sessionId === null ? null : recordAt(event, sessionKey(HOST, left.sessionId));
  const record = own ?? recordAt(event, folderKey(event.cwd));
  return isWhole ? textOf(record, cap) : withNote(record?.text ?? "", noteOf(left, record), cap);
}

function noteOf(left: LeftSession, record: PrecomputedResume | null): string {
  const session = left.sessionId === null ? "the session before" : `session ${left.sessionId}`;
  // Not every memory names its handoffs in its index (manifest/presets/).
  const place =
    record === null ? "to the memory's handoffs folder" : `to the handoffs folder of ${record.root}`;
  return `The handoff of ${session} is still being written ${place}; once it is there, the command handoff resume shows it.`;
}

const recordAt = ({ home }: ClaudeEvent, key: string): PrecomputedResume | null =>
  readResumeFor(home, key, process.env);

function textOf(record: PrecomputedResume | null, cap: number): string | null {
  const text = record === null ? "" : fit(record.text, cap);
  return text === "" ? null : text;
}
