import { homedir } from "node:os";
import { join } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

const SLUG_CAP = 200;

/** The client's folder: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
export function configFolder(env: Env): string {
  return filled(env["CLAUDE_CONFIG_DIR"]) ?? join(homeFolder(env), ".claude");
}

/** The home folder of an environment. */
export function homeFolder(env: Env): string {
  return filled(env["HOME"]) ?? filled(env["USERPROFILE"]) ?? homedir();
}

/**
 * Folder of a project below the client's: of `path`, an absolute path. `CLAUDE_CODE_PROJECT_DIR_NAME` names it where
 * `CLAUDE_CONFIG_DIR` is set too. See README.md, project folders.
 */
export function projectFolder(path: string, env: Env): string {
  const named = filled(env["CLAUDE_CODE_PROJECT_DIR_NAME"]);
  const given =
    named !== null &&
    filled(env["CLAUDE_CONFIG_DIR"]) !== null &&
    /^[^/\\]+$/.test(named) &&
    !/^\.{1,2}$/.test(named);
  return join(configFolder(env), "projects", given ? named : projectSlug(path));
}

/**
 * Name of a project's folder: every UTF-16 unit of the path that is no ASCII letter or digit becomes `-`; over 200
 * characters the first 200, `-` and a base-36 hash of the whole path.
 */
export function projectSlug(path: string): string {
  const slug = path.replaceAll(/[^a-zA-Z0-9]/g, "-");
  return slug.length <= SLUG_CAP ? slug : `${slug.slice(0, SLUG_CAP)}-${pathHash(path)}`;
}

function pathHash(path: string): string {
  let hash = 0;
  for (let at = 0; at < path.length; at += 1) hash = (Math.imul(hash, 31) + path.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

/** The value, or null when it is missing or empty. */
export function filled(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : value;
}
