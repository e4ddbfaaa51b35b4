import { posix } from "node:path";

const DRIVE = /^[A-Za-z]:\//;
/** `.claude/worktrees/<name>`, `.worktrees/<name>`, `<repository>.worktrees/<name>`, `<repository>__worktrees/<name>`. */
const WORKTREE = /^(.*?\/(?:\.(?:claude\/)?|[^/]+(?:\.|__|-))worktrees\/[^/]+)(?:\/|$)/;

/**
 * A path as the session speaks of it: with `/`, relative to the first of the folders it lies in, or to the worktree that
 * it lies in; else as it was named.
 */
export function pathInSession(path: string, bases: readonly string[]): string {
  const named = slashed(path);
  const absolute = named.startsWith("/") || DRIVE.test(named);
  if (!absolute) return posix.normalize(named);
  for (const base of bases) {
    const inside = below(named, slashed(base));
    if (inside !== null) return inside === "" ? "." : inside;
  }
  const worktree = worktreeOf(named);
  return worktree === null ? named : below(named, worktree) || ".";
}

/** The worktree folder a folder lies in, where the client's and the usual layout show it; null elsewhere. */
export function worktreeOf(folder: string): string | null {
  return WORKTREE.exec(slashed(folder))?.[1] ?? null;
}

function below(path: string, base: string): string | null {
  const whole = posix.normalize(path);
  const folder = posix.normalize(base).replace(/\/$/, "");
  if (whole === folder) return "";
  // Drive letters come in either case.
  const same = DRIVE.test(folder)
    ? whole.toLowerCase().startsWith(`${folder.toLowerCase()}/`)
    : whole.startsWith(`${folder}/`);
  return same ? whole.slice(folder.length + 1) : null;
}

function slashed(path: string): string {
  return /^[A-Za-z]:\\|^\\\\/.test(path) || (path.includes("\\") && !path.includes("/"))
    ? path.replaceAll("\\", "/")
    : path;
}
