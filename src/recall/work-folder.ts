import { isAbsolute, join } from "node:path/posix";
import type { TouchedFile } from "../session/working-state.ts";

/** So many of the files at hand decide. */
const DECIDING = 10;

/**
 * The deepest folder that holds more than half of the files changed last (of those read, where none was changed), as an
 * absolute path: tools of agents take no other. `project` is where relative paths start, and the answer where no folder
 * holds so many; null where neither is known.
 */
export function workFolder(files: readonly TouchedFile[], project: string | null): string | null {
  const changed = files.filter(({ edits }) => edits > 0);
  const paths = (changed.length > 0 ? changed : files)
    .slice(0, DECIDING)
    .map(({ path }) => (project === null || isAbsolute(path) ? path : join(project, path)));
  const counts = new Map<string, number>();
  for (const path of paths.filter((one) => isAbsolute(one)))
    for (const folder of foldersAbove(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > paths.length / 2).map(([folder]) => folder);
  return shared.sort((a, b) => b.length - a.length)[0] ?? project;
}

/** "/a/b/c.ts" → "/a", "/a/b". */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join("/"));
}
