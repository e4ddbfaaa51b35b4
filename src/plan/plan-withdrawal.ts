import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { INDEX_BASE_PATH } from "../memory/index-base.ts";
import { type ProvenanceFile, provenancePath } from "../memory/provenance.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { type MemoryDraft, newMemoryDraft, putText, recordsOf, textHash } from "./draft.ts";
import { editsOf } from "./edits.ts";
import { renewDescriptions } from "./description.ts";
import { deriveIndex } from "./index-derive.ts";
import { subIndexPath } from "./index-page.ts";
import type { FileEdit } from "./plan.ts";
import { emptyIndex } from "./plan-init.ts";
import { strandedTargets } from "./stranded.ts";
import { dropBareFile, withdrawFacts } from "./withdraw-facts.ts";

/** One memory file as it is to stand, with its provenance. */
export interface Inverse {
  file: string;
  /** Null: it goes. */
  text: string | null;
  /** The provenance file as it is to be stored; absent: it stays as it is. */
  records?: { path: string; text: string | null; parsed: ProvenanceFile | null };
}

export interface WithdrawalInput {
  snapshot: MemorySnapshot;
  now: Date;
  reason: string;
  inverses: readonly Inverse[];
  /** Files to look for withdrawn facts in. */
  files: readonly string[];
  /** Ids of facts that no receipt in effect vouches for. */
  withdrawn: ReadonlySet<string>;
  /** Files that a receipt created. */
  made: ReadonlySet<string>;
  /** sha256 of every MANIFEST.md that a receipt wrote; null while another receipt is in effect: it stays. */
  manifests: ReadonlySet<string> | null;
  /** MANIFEST.md to put back; null: none is missing. */
  schema: string | null;
}

export interface Withdrawal {
  edits: FileEdit[];
  /** Files left as they are: a person's words stand in the way, or a person's link leads there. */
  refused: string[];
}

/**
 * The edits that take a receipt out of a memory that went on since: files as they are to stand, without the facts that
 * nobody vouches for any more, and the index derived anew from what is left. Rows of others stay. Pure.
 */
export function planWithdrawal(input: WithdrawalInput): Withdrawal {
  const refused = new Set<string>();
  for (;;) {
    const draft = newMemoryDraft(input.snapshot, input.now);
    const settled = settle(draft, input, refused);
    const stranded = strandedTargets(draft).filter((file) => !refused.has(file));
    if (stranded.length > 0) {
      for (const file of stranded) refused.add(file);
      continue;
    }
    const base = dropSetup(draft, input) ? null : settled.indexBase;
    const edits = withStoredRecords(draft, editsOf(draft, base), settled.applied);
    return { edits, refused: [...refused].sort() };
  }
}

/** Paths that are derived from the others: the index, its base and the sub-indexes. */
export function derivedPaths(snapshot: MemorySnapshot): Set<string> {
  const { manifest } = snapshot;
  const subs = manifest.sections.map((section) => subIndexPath(manifest, section));
  return new Set([manifest.index, INDEX_BASE_PATH, ...subs]);
}

function settle(
  draft: MemoryDraft,
  input: WithdrawalInput,
  refused: Set<string>,
): { indexBase: string | null; applied: Inverse[] } {
  const applied = input.inverses.filter(({ file }) => !refused.has(file));
  for (const inverse of applied) apply(draft, inverse, input.reason);
  for (const file of input.files.filter((file) => !refused.has(file))) {
    const going = new Set([...input.withdrawn, ...saidElsewhere(draft, file)]);
    if (withdrawFacts(draft, file, going, input.reason)) {
      if (input.made.has(file)) dropBareFile(draft, file, input.reason);
    } else {
      refused.add(file);
      leaveAsItIs(draft, file);
    }
  }
  if (input.schema !== null) putText(draft, MANIFEST_FILE, input.schema, input.reason);
  const left = applied.filter(({ file }) => !refused.has(file));
  renewDescriptions(draft, { onlyStale: true });
  return { indexBase: deriveIndex(draft), applied: left };
}

/** Ids of facts that came back into a file while a later capture has put the same words into another one. */
function saidElsewhere(draft: MemoryDraft, file: string): string[] {
  const known = new Set(draft.snapshot.provenance.get(file)?.facts.map(({ id }) => id));
  const back = recordsOf(draft, file).filter(({ id }) => !known.has(id));
  if (back.length === 0) return [];
  const others = [...draft.provenance.values()].filter((other) => other.file !== file);
  const said = new Set(others.flatMap(({ facts }) => facts.map(({ hash }) => hash)));
  return back.filter(({ hash }) => said.has(hash)).map(({ id }) => id);
}

function apply(draft: MemoryDraft, { file, text, records }: Inverse, reason: string): void {
  if (text !== (draft.files.get(file)?.text ?? null)) putText(draft, file, text, reason);
  if (records === undefined) return;
  if (records.parsed === null) draft.provenance.delete(file);
  else draft.provenance.set(file, records.parsed);
}

function leaveAsItIs(draft: MemoryDraft, file: string): void {
  const { files, provenance } = draft.snapshot;
  const before = files.get(file);
  if (before === undefined) draft.files.delete(file);
  else draft.files.set(file, before);
  const records = provenance.get(file);
  if (records === undefined) draft.provenance.delete(file);
  else draft.provenance.set(file, records);
}

/** With nothing left that it is for, what setting the memory up wrote goes too; true when it went. */
function dropSetup(draft: MemoryDraft, { manifests, made, reason }: WithdrawalInput): boolean {
  const { manifest, snapshot } = draft;
  const schema = draft.files.get(MANIFEST_FILE);
  const index = draft.files.get(manifest.index);
  const isOurs = schema !== undefined && manifests?.has(textHash(schema.text)) === true;
  const others = [...draft.files.keys()].some((file) => file !== MANIFEST_FILE && file !== manifest.index);
  if (!isOurs || others || (snapshot.unreadable ?? []).length > 0) return false;
  if (index !== undefined) {
    if (!made.has(manifest.index) || index.text !== emptyIndex(manifest.own)) return false;
    putText(draft, manifest.index, null, reason);
  }
  putText(draft, MANIFEST_FILE, null, reason);
  return true;
}

/** Provenance files that come back as they were keep their bytes. */
function withStoredRecords(
  draft: MemoryDraft,
  edits: readonly FileEdit[],
  applied: readonly Inverse[],
): FileEdit[] {
  let all = [...edits];
  for (const { file, records } of applied) {
    if (records === undefined || (draft.provenance.get(file) ?? null) !== records.parsed) continue;
    const { path, text: after } = records;
    const standing = draft.snapshot.internal.get(path);
    all = all.filter((edit) => edit.file !== path && edit.file !== provenancePath(file));
    if (after === (standing?.text ?? null)) continue;
    const op = after === null ? "delete" : standing === undefined ? "create" : "update";
    const reasons = ["where its facts come from"];
    all.push({ file: path, op, base: standing?.hash ?? null, after, reasons, area: "internal" });
  }
  return all;
}
