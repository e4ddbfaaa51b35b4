import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { followPointers } from "../lint/unresolved.ts";
import type { Surroundings } from "../lint/rule.ts";
import { isSubIndex } from "../manifest/routes.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";

/** Agents' own notes, which a memory must not repeat. */
const PROJECT_NOTES = ["AGENTS.md", "CLAUDE.md"];

/**
 * What stands around a memory: which of the files that its index points to exist outside of it, and the notes of its
 * project. The project is the repository that the memory lies in, else that of `cwd`, where this is not the memory.
 */
export function surroundingsOf(snapshot: MemorySnapshot, cwd: string): Surroundings {
  const project = projectOf(snapshot.root, cwd);
  const pages = [...snapshot.files.values()].filter(
    ({ path: file }) => file === snapshot.manifest.index || isSubIndex(snapshot.manifest, file),
  );
  const paths = pages.flatMap((page) => existingTargets(page, snapshot, project));
  const projectNotes = project === null || project === snapshot.root ? [] : notesIn(project, snapshot.root);
  return { paths: new Set(paths), hasProject: project !== null, projectNotes };
}

/** The repository above a folder; null when there is none. */
function repositoryAbove(start: string): string | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, ".git"))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

function projectOf(root: string, cwd: string): string | null {
  const own = repositoryAbove(root);
  if (own !== null) return own;
  const isInside = !path.relative(root, cwd).startsWith("..");
  return isInside ? null : repositoryAbove(cwd);
}

function existingTargets(page: MemoryFile, snapshot: MemorySnapshot, project: string | null): string[] {
  const { markdown } = readMemoryFile(page);
  const { unresolved } = followPointers({ file: page.path, markdown }, snapshot);
  return unresolved.flatMap(({ pointer, target }) => {
    const fromRoot = path.resolve(snapshot.root, target);
    const fromProject = project === null ? null : path.resolve(project, pointer.target);
    const found = [fromRoot, fromProject].some(
      (whole) => whole !== null && isAllowed(whole, snapshot.root, project) && existsSync(whole),
    );
    return found ? [target] : [];
  });
}

/** Only the memory and its project are looked at: a path in a file must not make us touch the rest of the machine. */
function isAllowed(whole: string, root: string, project: string | null): boolean {
  return [root, project].some(
    (folder) =>
      folder !== null && (whole === folder || whole.startsWith(folder.replace(/[/\\]?$/u, path.sep))),
  );
}

function notesIn(project: string, root: string): MemoryFile[] {
  return PROJECT_NOTES.flatMap((name) => {
    const whole = path.join(project, name);
    try {
      const shown = path.relative(root, whole).split(path.sep).join("/");
      return [{ path: shown, text: readFileSync(whole, "utf8"), hash: "", modifiedAt: 0 }];
    } catch {
      return [];
    }
  });
}
