import { appendFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../files/folders.ts";
import { HOME_LAYOUT } from "./home-files.ts";

/** Bytes after which the log is moved to `handoff.log.1`, over an older one. */
const MAX_BYTES = 1_000_000;

/**
 * Adds one line with the time to the log, `$HANDOFF_HOME/log/handoff.log`. `line` is in our own words and names codes,
 * ids and paths only. Never throws: a log that cannot be written stops nothing. Loaded by hooks.
 */
export function appendLog(home: string, line: string): void {
  const path = join(home, HOME_LAYOUT.log);
  const entry = `${new Date().toISOString()} ${line.replaceAll(/\s+/g, " ")}\n`;
  try {
    makeFolder(dirname(path), 0o700);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_BYTES) renameSync(path, `${path}.1`);
    appendFileSync(path, entry, { mode: 0o600 });
  } catch {
    // Nowhere to say it.
  }
}
