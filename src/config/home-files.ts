import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import { makeFolder } from "../files/folders.ts";
import { atomicReplace } from "../files/atomic-replace.ts";

/** What lies where in `$HANDOFF_HOME`; relative. Folders are made when first written to, 0700; files are 0600. */
export const HOME_LAYOUT = {
  config: "config.json",
  cursors: "cursors",
  trust: "trust",
} as const;

/** Text of a file of ours; null when it is missing or may not be read. */
export function readHomeFile(home: string, file: string): string | null {
  try {
    return readFileSync(join(home, file), "utf8");
  } catch {
    return null;
  }
}

/** Replaces a file of ours. Errors: `home-unwritable`. */
export function writeHomeFile(home: string, file: string, text: string): void {
  const path = join(home, file);
  try {
    makeFolder(dirname(path), 0o700);
    atomicReplace(path, text, { mode: 0o600 });
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}
