import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../files/hash.ts";
import { ifExists } from "../../files/system-errors.ts";
import { writeRecordOf } from "../../hosts/openclaw/provenance.ts";

/** An index that OpenClaw puts into no prompt any more, since both an agent and somebody else wrote it. */
export interface Locked {
  path: string;
  /** What a person can do about it, one numbered step each. */
  wayOut: string[];
}

/** The file that OpenClaw loads itself. */
const INDEX = "MEMORY.md";

/**
 * The workspaces whose MEMORY.md is locked out by its record of writes (see hosts/openclaw/README.md, the ratchet).
 * Reads only. Errors: `sqlite-unsupported`, `file-unreadable`.
 */
export function lockedIndexes(state: string, workspaces: readonly string[]): Locked[] {
  return [...new Set(workspaces)].flatMap((workspace) => {
    const record = writeRecordOf(state, workspace, INDEX);
    if (record === null || record.originClass !== "untrusted") return [];
    const path = join(workspace, INDEX);
    return [{ path, wayOut: wayOutOf(path, record.fileHash) }];
  });
}

/** Measured on 2026.9.6; rewriting or deleting the file by hand does not help, and the client's table is not ours to edit. */
function wayOutOf(path: string, hash: string | null): string[] {
  const bytes = ifExists(() => readFileSync(path), null);
  const isLast = bytes !== null && sha256(bytes) === hash;
  const copy = `copy ${path} to a place outside the workspace`;
  const first = isLast
    ? `${copy}; it still has the bytes that the agent wrote last`
    : `${copy}, then put back what the agent wrote last, byte for byte, from git, a backup or its own write in its session (SHA-256 ${hash ?? "unknown"})`;
  return [
    `1. ${first}`,
    "2. in a chat, ask the agent to delete MEMORY.md with apply_patch, and with no other tool: that removes the record",
    `3. copy your file back to ${path}; the next session has it in its prompt`,
  ];
}
