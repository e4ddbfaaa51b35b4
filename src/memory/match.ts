import type { Fact } from "./facts.ts";
import type { FieldFact } from "./fields.ts";
import { fieldHeading } from "./fields.ts";
import { sameTokens } from "./hard-tokens.ts";
import { sketchOf, sketchSimilarity } from "./overlap.ts";
import type { ProvenanceFile, ProvenanceRecord } from "./provenance.ts";

/** From this likeness on a text with equal hard tokens is the recorded fact, edited. Sketches err by about 0.06. */
const EDITED_FROM = 0.6;

/** A fact and where it comes from. */
export interface MatchedFact {
  fact: Fact;
  /** Null: a person's own fact. */
  record: ProvenanceRecord | null;
  /** A person changed its words since it was recorded. */
  edited: boolean;
}

/** A front matter field and where its value comes from. */
export interface MatchedField {
  field: FieldFact;
  record: ProvenanceRecord | null;
  edited: boolean;
}

/**
 * Finds the record of each fact, one to one, in the order of the facts: same hash (same headings first) is the same
 * fact; equal hard tokens and high likeness is the same fact edited by a person; the rest is a person's own.
 */
export function matchProvenance(facts: readonly Fact[], file: ProvenanceFile | undefined): MatchedFact[] {
  const free = (file?.facts ?? []).filter((record) => !isFieldRecord(record));
  const found = new Map<Fact, ProvenanceRecord>();
  const take = (fact: Fact, position: number): void => {
    const [record] = free.splice(position, 1);
    if (record !== undefined) found.set(fact, record);
  };
  for (const anyHeading of [false, true]) {
    for (const fact of facts) {
      if (found.has(fact)) continue;
      const position = free.findIndex(
        (record) => record.hash === fact.hash && (anyHeading || sameHeadings(fact, record)),
      );
      if (position !== -1) take(fact, position);
    }
  }
  const exact = new Set(found.keys());
  for (const { fact, record } of editedPairs(
    facts.filter((fact) => !exact.has(fact)),
    free,
  )) {
    const position = free.indexOf(record);
    if (position !== -1 && !found.has(fact)) take(fact, position);
  }
  return facts.map((fact) => ({
    fact,
    record: found.get(fact) ?? null,
    edited: found.has(fact) && !exact.has(fact),
  }));
}

/** Records whose fact stands nowhere in the file any more: a person took it out. Field records are not among them. */
export function orphanRecords(
  matched: readonly MatchedFact[],
  file: ProvenanceFile | undefined,
): ProvenanceRecord[] {
  const used = new Set(matched.map((match) => match.record));
  return (file?.facts ?? []).filter((record) => !isFieldRecord(record) && !used.has(record));
}

/** The newest record of each field; `edited` when the value is another by now. */
export function matchFields(fields: readonly FieldFact[], file: ProvenanceFile | undefined): MatchedField[] {
  return fields.map((field) => {
    const heading = fieldHeading(field.name);
    const record = file?.facts.findLast((candidate) => candidate.headings[0] === heading) ?? null;
    return { field, record, edited: record !== null && record.hash !== field.hash };
  });
}

/** True for the record of a front matter field (`["@name"]`). */
export function isFieldRecord(record: ProvenanceRecord): boolean {
  return record.headings.length === 1 && record.headings[0]?.startsWith("@") === true;
}

interface Pair {
  fact: Fact;
  record: ProvenanceRecord;
  score: number;
}

/** Likely pairs, best first; equal ones in the order of the file. */
function editedPairs(facts: readonly Fact[], records: readonly ProvenanceRecord[]): Pair[] {
  if (records.length === 0) return [];
  const pairs = facts.flatMap((fact) => {
    const candidates = records.filter((record) => sameTokens(record.hardTokens, fact.hardTokens));
    if (candidates.length === 0) return [];
    const sketch = sketchOf(fact.text);
    return candidates.map((record): Pair => {
      const likeness = sketchSimilarity(sketch, record.sketch);
      return { fact, record, score: likeness + (sameHeadings(fact, record) ? 0.001 : 0) };
    });
  });
  return pairs.filter((pair) => pair.score >= EDITED_FROM).sort((a, b) => b.score - a.score);
}

function sameHeadings(fact: Fact, record: ProvenanceRecord): boolean {
  return (
    fact.headings.length === record.headings.length &&
    fact.headings.every((heading, position) => heading === record.headings[position])
  );
}
