import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT, writeHomeFile } from "../config/home-files.ts";
import { makeFolder } from "../files/folders.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** Session ids, one a line, oldest first. */
const FILE = `${HOME_LAYOUT.guard}/left-out`;
/** More sessions than a catch-up looks back at. */
const KEPT = 2_000;
const MAX_BYTES = 100_000;

/**
 * Remembers a session that a guard or a setting kept from being recorded, so that a later start does not catch up with
 * it as one that no event told of. By hand it can still be captured. Nothing where there is no home folder yet: then
 * nothing will be caught up with. Never throws.
 */
export function leaveOut(home: string, sessionId: string | null): void {
  if (sessionId === null || !/^[\w.~-]{1,128}$/.test(sessionId) || !existsSync(home)) return;
  const known = idsIn(home);
  // A session has many events, and the newest sessions stand last.
  if (known.includes(sessionId)) return;
  try {
    makeFolder(join(home, HOME_LAYOUT.guard), 0o700);
    appendFileSync(join(home, FILE), `${sessionId}\n`, { mode: 0o600 });
    const kept = [...known, sessionId].slice(-KEPT);
    if (known.length * 37 > MAX_BYTES) writeHomeFile(home, FILE, `${kept.join("\n")}\n`);
  } catch {
    // A catch-up may take the session in: no reason to fail the host's hook.
  }
}

/** Sessions that are not caught up with. */
export function leftOutSessions(home: string): Set<string> {
  return new Set(idsIn(home));
}

function idsIn(home: string): string[] {
  try {
    return readFileSync(join(home, FILE), "utf8")
      .split("\n")
      .filter((id) => id !== "");
  } catch {
    return [];
  }
}
