import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../errors.ts";
import { ifExists } from "./system-errors.ts";

/** A run that found nothing to do may remove an empty folder between two of our steps. */
const MAX_ATTEMPTS = 20;

/**
 * Makes a folder (absolute path) and those above it, one by one; returns the ones it made, outermost first. Node's own
 * recursive mkdir never ends where the kernel answers ENOENT below a folder that exists, as in `/proc`.
 * Throws system errors; `mode` passes the umask.
 */
export function makeFolder(path: string, mode: number = 0o777): string[] {
  const made: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const folder of missingFolders(path)) if (makeOne(folder, mode)) made.push(folder);
      return made;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Folders on the way that do not exist, outermost first; the last one is asked for again where a file stands. */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !isFolder(folder); folder = dirname(folder)) {
    missing.unshift(folder);
    if (dirname(folder) === folder) break;
  }
  return missing;
}

/** False when another run made it first. Throws when a file stands there. */
function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST" && isFolder(folder)) return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return ifExists(() => statSync(path).isDirectory(), false);
}
