import { createHash } from "node:crypto";
import type { Disposition } from "../handoff/receipt.ts";
import type { Handoff } from "../handoff/handoff.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Tombstone } from "../memory/tombstone.ts";

/**
 * A plan in the making: the snapshot, and what this run wants to stand instead. Owned by one call of a planner; the
 * planner reads through it, so that a later update sees what an earlier one did.
 */
export interface Draft {
  readonly snapshot: MemorySnapshot;
  readonly manifest: Manifest;
  readonly handoff: Handoff;
  readonly now: Date;
  /** Stands for `{person}`. */
  readonly person: string;
  /** New text by path; null: the file goes. */
  readonly texts: Map<string, string | null>;
  readonly records: Map<string, ProvenanceRecord[]>;
  readonly reasons: Map<string, string[]>;
  tombstones: readonly Tombstone[];
  readonly dispositions: Disposition[];
  readonly notes: string[];
  readonly conflicts: string[];
}

/** Text of a file as the plan stands; null when it does not exist. */
export function textOf(draft: Draft, path: string): string | null {
  const planned = draft.texts.get(path);
  return planned === undefined ? (draft.snapshot.files.get(path)?.text ?? null) : planned;
}

/** Sets the text of a file, with the reason for the receipt. */
export function putText(draft: Draft, path: string, text: string | null, reason: string): void {
  draft.texts.set(path, text);
  const reasons = draft.reasons.get(path) ?? [];
  if (!reasons.includes(reason)) draft.reasons.set(path, [...reasons, reason]);
}

/** Provenance records of a file as the plan stands. */
export function recordsOf(draft: Draft, path: string): readonly ProvenanceRecord[] {
  return draft.records.get(path) ?? draft.snapshot.provenance.get(path)?.facts ?? [];
}

export function putRecords(draft: Draft, path: string, records: readonly ProvenanceRecord[]): void {
  draft.records.set(path, [...records]);
}

/** Paths of all memory files as the plan stands, sorted. */
export function pathsOf(draft: Draft): string[] {
  const paths = new Set(draft.snapshot.files.keys());
  for (const [path, text] of draft.texts) {
    if (text === null) paths.delete(path);
    else paths.add(path);
  }
  return [...paths].sort();
}

/** sha256 of a text as stored, hex. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
