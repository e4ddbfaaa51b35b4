import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

/** Where OpenClaw keeps what is its own, by the variables that it reads itself. Absolute paths. */
export interface Locations {
  /** Folder of databases, hooks and sessions. */
  state: string;
  /** Configuration; it may not exist. */
  config: string;
}

/**
 * Finds state folder and configuration as the client does: `OPENCLAW_STATE_DIR`, else `.openclaw` (of a profile:
 * `.openclaw-<profile>`) in `OPENCLAW_HOME` or the home folder; `OPENCLAW_CONFIG_PATH`, else `openclaw.json` in it.
 */
export function locationsOf(env: Env): Locations {
  const home = homeOf(env);
  const named = filled(env["OPENCLAW_STATE_DIR"]);
  const state = named === null ? defaultState(home, env) : fromHome(named, home);
  const config = filled(env["OPENCLAW_CONFIG_PATH"]);
  return { state, config: config === null ? join(state, "openclaw.json") : fromHome(config, home) };
}

/** Value of a variable that holds more than space; else null. */
export function filled(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** The home folder that the client's own paths start from. */
export function homeOf(env: Env): string {
  const user = filled(env["HOME"]) ?? filled(env["USERPROFILE"]) ?? homedir();
  const own = filled(env["OPENCLAW_HOME"]);
  return own === null ? user : fromHome(own, user);
}

function defaultState(home: string, env: Env): string {
  const profile = filled(env["OPENCLAW_PROFILE"]);
  const isNamed = profile !== null && profile.toLowerCase() !== "default";
  const folder = join(home, isNamed ? `.openclaw-${profile}` : ".openclaw");
  // The name of its first year; the client still takes such a folder where there is no newer one.
  const older = join(home, ".clawdbot");
  return !isNamed && !existsSync(folder) && existsSync(older) ? older : folder;
}

const fromHome = (path: string, home: string): string =>
  path === "~" || /^~[\\/]/.test(path) ? join(home, path.slice(1)) : resolve(path);
