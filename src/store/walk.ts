import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isTempName } from "../files/atomic-replace.ts";
import { isBelow } from "../files/containment.ts";
import { systemCode } from "../errors.ts";

/** Folders that never hold memory. */
const SKIPPED: ReadonlySet<string> = new Set([".handoff", ".git", "node_modules"]);

export interface Walk {
  /** Markdown files, relative, `/` separators, sorted. */
  markdown: string[];
  /** Temp files of ours that an ended process left, relative. */
  temps: string[];
}

/**
 * Lists a memory folder. Folders that are symlinks are not entered, so there are no loops; a file that is a symlink
 * counts when it ends at a file inside the root. A missing root is an empty one.
 */
export function walkMemory(root: string): Walk {
  const walk: Walk = { markdown: [], temps: [] };
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) waiting.push(path);
      } else if (isTempName(entry.name)) walk.temps.push(path);
      else if (
        isMarkdown(entry.name) &&
        (entry.isFile() || (entry.isSymbolicLink() && endsInside(root, path)))
      ) {
        walk.markdown.push(path);
      }
    }
  }
  walk.markdown.sort();
  return walk;
}

/** Names in a folder of ours, files only; empty when it is missing. */
export function filesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

function isMarkdown(name: string): boolean {
  // A backslash in a name is a folder elsewhere: such a file is never ours to edit.
  return /\.md$/i.test(name) && !name.includes("\\");
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

function endsInside(root: string, path: string): boolean {
  try {
    const real = realpathSync(join(root, path));
    return isBelow(root, real) && statSync(real).isFile();
  } catch {
    return false;
  }
}
