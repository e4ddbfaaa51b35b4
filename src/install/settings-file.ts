import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import { atomicReplace } from "../files/atomic-replace.ts";
import { makeFolder } from "../files/folders.ts";
import { ifExists } from "../files/system-errors.ts";

/** Mode of a settings file that we make; passes the umask, as the hosts' own do. */
const NEW_MODE = 0o644;

/** A settings file as it lies on disk. */
export interface SettingsFile {
  /** Absolute, as the host names it. */
  path: string;
  /** The file to write: a symlink is followed, so that the link stays. */
  target: string;
  /** Null when there is none. */
  bytes: Buffer | null;
}

/** What a settings file is read for: to be edited, or only to see what stands in it. */
export type Purpose = "edit" | "look";

/**
 * Reads a settings file. Errors: `settings-unwritable` for a link that leads nowhere, a folder, or a file that is to be
 * edited and may not be written; `file-unreadable`.
 */
export function readSettingsFile(path: string, purpose: Purpose = "edit"): SettingsFile {
  if (!ifExists(() => lstatSync(path) !== undefined, false))
    return { path, target: newTarget(path), bytes: null };
  const refuse = (name: string, expected: string): HandoffError =>
    new HandoffError("settings-unwritable", { path, name, expected });
  const target = ifExists(() => realpathSync(path), null);
  if (target === null) throw refuse("a link that leads nowhere", "a link to a settings file, or none");
  const stat = statSync(target);
  if (stat.isDirectory()) throw refuse("a folder", "a file");
  if (!stat.isFile()) throw refuse("not a regular file", "a file");
  const bytes = read(path, target);
  if (purpose === "look") return { path, target, bytes };
  // The administrator may write everything: the mode says what the owner wants.
  if ((stat.mode & 0o222) === 0) throw refuse("read-only", "a file that may be written");
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    throw new HandoffError("settings-unwritable", { path, system: systemCode(error) ?? "unknown" }, error);
  }
  return { path, target, bytes };
}

/** Bytes of a settings file for looking at only; null when it is missing or may not be read. */
export function glanceAt(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/**
 * Writes a settings file whole, keeping its mode and owner; returns the folders made for it. Errors:
 * `settings-unwritable`, also when the file changed since it was read.
 */
export function writeSettingsFile(file: SettingsFile, bytes: Uint8Array): string[] {
  try {
    const made = makeFolder(dirname(file.target));
    assertUnchanged(file);
    atomicReplace(file.target, bytes, { mode: NEW_MODE });
    return made;
  } catch (error) {
    if (error instanceof HandoffError) throw error;
    const system = systemCode(error) ?? "unknown";
    throw new HandoffError("settings-unwritable", { path: file.path, system }, error);
  }
}

/** Errors: `settings-unwritable` when the file is not what was read: the host and other tools write it too. */
export function assertUnchanged(file: SettingsFile): void {
  const now = ifExists(() => readFileSync(file.target), null);
  const same = file.bytes === null || now === null ? file.bytes === now : file.bytes.equals(now);
  if (same) return;
  const name = "it changed meanwhile";
  throw new HandoffError("settings-unwritable", { path: file.path, name, expected: "another try" });
}

function read(path: string, target: string): Buffer {
  try {
    return readFileSync(target);
  } catch (error) {
    throw new HandoffError("file-unreadable", { path, system: systemCode(error) ?? "unknown" }, error);
  }
}

/** Where a new file goes: the folder may be a link itself. */
function newTarget(path: string): string {
  const folder = ifExists(() => realpathSync(dirname(path)), null);
  return folder === null ? path : join(folder, basename(path));
}
