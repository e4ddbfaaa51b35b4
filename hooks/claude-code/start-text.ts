import { setTimeout as sleep } from "node:timers/promises";
import { folderKey, isFresh, readResume, sessionKey } from "../../src/store/resume-cache.ts";
import type { PrecomputedResume } from "../../src/store/precomputed.ts";
import { fit, withNote } from "./fit.ts";
import { type LeftSession, leftSession } from "./left-session.ts";
import type { ClaudeEvent } from "./on-event.ts";

/** The client shows a hook's context whole up to 10,000 UTF-16 units, then as a file and a preview. */
const HARD_CAP = 9_000;
const POLL_MS = 15;
const HOST = "claude-code";

/**
 * What a session is told at its start; null: nothing. A session that goes on (`resume`, `fork`) has it all in its
 * context already. Waits at most `hookWaitMs` for a record that is being made. Nothing is used up by being told.
 */
export async function textForStart(event: ClaudeEvent, source: string): Promise<string | null> {
  if (source === "resume" || source === "fork") return null;
  const until = performance.now() + event.settings.hookWaitMs;
  const cap = Math.min(event.settings.resumeChars, HARD_CAP);
  if (source === "clear") {
    const left = leftSession(event);
    if (left !== null) return textAfterClear(event, left, until, cap);
  }
  const key = keyFor(event, source);
  const record = key === null ? null : await freshRecord(event, key, until);
  return record === null ? null : orNull(fit(record.text, cap));
}

/** After a compaction a session goes on with its own state; else the folder's newest. */
function keyFor(event: ClaudeEvent, source: string): string | null {
  if (source !== "compact") return folderKey(event.cwd);
  return event.sessionId === null ? null : sessionKey(HOST, event.sessionId);
}

/** The record of a key as soon as it is up to date; at `until` what there is. */
async function freshRecord(
  event: ClaudeEvent,
  key: string,
  until: number,
): Promise<PrecomputedResume | null> {
  for (;;) {
    const record = readResume(event.home, key);
    if (record !== null && isFresh(record)) return record;
    if (performance.now() >= until) return record;
    await sleep(POLL_MS);
  }
}

/** The state of the session just left, once it is written; else the last known one and a word that more will come. */
async function textAfterClear(
  event: ClaudeEvent,
  left: LeftSession,
  until: number,
  cap: number,
): Promise<string | null> {
  while (!left.isExtracted() && performance.now() < until) await sleep(POLL_MS);
  const own = left.sessionId === null ? null : readResume(event.home, sessionKey(HOST, left.sessionId));
  const record = own ?? readResume(event.home, folderKey(event.cwd));
  if (left.isExtracted()) return record === null ? null : orNull(fit(record.text, cap));
  return withNote(record?.text ?? "", noteOf(left, record), cap);
}

function noteOf(left: LeftSession, record: PrecomputedResume | null): string {
  const session = left.sessionId === null ? "the session before" : `session ${left.sessionId}`;
  const place = record === null ? "" : ` to ${record.root}`;
  return `The handoff of ${session} is still being written${place}; MEMORY.md will name it.`;
}

const orNull = (text: string): string | null => (text === "" ? null : text);
