import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { writeGateMessage } from "../../src/plan/write-gate.ts";
import { findGate, readGates } from "../../src/store/gates.ts";

/** A file beyond this many bytes is no memory that anybody could read. */
const BYTES_CAP = 4_000_000;

/** A write of the agent's own tools, after it was done. */
export interface ToolWrite {
  /** `$HANDOFF_HOME`. */
  home: string;
  /** The agent's workspace: relative paths start there. */
  workspace: string;
  /** As the tool was given it. */
  path: string;
  /** Text before it; null: the file is new. Whoever calls this reads it before the tool runs (`textBeforeTool`). */
  before: string | null;
}

/** Text of a file that a tool is about to write; null where there is none, or more than anybody could read. */
export function textBeforeTool(workspace: string, path: string): string | null {
  const file = isAbsolute(path) ? path : join(workspace, path);
  try {
    return statSync(file).size > BYTES_CAP ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * What the agent is told about a memory file that its tool wrote: findings that the write added. Null when there is
 * nothing new, or the file is no memory that a worker has seen. At most 600 characters. Errors: `file-unreadable`.
 */
export function judgeToolWrite({ home, workspace, path, before }: ToolWrite): string | null {
  if (!/\.md$/i.test(path)) return null;
  const file = isAbsolute(path) ? path : join(workspace, path);
  const found = findGate(readGates(home), file);
  const after = found === null ? null : textBeforeTool(workspace, path);
  if (found === null || after === null) return null;
  return writeGateMessage({ file: found.file, before, after, manifest: found.gate.manifest });
}
