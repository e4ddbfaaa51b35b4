import { readdirSync } from "node:fs";
import { HOME_LAYOUT } from "../../src/config/home-files.ts";
import { peekJob, progressOf } from "../../src/queue/peek.ts";
import type { ClaudeEvent } from "./on-event.ts";

/** After so long a `/clear` is no longer the reason of a start. */
const MAX_AGE_MS = 120_000;

/** The session that a `/clear` has just ended. */
export interface LeftSession {
  sessionId: string | null;
  /** Whether what code alone finds in it is written by now. */
  isExtracted: () => boolean;
}

/**
 * Finds the session just left: the newest end of one, within two minutes, by the same client in the same folder.
 * Nothing in the new session names the old one. Null when there is none, as where the client fires no SessionEnd.
 */
export function leftSession(event: ClaudeEvent): LeftSession | null {
  const { home, clientPid, cwd } = event;
  if (clientPid === null) return null;
  const names = new Set([...namesIn(home, HOME_LAYOUT.pending), ...namesIn(home, HOME_LAYOUT.done)]);
  const mark = `-${clientPid}-session-end-`;
  const newest = [...names].filter((name) => name.includes(mark)).toSorted();
  for (const name of newest.toReversed()) {
    const job = name.slice(0, -".json".length);
    const record = peekJob(home, job);
    if (record === null || Date.now() - Date.parse(String(record["at"])) > MAX_AGE_MS) return null;
    if (record["cwd"] !== cwd) continue;
    const { sessionId } = record;
    return {
      sessionId: typeof sessionId === "string" && /^[\w.-]{1,128}$/.test(sessionId) ? sessionId : null,
      isExtracted: () => ["extracted", "done"].includes(progressOf(home, job)),
    };
  }
  return null;
}

function namesIn(home: string, folder: string): string[] {
  try {
    return readdirSync(`${home}/${folder}`).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}
