import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { projectSlug } from "../hosts/claude-code/config-folder.ts";
import type { Job } from "./job.ts";

/**
 * Whether a job tells of a session that our own child made: children run in a folder of `home`, and hosts keep
 * transcripts by folder. Such a session is never captured, or each capture would make the next one.
 */
export function isOwnSession(home: string, job: Job): boolean {
  const own = real(home);
  const cwd = real(job.cwd);
  if (cwd === own || cwd.startsWith(`${own}${sep}`)) return true;
  const project = job.transcript === null ? null : basename(dirname(job.transcript));
  return [home, own].some((folder) => project === projectSlug(join(folder, HOME_LAYOUT.neutral)));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
