import { INBOX_KIND } from "../manifest/pattern.ts";
import type { Receipt } from "../handoff/receipt.ts";
import { isIgnored } from "../manifest/ignore.ts";
import { matchRow } from "../manifest/routes.ts";
import type { Fact } from "../memory/facts.ts";
import { sameTokens } from "../memory/hard-tokens.ts";
import { matchProvenance } from "../memory/match.ts";
import { similarity } from "../memory/overlap.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { tombstoneFor } from "../memory/tombstone.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { softWords } from "./likely-pairs.ts";
import type { LostFact } from "./rule.ts";

/** From this likeness on a new text is the old fact, edited by a person: as in the match of provenance. */
const EDITED_FROM = 0.6;

/** What a memory is compared with. */
export interface Earlier {
  /** As the user named it. */
  revision: string;
  /** The memory as it stood then. */
  snapshot: MemorySnapshot;
  /** Receipts written since. */
  receipts: readonly Receipt[];
}

interface OldFact {
  file: string;
  fact: Fact;
  /** Id of its provenance record; null for a person's own. */
  id: string | null;
}

/**
 * Facts of an earlier memory that stand nowhere any more, by the file they stood in. A fact whose words a person changed
 * still stands; one that a receipt retired, corrected or undid, or that was forgotten, is explained. The index, handoffs
 * and the inbox are exempt: the one is derived, the others come and go.
 */
export function lostFacts(earlier: Earlier, now: MemorySnapshot): ReadonlyMap<string, LostFact[]> {
  const standing = new Set<string>();
  for (const file of now.files.values()) {
    // a handoff goes after its time, and what only stands there goes with it
    if (matchRow(now.manifest, file.path)?.unit === "boundary") continue;
    for (const { hash } of readMemoryFile(file).facts) standing.add(hash);
  }
  const before = oldFacts(earlier.snapshot);
  const missing = before.filter(({ fact }) => !standing.has(fact.hash));
  const explained = explainedIds(earlier, now);
  const open = missing.filter(
    ({ file, fact, id }) =>
      !(id !== null && explained.ids.has(id)) &&
      !explained.files.has(file) &&
      tombstoneFor({ text: fact.text, evidence: [] }, now.tombstones) === null,
  );
  const edited = editedSince(open, newFacts(before, now));
  const lost = new Map<string, LostFact[]>();
  for (const old of open) {
    if (edited.has(old)) continue;
    const list = lost.get(old.file) ?? [];
    list.push({ line: old.fact.line, revision: earlier.revision });
    lost.set(old.file, list);
  }
  return lost;
}

function oldFacts({ files, manifest, provenance }: MemorySnapshot): OldFact[] {
  return [...files.values()].flatMap((file) => {
    const row = isIgnored(manifest, file.path) ? null : matchRow(manifest, file.path);
    if (row === null || row.unit === "boundary" || row.kind === INBOX_KIND) return [];
    const matched = matchProvenance(readMemoryFile(file).facts, provenance.get(file.path));
    return matched.map(({ fact, record }) => ({ file: file.path, fact, id: record?.id ?? null }));
  });
}

/** Facts that stand now and did not then. */
function newFacts(before: readonly OldFact[], now: MemorySnapshot): Fact[] {
  const old = new Set(before.map(({ fact }) => fact.hash));
  return [...now.files.values()].flatMap((file) => {
    const unit = matchRow(now.manifest, file.path)?.unit;
    if (unit === undefined || unit === "boundary") return [];
    return readMemoryFile(file).facts.filter(({ hash }) => !old.has(hash));
  });
}

interface Explained {
  /** Provenance ids. */
  ids: ReadonlySet<string>;
  /** Files whose change an undo took back. */
  files: ReadonlySet<string>;
}

function explainedIds({ receipts }: Earlier, now: MemorySnapshot): Explained {
  const ids = new Set<string>();
  const files = new Set<string>();
  for (const receipt of receipts) {
    for (const { outcome, factId } of receipt.updates)
      if ((outcome === "retired" || outcome === "corrected") && factId !== null) ids.add(factId);
    if (receipt.undoes !== null) for (const { file } of receipt.files) files.add(file);
  }
  for (const { facts } of now.provenance.values())
    for (const { supersedes } of facts) for (const id of supersedes) ids.add(id);
  return { ids, files };
}

/**
 * Old facts of which a person changed the words or the value: each takes the likest new one, and none twice. Equal hard
 * tokens, or one token changed in otherwise equal words.
 */
function editedSince(old: readonly OldFact[], fresh: readonly Fact[]): ReadonlySet<OldFact> {
  const byWord = new Map<string, Fact[]>();
  for (const fact of fresh)
    for (const word of softWords(fact.text)) byWord.set(word, [...(byWord.get(word) ?? []), fact]);
  const pairs = old.flatMap((one) => {
    const candidates = new Set(softWords(one.fact.text).flatMap((word) => byWord.get(word) ?? []));
    return [...candidates].flatMap((fact) => {
      const score = similarity(one.fact.text, fact.text);
      const needed = sameTokens(one.fact.hardTokens, fact.hardTokens) ? EDITED_FROM : 0.75;
      return score >= needed ? [{ one, fact, score }] : [];
    });
  });
  const found = new Set<OldFact>();
  const taken = new Set<Fact>();
  for (const { one, fact } of pairs.sort((a, b) => b.score - a.score)) {
    if (found.has(one) || taken.has(fact)) continue;
    found.add(one);
    taken.add(fact);
  }
  return found;
}
