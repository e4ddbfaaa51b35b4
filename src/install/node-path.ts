import { existsSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { tmpdir } from "node:os";

/** Folders that are emptied or made anew for a shell, a call or a package: what lies there does not stay. */
const PASSING = /[\\/](?:_npx|fnm_multishells|node_modules|\.npm|\.pnpm)[\\/]/;
/** An upgrade takes a path with a version in it away. */
const VERSIONED = /\d+\.\d+\.\d+/;

/** The node that hooks are started with. */
export interface NodePath {
  /** Absolute. */
  path: string;
  /** False when it is likely to go away: in a cache or a temporary folder. */
  stays: boolean;
}

/**
 * A lasting path of the running node: of all names that lead to it (its own, and those in `PATH`) the one without a
 * version, outside of caches and temporary folders.
 */
export function lastingNode(
  execPath: string,
  env: Readonly<Record<string, string | undefined>>,
  temporary: string = tmpdir(),
): NodePath {
  const real = realOf(execPath);
  const name = process.platform === "win32" ? "node.exe" : "node";
  const named = (env["PATH"] ?? "")
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path) && realOf(path) === real);
  const candidates = [...new Set([execPath, ...named])].filter((path) => !isPassing(path, temporary));
  const path = candidates.find((one) => !VERSIONED.test(one)) ?? candidates[0] ?? execPath;
  return { path, stays: candidates.length > 0 };
}

/** True for a path in a cache or below the temporary folder. */
function isPassing(path: string, temporary: string): boolean {
  const inside = [temporary, realOf(temporary)].some((folder) => path.startsWith(`${folder}${sep}`));
  return inside || PASSING.test(path);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
