import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Root of the main working tree of the git repository that a folder lies in, or null outside of git. A worktree leads to
 * its main repository, a submodule is a repository of its own, a bare repository's root is its own folder. Reads the
 * `.git` files only: no git process.
 */
export async function mainRepositoryRoot(folder: string): Promise<string | null> {
  for (let at = await realOf(folder); ; at = dirname(at)) {
    const found = await rootAt(at);
    if (found !== null) return found;
    if (dirname(at) === at) return null;
  }
}

/** The folder's real path; a folder that is gone keeps its name. */
export async function realOf(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    return resolve(folder);
  }
}

async function rootAt(folder: string): Promise<string | null> {
  const git = join(folder, ".git");
  const kind = await kindOf(git);
  if (kind === "folder") return folder;
  if (kind !== "file") return null;
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(await textOf(git))?.[1];
  if (named === undefined) return folder;
  const gitDir = resolve(folder, named);
  const common = (await textOf(join(gitDir, "commondir"))).trim();
  // A submodule has no commondir. A worktree is one only when its repository knows it: a `.git` file that somebody
  // copied must not lead into another repository.
  const back = (await textOf(join(gitDir, "gitdir"))).trim();
  if (common === "" || back === "" || (await realOf(resolve(gitDir, back))) !== (await realOf(git)))
    return folder;
  const commonDir = await realOf(resolve(gitDir, common));
  return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
}

async function kindOf(path: string): Promise<"folder" | "file" | null> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return "";
  }
}
