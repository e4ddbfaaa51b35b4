import { readFileSync, statSync } from "node:fs";
import { writeGateMessage } from "../../src/plan/write-gate.ts";
import type { Gate } from "../../src/store/gates.ts";
import { type AgentWrite, textBefore } from "./post-tool-use-write.ts";

/** A file beyond this many bytes is no memory that anybody could read. */
const BYTES_CAP = 4_000_000;

/**
 * The write gate on a file of a known memory: what the agent is told, or null. Loaded only when the agent wrote such a
 * file, since it brings the Markdown parser along. Reads the file as it stands now: the host adds front matter of its
 * own to what the agent wrote.
 */
export function judgeWrite(write: AgentWrite, gate: Gate, file: string): string | null {
  if (statSync(write.path).size > BYTES_CAP) return null;
  const after = readFileSync(write.path, "utf8");
  const before = textBefore(write, after);
  return before === undefined ? null : writeGateMessage({ file, before, after, manifest: gate.manifest });
}
