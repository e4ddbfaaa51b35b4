import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../errors.ts";

/**
 * Takes out files of a folder of ours that nobody wrote for so long; returns how many went. What cannot be taken out
 * stays for the next time: never throws for the disk's sake.
 */
export function pruneFolder(folder: string, name: RegExp, keptMs: number, now: Date): number {
  const old = attempt(() => readdirSync(folder), []).filter(
    (file) =>
      name.test(file) &&
      now.getTime() - attempt(() => statSync(join(folder, file)).mtimeMs, Infinity) > keptMs,
  );
  return old.filter((file) => removeFile(join(folder, file))).length;
}

/** Takes a file out; false when it cannot be. */
export function removeFile(path: string): boolean {
  return attempt(() => {
    rmSync(path, { force: true });
    return true;
  }, false);
}

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return otherwise;
  }
}
