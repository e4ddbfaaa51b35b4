import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../files/hash.ts";
import { installRecords, type InstallRecord, recordName } from "../../store/installed.ts";
import { type JsonText, readJsonText } from "./json-text.ts";

/** The record of an installation into a settings file; null when there is none that can be read. */
export function recordOf(home: string, file: string): InstallRecord | null {
  return installRecords(home, "claude-code").find((record) => record.file === file) ?? null;
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

/** As above, understood; null as well when it is no settings text. */
export function textBefore(home: string, record: InstallRecord | null): JsonText | null {
  const bytes = bytesBefore(home, record);
  try {
    return bytes === null ? null : readJsonText(bytes, "");
  } catch {
    return null;
  }
}

/** Forgets an installation. */
export function dropRecord(home: string, record: InstallRecord): void {
  rmSync(join(home, recordName(record.host, record.file)), { force: true });
  if (record.before !== null) rmSync(join(home, record.before.copy), { force: true });
}
