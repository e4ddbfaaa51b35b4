import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { HOME_LAYOUT } from "../config/home-files.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** What is known of one start of a hook. */
export interface StartedHook {
  home: string;
  /** Folder of the bundle that the hook belongs to, absolute. */
  bundle: string;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

/**
 * Whether this hook is the plugin's while the settings of Claude Code start hooks of the same state folder too: those
 * act, the plugin's do nothing, and no session is told twice. The settings are asked, not the record of the
 * installation: hooks that somebody took out by hand do not act.
 */
export function isSecondCopy({ home, bundle, env, cwd }: StartedHook): boolean {
  const bin = `${slashed(join(home, HOME_LAYOUT.bin))}/`;
  if (slashed(bundle).startsWith(bin) || filled(env["CLAUDE_PLUGIN_ROOT"]) === null) return false;
  // As JSON spells it.
  const spelled = JSON.stringify(bin).slice(1, -1);
  return settingsFiles(env, cwd).some((path) => textOf(path).includes(spelled));
}

/** The user's settings and the project's, shared and local. */
function settingsFiles(env: StartedHook["env"], cwd: string): string[] {
  const user = filled(env["CLAUDE_CONFIG_DIR"]) ?? join(filled(env["HOME"]) ?? homedir(), ".claude");
  const project = join(filled(env["CLAUDE_PROJECT_DIR"]) ?? cwd, ".claude");
  const names = ["settings.json", "settings.local.json"];
  return [join(user, "settings.json"), ...names.map((name) => join(project, name))];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

const filled = (value: string | undefined): string | null =>
  value === undefined || value === "" ? null : value;

const slashed = (path: string): string => (process.platform === "win32" ? path.replaceAll("\\", "/") : path);
