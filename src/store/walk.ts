import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isTempName } from "../files/atomic-replace.ts";
import { isBelow } from "../files/containment.ts";
import { systemCode } from "../errors.ts";
import { ifExists } from "../files/system-errors.ts";

/** Folders that never hold memory. */
const SKIPPED: ReadonlySet<string> = new Set([".handoff", ".git", "node_modules"]);

export interface Walk {
  /** Markdown files, relative, `/` separators, sorted. */
  markdown: string[];
  /** Those of them that are links to a file inside, with that file's relative path. */
  links: ReadonlyMap<string, string>;
  /** Temp files of ours that an ended process left, relative. */
  temps: string[];
}

/**
 * Lists a memory folder. Folders that are symlinks are not entered, so there are no loops; a file that is a symlink
 * counts when it ends at a file inside the root. A missing root is an empty one.
 */
export function walkMemory(root: string): Walk {
  const links = new Map<string, string>();
  const walk: Walk = { markdown: [], links, temps: [] };
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) waiting.push(path);
      } else if (isTempName(entry.name)) walk.temps.push(path);
      else if (isMarkdown(entry.name) && entry.isFile()) walk.markdown.push(path);
      else if (isMarkdown(entry.name) && entry.isSymbolicLink()) {
        const target = targetInside(root, path);
        if (target === null) continue;
        walk.markdown.push(path);
        links.set(path, target);
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

/** Whether a path below the root is a link that leads out of it, or nowhere: what it names is no file of the memory. */
export function leadsOut(root: string, path: string): boolean {
  const isLink = ifExists(() => lstatSync(join(root, path)).isSymbolicLink(), false);
  return isLink && targetInside(root, path) === null;
}

/** The file below the root that a link ends at, relative; null when it is none. */
function targetInside(root: string, path: string): string | null {
  try {
    const real = realpathSync(join(root, path));
    if (!isBelow(root, real) || !statSync(real).isFile()) return null;
    return relative(root, real).split(sep).join("/");
  } catch {
    return null;
  }
}
