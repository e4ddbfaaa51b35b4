import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClaudeEvent } from "./on-event.ts";

const TRANSCRIPT = /^(?!agent-)([\w.-]{1,128})\.jsonl$/;

/**
 * Whether a session of this project, in no client that runs, was written to since a time (milliseconds since 1970):
 * what is told may be about to change. A client that is killed fires no hook.
 */
export function hasMissedSession({ transcript, sessionId }: ClaudeEvent, since: number): boolean {
  if (transcript === null) return false;
  const folder = dirname(transcript);
  const newer = namesIn(folder).flatMap((name) => {
    const id = TRANSCRIPT.exec(name)?.[1];
    return id === undefined || id === sessionId || writtenAt(join(folder, name)) <= since ? [] : [id];
  });
  if (newer.length === 0) return false;
  const open = openSessions(join(dirname(dirname(folder)), "sessions"));
  return newer.some((id) => !open.has(id));
}

/** Ids of the sessions that clients have open: `<pid>.json` each (src/hosts/claude-code/sessions.ts). */
function openSessions(folder: string): Set<unknown> {
  const open = new Set<unknown>();
  for (const name of namesIn(folder)) {
    try {
      // Throws where there is no such process.
      process.kill(Number.parseInt(name, 10), 0);
      const record: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
      if (typeof record === "object" && record !== null && "sessionId" in record) open.add(record.sessionId);
    } catch {
      // Of a client that ended, or none of its files.
    }
  }
  return open;
}

function writtenAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
