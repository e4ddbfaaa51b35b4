import { existsSync, realpathSync } from "node:fs";
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { parseObject, textOf } from "../json.ts";
import { withDatabase } from "./sqlite.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** Who wrote a memory file, as the host keeps it; see README.md, the ratchet. */
export interface WriteRecord {
  /** `untrusted`: the host puts the file into no prompt any more. */
  originClass: string;
  /** SHA-256 of the bytes that an agent's tool wrote last. */
  fileHash: string | null;
}

/** Absolute path of the database that holds what the host's plugins keep. */
export const sharedDatabase = (state: string): string => join(state, "state/openclaw.sqlite");

/**
 * What the host recorded about a file of a workspace (relative path, `/` separators), read-only; null when it recorded
 * nothing, which counts as the agent's own. Errors: `sqlite-unsupported`, `file-unreadable`.
 */
export function writeRecordOf(state: string, workspace: string, file: string): WriteRecord | null {
  const path = sharedDatabase(state);
  if (!existsSync(path)) return null;
  return withDatabase(path, (database) => {
    const table = "SELECT 1 FROM sqlite_master WHERE name = 'plugin_state_entries'";
    if (database.first(table) === null) return null;
    const row = database.first(
      "SELECT value_json FROM plugin_state_entries WHERE plugin_id = ? AND namespace = ? AND entry_key = ?",
      "core:memory-artifact-provenance",
      "workspace-files",
      `${sha256(workspaceKey(workspace))}:${sha256(file)}`,
    );
    const record = parseObject(textOf(row?.["value_json"]) ?? "");
    const originClass = textOf(record?.["originClass"]);
    return originClass === null ? null : { originClass, fileHash: textOf(record?.["fileHash"]) };
  });
}

function workspaceKey(workspace: string): string {
  const path = resolve(workspace);
  const slashed = (existsSync(path) ? realpathSync.native(path) : path).replaceAll("\\", "/");
  return process.platform === "win32" ? slashed.toLowerCase() : slashed;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
