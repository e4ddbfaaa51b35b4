import { posix } from "node:path";

/** A path as the session speaks of it: relative to its folder where inside, with `/`; else as it was named. */
export function pathInSession(path: string, cwd: string | null): string {
  const slashed = path.replaceAll("\\", "/");
  if (cwd === null) return slashed;
  const base = cwd.replaceAll("\\", "/");
  const relative = posix.relative(
    base,
    slashed.startsWith("/") || /^[A-Za-z]:/.test(slashed) ? slashed : posix.join(base, slashed),
  );
  return relative === "" ? "." : relative.startsWith("../") ? slashed : relative;
}
