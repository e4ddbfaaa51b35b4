import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { atomicReplace } from "../files/atomic-replace.ts";
import { makeFolder } from "../files/folders.ts";
import { sha256 } from "../files/hash.ts";
import type { HostId } from "../session/entry.ts";
import { installRecords, type InstallRecord, recordName, writeInstallRecord } from "../store/installed.ts";
import { type SettingsFile, writeSettingsFile } from "./settings-file.ts";

/** The record of an installation into a settings file; null when there is none that can be read. */
export function recordOf(home: string, host: HostId, file: string): InstallRecord | null {
  return installRecords(home, host).find((record) => record.file === file) ?? null;
}

/** Bytes of the settings before the installation; null when there was no file, or the copy is not what it was. */
export function bytesBefore(home: string, record: InstallRecord | null): Buffer | null {
  if (record?.before == null) return null;
  try {
    const bytes = readFileSync(join(home, record.before.copy));
    return sha256(bytes) === record.before.sha256 ? bytes : null;
  } catch {
    return null;
  }
}

/** Forgets an installation. */
export function dropRecord(home: string, record: InstallRecord): void {
  rmSync(join(home, recordName(record.host, record.file)), { force: true });
  if (record.before !== null) rmSync(join(home, record.before.copy), { force: true });
}

/** Keeps the bytes of a settings file before an installation in the state folder. Errors: `home-unwritable`. */
export function keepCopy(home: string, host: HostId, file: string, bytes: Buffer): InstallRecord["before"] {
  const copy = `${recordName(host, file).replace(/\.json$/, "")}.original`;
  try {
    makeFolder(join(home, HOME_LAYOUT.installed), 0o700);
    atomicReplace(join(home, copy), bytes, { mode: 0o600 });
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
  return { sha256: sha256(bytes), copy };
}

/**
 * Writes settings with the record of it first; where they cannot be written the record is again as it was: what did not
 * happen is not to be taken back. Errors: `settings-unwritable`, `home-unwritable`.
 */
export function writeRecorded(
  home: string,
  { file, after }: { file: SettingsFile; after: Uint8Array },
  record: InstallRecord,
  known: InstallRecord | null,
): void {
  writeInstallRecord(home, record);
  try {
    const made = writeSettingsFile(file, after);
    if (made.length === 0) return;
    writeInstallRecord(home, { ...record, madeFolders: [...record.madeFolders, ...made] });
  } catch (error) {
    if (known === null) dropRecord(home, record);
    else writeInstallRecord(home, known);
    throw error;
  }
}
