import type { Manifest } from "../manifest/manifest.ts";
import { isIgnored } from "../manifest/ignore.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { isSubIndex, matchRow } from "../manifest/routes.ts";
import { sayFindings } from "./write-gate-message.ts";
import { newFindings } from "./write-gate-new.ts";

/** A file that the agent has written with its own tools. */
export interface MemoryWrite {
  /** Relative to the memory root, `/` separators. */
  file: string;
  /** Text before, as stored; null: the file is new. */
  before: string | null;
  after: string;
  manifest: Manifest;
}

/**
 * What the agent is told after it wrote a memory file: findings that this write added, where they stand, and where
 * such content goes. At most 600 characters; null when there is nothing new, or the file is none of its business.
 */
export function writeGateMessage(write: MemoryWrite): string | null {
  if (write.before === write.after || !isAgents(write)) return null;
  const found = newFindings(write);
  return found.findings.length === 0 && found.secretLines.length === 0 ? null : sayFindings(write, found);
}

/** The index, its sub-indexes and files of a row; handoffs and the inbox are written by us. */
function isAgents({ file, manifest }: MemoryWrite): boolean {
  if (file === manifest.index) return true;
  if (isIgnored(manifest, file)) return false;
  if (isSubIndex(manifest, file)) return true;
  const row = matchRow(manifest, file);
  return row !== null && row.unit !== "boundary" && row.kind !== INBOX_KIND;
}
