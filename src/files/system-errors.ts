import { HandoffError, systemCode } from "../errors.ts";

/** Turns a failed system call into `memory-unwritable` with its code; passes every other throw on. */
export function asUnwritable(error: unknown, path: string): unknown {
  if (error instanceof HandoffError) return error;
  const system = systemCode(error);
  return system === undefined ? error : new HandoffError("memory-unwritable", { path, system }, error);
}

/** Runs file work on `path` (relative, for the message). Errors: `memory-unwritable`. */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asUnwritable(error, path);
  }
}

/** Runs a read of `path` (for the message). Errors: `file-unreadable`. */
export function reading<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const system = systemCode(error);
    if (error instanceof HandoffError || system === undefined) throw error;
    throw new HandoffError("file-unreadable", { path, system }, error);
  }
}

/** The result of `work`, or `otherwise` when the file or folder does not exist. */
export function ifExists<T, F>(work: () => T, otherwise: F): T | F {
  try {
    return work();
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return otherwise;
    throw error;
  }
}
