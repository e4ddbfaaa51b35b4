import { chmodSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { HandoffError, systemCode } from "../errors.ts";
import { atomicReplace } from "../files/atomic-replace.ts";
import { makeFolder } from "../files/folders.ts";
import { ifExists } from "../files/system-errors.ts";
import { configPath, parseSettings, readSettings } from "./config.ts";
import { HOME_LAYOUT, readHomeFile } from "./home-files.ts";
import { removeKeyEdits } from "./remove-key.ts";
import { type SettingKey, SETTINGS, UserConfig } from "./settings.ts";

/**
 * Writes one setting into the config file, which is made when missing; comments, order and layout stay. Errors:
 * `config-invalid` for a value the setting does not take (it is not named), or a file that is not one JSON object;
 * `home-unwritable`.
 */
export function setSetting(home: string, key: SettingKey, value: unknown): void {
  if (!UserConfig.shape[key].safeParse(value).success) throw notTaken(home, key);
  edit(home, key, value);
}

/** The sentence for a value that a setting does not take. */
export function notTaken(home: string, key: SettingKey): HandoffError {
  return new HandoffError("config-invalid", {
    path: configPath(home),
    name: key,
    expected: SETTINGS[key].expected,
  });
}

/**
 * Takes a setting, or a key that is none, out of the config file; false when it was not there. Errors: `config-invalid`
 * for a file that is not one JSON object, `home-unwritable`.
 */
export function unsetSetting(home: string, key: string): boolean {
  if (!Object.hasOwn(readSettings(home), key)) return false;
  edit(home, key, undefined);
  return true;
}

function edit(home: string, key: string, value: unknown): void {
  const path = configPath(home);
  const text = readHomeFile(home, HOME_LAYOUT.config) ?? "{}\n";
  parseSettings(text, path);
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const bare = text.slice(bom.length);
  const eol = bare.includes("\r\n") ? "\r\n" : "\n";
  const formattingOptions = { ...indentOf(bare), eol };
  const edits =
    value === undefined ? removeKeyEdits(bare, key) : modify(bare, [key], value, { formattingOptions });
  const edited = applyEdits(bare, edits);
  const stands = parseSettings(edited, path)[key];
  if (JSON.stringify(stands) !== JSON.stringify(value)) {
    // a key that stands twice: the first one is edited, the last one counts
    throw new HandoffError("config-invalid", { path, name: key, expected: "each setting once" });
  }
  write(home, path, bom + edited);
}

/** As the first indented line of the file has it, else two spaces. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/mu.exec(text)?.[1] ?? "  ";
  return indent.startsWith("\t")
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}

/** Atomically, and readable by its owner alone: it may hold a key. A link keeps leading to its file. */
function write(home: string, path: string, text: string): void {
  try {
    makeFolder(dirname(path), 0o700);
    const target = ifExists(() => realpathSync(path), path);
    ifExists(() => chmodSync(target, 0o600), undefined);
    atomicReplace(target, text, { mode: 0o600 });
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}

/**
 * True when the config file holds a key and others than its owner may read it. Always false on Windows, where modes say
 * nothing. Never throws.
 */
export function isKeyExposed(home: string): boolean {
  if (process.platform === "win32") return false;
  try {
    const holdsKey = typeof readSettings(home)["apiKey"] === "string";
    return holdsKey && (statSync(configPath(home)).mode & 0o077) !== 0;
  } catch {
    return false;
  }
}
