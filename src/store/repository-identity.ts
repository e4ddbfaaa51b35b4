import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realRoot } from "./real-root.ts";

/**
 * What a working folder is remembered by, closest first: its repository's common git folder, which all worktrees share
 * (gitrepository-layout, `commondir`); outside git the folder itself and those above it. Reads files, runs no git.
 */
export function identitiesOf(cwd: string): string[] {
  const folders = foldersUpward(cwd);
  for (const folder of folders) {
    const common = commonGitFolder(folder);
    if (common !== null) return [`git:${common}`];
  }
  return folders.map((folder) => `folder:${folder}`);
}

/** The folder and all above it, symlinks resolved. */
export function foldersUpward(cwd: string): string[] {
  const folders = [realRoot(cwd)];
  for (;;) {
    const last = folders.at(-1) ?? "";
    const above = dirname(last);
    if (above === last) return folders;
    folders.push(above);
  }
}

function commonGitFolder(folder: string): string | null {
  const path = join(folder, ".git");
  try {
    if (statSync(path).isDirectory()) return realRoot(path);
    // A linked worktree or a submodule: a file that points to its git folder.
    const pointer = /^gitdir: (.+?)\s*$/m.exec(readFileSync(path, "utf8"))?.[1];
    if (pointer === undefined) return null;
    const own = resolve(folder, pointer);
    const common = textOf(join(own, "commondir"));
    return realRoot(common === null ? own : resolve(own, common));
  } catch {
    return null;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}
