import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { type ParseError, parse } from "jsonc-parser";
import { mainRepositoryRoot, realOf } from "../repository.ts";
import { configFolder, filled, homeFolder, projectFolder, type Env } from "./config-folder.ts";
import { objectOf, type Json } from "../json.ts";

/** Settings an administrator lays down, by platform. */
const MANAGED: Partial<Record<NodeJS.Platform, string>> = {
  linux: "/etc/claude-code/managed-settings.json",
  darwin: "/Library/Application Support/ClaudeCode/managed-settings.json",
  win32: "C:\\Program Files\\ClaudeCode\\managed-settings.json",
};

/**
 * The client's auto-memory folder for a working folder, or null when auto memory is switched off. The folder need not
 * exist. `autoMemoryDirectory` of the settings wins (absolute or `~/`); else `memory` in the project folder of the main
 * repository's root, outside git of the working folder. See README.md, memory folder.
 */
export async function memoryRoot(cwd: string, env: Env): Promise<string | null> {
  const real = await realOf(cwd);
  const root = (await mainRepositoryRoot(real)) ?? real;
  const settings = await settingsOf(real, root, env);
  const disabled = filled(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"]);
  if (disabled !== null && disabled !== "0" && disabled !== "false") return null;
  if (valueOf(settings, "autoMemoryEnabled") === false) return null;
  const named = valueOf(settings, "autoMemoryDirectory");
  const folder = typeof named === "string" ? expanded(named, env) : null;
  return folder ?? join(projectFolder(root, env), "memory");
}

/** The settings that hold for a folder, the strongest first. */
async function settingsOf(cwd: string, root: string, env: Env): Promise<Json[]> {
  const managed = MANAGED[process.platform];
  const files = [
    ...(managed === undefined ? [] : [managed]),
    join(cwd, ".claude", "settings.local.json"),
    join(cwd, ".claude", "settings.json"),
    join(root, ".claude", "settings.local.json"),
    join(root, ".claude", "settings.json"),
    join(configFolder(env), "settings.json"),
  ];
  return Promise.all(files.map(readSettings));
}

/** A missing or broken settings file says nothing; comments, trailing commas and a BOM break none. */
async function readSettings(path: string): Promise<Json> {
  const text = await readFile(path, "utf8").catch(() => "");
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/u, ""), errors, { allowTrailingComma: true });
  return errors.length > 0 ? {} : (objectOf(value) ?? {});
}

function valueOf(settings: Json[], key: string): unknown {
  return settings.find((one) => one[key] !== undefined)?.[key];
}

/** An absolute folder; the client ignores a relative value silently. */
function expanded(value: string, env: Env): string | null {
  if (value.startsWith("~/") && value.length > 2) return join(homeFolder(env), value.slice(2));
  return isAbsolute(value) ? value : null;
}
