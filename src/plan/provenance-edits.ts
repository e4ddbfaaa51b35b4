import { rankOf } from "../handoff/handoff.ts";
import type { Confidence, Update } from "../handoff/update.ts";
import type { Fact } from "../memory/facts.ts";
import { factId } from "../memory/normalise.ts";
import { identityOf } from "../memory/overlap.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { changeRecord, type Draft, putRecords, recordsOf } from "./draft.ts";

/** Entry ids a record keeps: the first ones tell where it comes from, later ones only that it was said again. */
const MAX_EVIDENCE = 12;
/** Other words for a fact that are kept: the first ones, as many as an update may bring. */
const MAX_ALIASES = 8;

/** Id of the fact that an update would make. */
export function updateId(update: Update): string {
  return factId(update.evidence[0] ?? "", update.text);
}

/** The record of an update's fact as it stands in a file. */
export function recordOf(
  draft: Draft,
  update: Update,
  fact: { headings: readonly string[]; text: string },
): ProvenanceRecord {
  const { boundary, provider } = draft.handoff;
  return {
    id: updateId(update),
    kind: update.kind,
    subject: update.subject,
    headings: [...fact.headings],
    ...identityOf(fact.text),
    evidence: update.evidence.slice(0, MAX_EVIDENCE),
    host: boundary.host,
    sessionId: boundary.sessionId,
    boundary: boundary.entryId,
    at: update.at ?? boundary.at,
    correctedAt: null,
    origin: "capture",
    scope: update.scope,
    confidence: update.confidence,
    rank: rankOf(provider),
    aliases: [...(update.aliases ?? [])],
    supersedes: [],
  };
}

/** Adds the record of a fact that was just put into a file. */
export function recordFact(draft: Draft, path: string, update: Update, fact: Fact): ProvenanceRecord {
  const record = recordOf(draft, update, fact);
  putRecords(draft, path, [...recordsOf(draft, path), record]);
  return record;
}

/**
 * Notes that an update says again what a record says: its evidence joins, the newer date and the stronger confidence
 * count, a higher rank takes the fact over. Nothing changes when all of that is known.
 */
export function confirmRecord(draft: Draft, path: string, record: ProvenanceRecord, update: Update): void {
  const { boundary, provider } = draft.handoff;
  const evidence = [...new Set([...record.evidence, ...update.evidence])].slice(0, MAX_EVIDENCE);
  const at = newest(record.at, update.at ?? boundary.at);
  const isOwn = record.sessionId === boundary.sessionId && record.boundary !== undefined;
  const rank = isOwn ? Math.max(record.rank, rankOf(provider)) : record.rank;
  const aliases = [...new Set([...record.aliases, ...(update.aliases ?? [])])].slice(
    0,
    Math.max(MAX_ALIASES, record.aliases.length),
  );
  const confidence = stronger(record.confidence, update.confidence);
  const isKnown =
    at === record.at &&
    rank === record.rank &&
    confidence === record.confidence &&
    aliases.length === record.aliases.length &&
    evidence.length === record.evidence.length;
  if (isKnown) return;
  changeRecord(draft, path, record.id, (old) => {
    const { boundary: writer, ...rest } = old;
    const confirmed = { ...rest, evidence, at, rank, aliases, confidence };
    // vouched for by another session too: no refinement of the first one may take it away
    return isOwn && writer !== undefined ? { ...confirmed, boundary: writer } : confirmed;
  });
}

/** From the weakest to the strongest: what was shown counts more than what was concluded, a person's word most. */
const CONFIDENCE: readonly Confidence[] = ["inferred", "verified", "stated"];

function stronger(a: Confidence, b: Confidence): Confidence {
  return CONFIDENCE.indexOf(b) > CONFIDENCE.indexOf(a) ? b : a;
}

/** The later of two ISO times; null counts as unknown and so as older. */
function newest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(b) > Date.parse(a) ? b : a;
}

/** True when `a` is known to be before `b`. */
export function isOlder(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && Date.parse(a) < Date.parse(b);
}
