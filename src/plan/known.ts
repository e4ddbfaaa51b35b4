import type { Update } from "../handoff/update.ts";
import { matchRow } from "../manifest/routes.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { hardTokens, sameTokens } from "../memory/hard-tokens.ts";
import { isFieldRecord, type MatchedFact } from "../memory/match.ts";
import { normalise } from "../memory/normalise.ts";
import { type Comparable, comparable, relate, sketchOf, sketchSimilarity } from "../memory/overlap.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { type Draft, matchedFacts } from "./draft.ts";
import { updateId } from "./provenance-edits.ts";

/** From this likeness on a text of another capture on the same evidence is the same fact in other words. */
const SAME_EVIDENCE_FROM = 0.7;

/** A fact where it stands. */
export interface Standing {
  path: string;
  match: MatchedFact;
}

/** What is known of an update already. */
export type Known =
  | { as: "standing" | "superseded" | "removed"; path: string; record: ProvenanceRecord }
  | { as: "new" };

/**
 * Whether an update's evidence was taken in before: by id, or by evidence of the same kind in near the same words
 * (forks and reruns repeat both).
 */
export function knownUpdate(draft: Draft, update: Update): Known {
  const id = updateId(update);
  const sketch = sketchOf(update.text);
  for (const [path, file] of draft.provenance) {
    // what waits in the inbox may land by now; the inbox itself takes nothing twice
    if (matchRow(draft.manifest, path)?.kind === INBOX_KIND) continue;
    for (const record of file.facts) {
      if (record.supersedes.includes(id)) return { as: "superseded", path, record };
      if (isFieldRecord(record) !== (update.field !== undefined)) continue;
      const isSame =
        record.id === id || (update.op === "add" && restsOnTheSame(draft, record, update, sketch));
      if (isSame) return { as: stands(draft, path, record) ? "standing" : "removed", path, record };
    }
  }
  return { as: "new" };
}

/** A fact of any memory file that says what a text says: equal, or alike with equal hard tokens. */
export function standingFact(draft: Draft, text: string): Standing | null {
  const wanted = comparable(text);
  const words = wordsOf(normalise(text));
  for (const path of factFiles(draft)) {
    const file = draft.files.get(path);
    if (file === undefined || !mayHold(file, words)) continue;
    for (const match of matchedFacts(draft, path)) {
      const relation = relate(comparableFact(match), wanted);
      if (relation === "same" || relation === "duplicate") return { path, match };
    }
  }
  return null;
}

/** Paths of the files whose facts count: no index, inbox, handoff or file without a row. Sorted. */
export function factFiles(draft: Draft): string[] {
  const rowed = [...draft.files.keys()].filter((path) => {
    const row = matchRow(draft.manifest, path);
    return row !== null && row.unit !== "boundary" && row.kind !== INBOX_KIND;
  });
  return rowed.sort();
}

const comparables = new WeakMap<MatchedFact["fact"], Comparable>();

/** A fact ready for comparison; kept with the fact. */
export function comparableFact({ fact }: MatchedFact): Comparable {
  const known = comparables.get(fact) ?? comparable(fact.text);
  comparables.set(fact, known);
  return known;
}

/** One capture never says a thing twice, so this asks about the captures of other boundaries only. */
function restsOnTheSame(draft: Draft, record: ProvenanceRecord, update: Update, sketch: string): boolean {
  if (record.boundary === draft.handoff.boundary.entryId) return false;
  if (record.kind !== update.kind || !update.evidence.some((id) => record.evidence.includes(id)))
    return false;
  if (!sameTokens(record.hardTokens, hardTokens(update.text))) return false;
  return sketchSimilarity(sketch, record.sketch) >= SAME_EVIDENCE_FROM;
}

function stands(draft: Draft, path: string, record: ProvenanceRecord): boolean {
  if (isFieldRecord(record)) return true;
  return matchedFacts(draft, path).some((match) => match.record?.id === record.id);
}

const folded = new WeakMap<MemoryFile, string>();

/** Cheap first look: a file that lacks a third of the words cannot hold the fact. Spares parsing the file. */
function mayHold(file: MemoryFile, words: readonly string[]): boolean {
  const text = folded.get(file) ?? file.text.normalize("NFKC").toLowerCase().replaceAll("ё", "е");
  folded.set(file, text);
  const found = words.filter((word) => text.includes(word)).length;
  return found * 3 >= words.length * 2;
}

function wordsOf(normalised: string): string[] {
  return [...new Set(normalised.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
}
