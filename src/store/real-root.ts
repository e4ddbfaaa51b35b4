import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ifExists, reading } from "../files/system-errors.ts";

/**
 * The folder with symlinks resolved; as given, made absolute, when it does not exist. Loaded by hooks, so nothing heavy
 * may be imported here. Errors: `file-unreadable`.
 */
export function realRoot(root: string): string {
  return reading(root, () => ifExists(() => realpathSync(root), resolve(root)));
}
