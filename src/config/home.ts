import { homedir } from "node:os";
import path from "node:path";

/**
 * `$HANDOFF_HOME`, else the XDG state folder of session-handoff: queue, cursors, log, user config, installed bundles.
 * Absolute; not created here.
 */
export function handoffHome(env: Readonly<Record<string, string | undefined>>): string {
  const given = env["HANDOFF_HOME"];
  if (given !== undefined && given !== "") return path.resolve(given);
  const home = env["HOME"] ?? homedir();
  const state = env["XDG_STATE_HOME"];
  // The XDG specification says that a relative value is to be ignored.
  return path.join(
    state !== undefined && path.isAbsolute(state) ? state : path.join(home, ".local/state"),
    "session-handoff",
  );
}
