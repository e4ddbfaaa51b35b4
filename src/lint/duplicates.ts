import type { Fact } from "../memory/facts.ts";
import type { FileRow } from "../manifest/manifest.ts";
import { type Comparable, comparable, relate } from "../memory/overlap.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type Candidate, likelyPairs, softWords } from "./likely-pairs.ts";
import { contradicts } from "./contradiction.ts";
import { topicsIn } from "./topics.ts";

/** Two facts in different files that say the same, nearly the same, or the same with another value. */
export interface Twin {
  as: "exact" | "near" | "conflict";
  /** UTF-16 offsets of the fact in its own file. */
  start: number;
  end: number;
  /** Where the other one stands. */
  other: { file: string; line: number };
}

/** A fact with the file it stands in. */
interface Placed extends Candidate {
  file: string;
  fact: Fact;
  /** Null for the project's own notes. */
  row: FileRow | null;
}

/** A fact says something by itself from so many words on; shorter ones lean on their file ("Status: live"). */
const MIN_WORDS = 5;
/** Words of scripts without spaces count as pairs of letters. */
const MIN_CHARS = 24;

/** Agents' own notes, which a memory must not repeat. */
const PROJECT_NOTES = /^(?:AGENTS|CLAUDE)\.md$/u;

const known = new WeakMap<MemorySnapshot, ReadonlyMap<string, readonly Twin[]>>();

/**
 * Twins of every file of a memory, found once a snapshot. Facts are looked up by hash and by their rarest words, never
 * all against all. The inbox, handoffs and the index are exempt; notes of the project stand beside the topics.
 */
export function twinsIn(
  snapshot: MemorySnapshot,
  projectNotes: readonly MemoryFile[],
): ReadonlyMap<string, readonly Twin[]> {
  const found = known.get(snapshot) ?? findTwins(placedFacts(snapshot, projectNotes));
  known.set(snapshot, found);
  return found;
}

function placedFacts(snapshot: MemorySnapshot, projectNotes: readonly MemoryFile[]): Placed[] {
  const topics = topicsIn(snapshot);
  const own = [...topics.values()].flatMap(({ file, facts, row }) => placed(file, facts, row));
  const inside = [...snapshot.files.values()].filter(
    ({ path }) => PROJECT_NOTES.test(path) && !topics.has(path),
  );
  const notes = [...inside, ...projectNotes];
  return [...own, ...notes.flatMap((file) => placed(file.path, readMemoryFile(file).facts, null))];
}

function placed(file: string, facts: readonly Fact[], row: FileRow | null): Placed[] {
  return facts.flatMap((fact) => {
    if (fact.text.length < MIN_CHARS / 3) return [];
    const words = softWords(fact.text);
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    return words.length < MIN_WORDS || letters < MIN_CHARS / 2 ? [] : [{ file, fact, row, words }];
  });
}

function findTwins(facts: readonly Placed[]): ReadonlyMap<string, readonly Twin[]> {
  const twins = new Map<string, Twin[]>();
  const note = (as: Twin["as"], a: Placed, b: Placed): void => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const { start, end } = one.fact;
      const list = twins.get(one.file) ?? [];
      list.push({ as, start, end, other: { file: other.file, line: other.fact.line } });
      twins.set(one.file, list);
    }
  };
  const taken = new Set<Fact>();
  for (const [first, ...others] of sameHash(facts)) {
    if (first === undefined) continue;
    const other = others.find(({ file }) => file !== first.file);
    if (other === undefined || (first.row === null && others.every(({ row }) => row === null))) continue;
    for (const one of others) {
      if (one.file === first.file) continue;
      note("exact", first, one);
      taken.add(one.fact);
    }
  }
  const rest = facts.filter(({ fact }) => !taken.has(fact));
  const compared = new Map<Placed, Comparable>();
  const prepared = (one: Placed): Comparable => {
    const ready = compared.get(one) ?? comparable(one.fact.text);
    compared.set(one, ready);
    return ready;
  };
  for (const [a, b] of likelyPairs(rest)) {
    if (a.file === b.file || (a.row === null && b.row === null)) continue;
    const relation = relate(prepared(a), prepared(b));
    if (relation === "duplicate" || relation === "same") note("near", a, b);
    else if (relation === "conflict" && contradicts(a, b)) note("conflict", a, b);
  }
  return twins;
}

function sameHash(facts: readonly Placed[]): Iterable<Placed[]> {
  const byHash = new Map<string, Placed[]>();
  for (const one of facts) {
    const list = byHash.get(one.fact.hash);
    if (list === undefined) byHash.set(one.fact.hash, [one]);
    else list.push(one);
  }
  return byHash.values();
}
