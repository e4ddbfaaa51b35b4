import { createHash } from "node:crypto";
import type { Handoff } from "../handoff/handoff.ts";
import type { Disposition } from "../handoff/receipt.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { type MatchedFact, matchProvenance } from "../memory/match.ts";
import type { ProvenanceFile, ProvenanceRecord } from "../memory/provenance.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import type { Tombstone } from "../memory/tombstone.ts";
import { readMemoryFile } from "../memory/topic.ts";

/**
 * A plan in the making: the snapshot, and the memory as it would stand. Owned by one call of a planner, which reads
 * through it, so that a later step sees what an earlier one did.
 */
export interface MemoryDraft {
  readonly snapshot: MemorySnapshot;
  readonly manifest: Manifest;
  readonly now: Date;
  readonly files: Map<string, MemoryFile>;
  readonly provenance: Map<string, ProvenanceFile>;
  readonly reasons: Map<string, readonly string[]>;
  tombstones: readonly Tombstone[];
  readonly dispositions: Disposition[];
  readonly notes: string[];
  readonly matched: Map<string, Matched>;
}

/** The plan of a handoff in the making. */
export interface Draft extends MemoryDraft {
  readonly handoff: Handoff;
  /** Stands for `{person}`. */
  readonly person: string;
}

interface Matched {
  file: MemoryFile;
  provenance: ProvenanceFile | undefined;
  facts: readonly MatchedFact[];
}

/** What a draft starts from. */
export type DraftSource = Pick<Draft, "snapshot" | "handoff" | "now" | "person">;

export function newDraft(source: DraftSource): Draft {
  return { ...newMemoryDraft(source.snapshot, source.now), ...source };
}

/** A draft without a handoff: for what is derived from the memory alone. */
export function newMemoryDraft(snapshot: MemorySnapshot, now: Date): MemoryDraft {
  return {
    snapshot,
    now,
    manifest: snapshot.manifest,
    files: new Map(snapshot.files),
    provenance: new Map(snapshot.provenance),
    reasons: new Map(),
    tombstones: snapshot.tombstones,
    dispositions: [],
    notes: [],
    matched: new Map(),
  };
}

/** Text of a file as the plan stands; null when it does not exist. */
export function textOf(draft: MemoryDraft, path: string): string | null {
  return draft.files.get(path)?.text ?? null;
}

/** Whether a file stands at this path, in any case, that cannot be read as text: it is never written. */
export function isUnreadable(draft: MemoryDraft, path: string): boolean {
  const folded = path.toLowerCase();
  return (draft.snapshot.unreadable ?? []).some((other) => other.toLowerCase() === folded);
}

/** Whether a new file at this path would meet another one, also where case is ignored. */
export function isTaken(draft: MemoryDraft, path: string): boolean {
  const folded = path.toLowerCase();
  for (const other of draft.files.keys()) if (other.toLowerCase() === folded) return true;
  return isUnreadable(draft, path);
}

/** Sets the text of a file (null: it goes), with the reason for the receipt. */
export function putText(draft: MemoryDraft, path: string, text: string | null, reason: string): void {
  if (text === null) draft.files.delete(path);
  else draft.files.set(path, { path, text, hash: textHash(text), modifiedAt: draft.now.getTime() });
  const reasons = draft.reasons.get(path) ?? [];
  if (!reasons.includes(reason)) draft.reasons.set(path, [...reasons, reason]);
}

/** Provenance records of a file as the plan stands. */
export function recordsOf(draft: MemoryDraft, path: string): readonly ProvenanceRecord[] {
  return draft.provenance.get(path)?.facts ?? [];
}

export function putRecords(draft: MemoryDraft, path: string, records: readonly ProvenanceRecord[]): void {
  if (records.length === 0) draft.provenance.delete(path);
  else draft.provenance.set(path, { version: 1, file: path, facts: [...records] });
}

/** Replaces a record of a file by what `change` makes of it; null takes it out. */
export function changeRecord(
  draft: MemoryDraft,
  path: string,
  id: string,
  change: (record: ProvenanceRecord) => ProvenanceRecord | null,
): void {
  const records = recordsOf(draft, path).flatMap((record) => {
    const after = record.id === id ? change(record) : record;
    return after === null ? [] : [after];
  });
  putRecords(draft, path, records);
}

/** Facts of a file with their records, as the plan stands. */
export function matchedFacts(draft: MemoryDraft, path: string): readonly MatchedFact[] {
  const file = draft.files.get(path);
  if (file === undefined) return [];
  const provenance = draft.provenance.get(path);
  const known = draft.matched.get(path);
  if (known !== undefined && known.file === file && known.provenance === provenance) return known.facts;
  const facts = matchProvenance(readMemoryFile(file).facts, provenance);
  draft.matched.set(path, { file, provenance, facts });
  return facts;
}

/** Notes what became of an update. */
export function dispose(draft: Draft, disposition: Disposition): void {
  draft.dispositions.push(disposition);
}

/** ISO time that stands for an update or boundary: the evidence's, else the boundary's, else now. */
export function timeOf(draft: Draft, at: string | null): string {
  return at ?? draft.handoff.boundary.at ?? draft.handoff.session.endedAt ?? draft.now.toISOString();
}

/** sha256 of a text as stored, hex. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
