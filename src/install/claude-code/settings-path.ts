import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { HandoffError } from "../../errors.ts";
import { configFolder, type Env } from "../../hosts/claude-code/config-folder.ts";
import type { Scope } from "../../store/installed.ts";

/**
 * The settings file of a scope: the user's in the client's folder, or the one of the project that `cwd` lies in (the
 * folder with `.git`, else `cwd`). Errors: `usage` where that is the user's own file.
 */
export function settingsPath(scope: Scope, cwd: string, env: Env): string {
  const user = join(resolve(cwd, configFolder(env)), "settings.json");
  if (scope === "user") return user;
  const project = join(projectOf(cwd), ".claude", "settings.json");
  if (project !== user) return project;
  throw new HandoffError("usage", { name: "--scope project", expected: "a project, not the home folder" });
}

/** Folder that the client takes for the project: a worktree is one of its own. */
function projectOf(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}
