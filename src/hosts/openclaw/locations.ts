import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

/** Where OpenClaw keeps what is its own, by the variables that it reads itself. Absolute paths. */
export interface Locations {
  /** Folder of databases, hooks and sessions. */
  state: string;
  /** Configuration; it may not exist. */
  config: string;
  /** Folders that the configuration may include files from, beside its own. */
  includeRoots: string[];
}

/**
 * State folder and configuration as the client finds them: `OPENCLAW_STATE_DIR`, else `.openclaw` (of a profile:
 * `.openclaw-<profile>`) in the home folder; `OPENCLAW_CONFIG_PATH`, else `openclaw.json` in the state folder;
 * `OPENCLAW_INCLUDE_ROOTS`, a list as `PATH` is one.
 */
export function locationsOf(env: Env): Locations {
  const named = filled(env["OPENCLAW_STATE_DIR"]);
  const state = named === null ? defaultState(env) : pathOf(named, env);
  const config = filled(env["OPENCLAW_CONFIG_PATH"]);
  const roots = (env["OPENCLAW_INCLUDE_ROOTS"] ?? "").split(delimiter).filter((root) => root.trim() !== "");
  return {
    state,
    config: config === null ? join(state, "openclaw.json") : pathOf(config, env),
    includeRoots: roots.map((root) => pathOf(root.trim(), env)),
  };
}

/** Value of a variable that holds more than space; else null. */
export function filled(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** A path of a setting or variable, absolute: `~` stands for the client's home folder. */
export function pathOf(path: string, env: Env): string {
  return fromHome(path, homeOf(env));
}

/** The home folder that the client's own paths start from: `OPENCLAW_HOME`, else the user's. */
export function homeOf(env: Env): string {
  const user = filled(env["HOME"]) ?? filled(env["USERPROFILE"]) ?? homedir();
  const own = filled(env["OPENCLAW_HOME"]);
  return own === null ? user : fromHome(own, user);
}

function defaultState(env: Env): string {
  const home = homeOf(env);
  const profile = filled(env["OPENCLAW_PROFILE"]);
  const isNamed = profile !== null && profile.toLowerCase() !== "default";
  const folder = join(home, isNamed ? `.openclaw-${profile}` : ".openclaw");
  // The name of its first year: the client takes such a folder where there is none of the newer name.
  const older = join(home, ".clawdbot");
  return !isNamed && !existsSync(folder) && existsSync(older) ? older : folder;
}

function fromHome(path: string, home: string): string {
  return path === "~" || /^~[\\/]/.test(path) ? join(home, path.slice(1)) : resolve(path);
}
