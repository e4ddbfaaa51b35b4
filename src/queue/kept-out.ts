import { readHookSettings } from "../config/hook-settings.ts";
import { isInside } from "./guards.ts";
import { leftOutSessions } from "./left-out.ts";

/**
 * Tells whether a person kept a session from being recorded: hooks were switched off while it ran, or it ran in a folder
 * that is excluded now.
 */
export function keptOutOf(home: string): (sessionId: string, cwd: string | null) => boolean {
  const left = leftOutSessions(home);
  const { exclude } = readHookSettings(home);
  return (sessionId, cwd) =>
    left.has(sessionId) || (cwd !== null && exclude.some((folder) => isInside(cwd, folder)));
}
