import { join } from "node:path";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { HandoffError } from "../errors.ts";
import { sha256 } from "../files/hash.ts";
import { pruneFolder } from "./prune.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** After so long nobody comes back to a session. */
const KEPT_MS = 60 * 86_400_000;
const NAME = /^[0-9a-f]{32}\.json$/;

/**
 * What a session is told with each of its requests, `$HANDOFF_HOME/told/<key>.json`. Kept, so that every request says
 * the same, also after its host was started anew: other bytes cost the host's cache of the prompt.
 */
export interface ToldSession {
  version: 1;
  /** Id of the window that is told; null: of the next one that begins. */
  window: string | null;
  /** The host's id of the session whose handoff is told first; null: unknown, so the folder's. */
  after: string | null;
  /** The job whose result is told; null: none is waited for. */
  job: string | null;
  /** Id of the newest compaction of the window that was acted on; null: none. */
  compaction: string | null;
  /** Fenced; empty: nothing is told; null: not known yet. */
  text: string | null;
  /** ISO time of the event that asked for it. */
  at: string;
}

/** Names a session: host and folder keep those of two installations of a host apart. */
export function toldKey(host: string, folder: string, session: string): string {
  return sha256(["told", host, folder, session].join("\0")).slice(0, 32);
}

/** What is kept of a session; null when there is nothing that this version understands. */
export function readTold(home: string, key: string): ToldSession | null {
  try {
    const record = JSON.parse(readHomeFile(home, fileOf(key)) ?? "") as ToldSession;
    return record.version === 1 ? record : null;
  } catch {
    return null;
  }
}

/** Keeps it; false when it cannot be kept: the session is then told again what stands in the memory. */
export function writeTold(home: string, key: string, record: ToldSession): boolean {
  try {
    writeHomeFile(home, fileOf(key), `${JSON.stringify(record)}\n`);
    return true;
  } catch (error) {
    if (error instanceof HandoffError) return false;
    throw error;
  }
}

/** Takes out what nobody wrote for 60 days; returns how many. */
export function pruneTold(home: string, now: Date): number {
  return pruneFolder(join(home, HOME_LAYOUT.told), NAME, KEPT_MS, now);
}

const fileOf = (key: string): string => `${HOME_LAYOUT.told}/${key}.json`;
