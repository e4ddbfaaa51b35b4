import type { Fact } from "../memory/facts.ts";
import { readText } from "./read-text.ts";

/**
 * The one fact that an edited file holds more than before. Null when anything else changed too: an open fence or a
 * lazy line would have turned the edit into something else.
 */
export function addedFact(before: string, after: string): Fact | null {
  const left = countsOf(readText(before).facts);
  const added: Fact[] = [];
  for (const fact of readText(after).facts) {
    if ((left.get(fact.hash) ?? 0) > 0) bump(left, fact.hash, -1);
    else added.push(fact);
  }
  const [only, ...others] = added;
  return only !== undefined && others.length === 0 && left.size === 0 ? only : null;
}

/** Whether an edited file holds exactly the facts of before but one with this hash. */
export function lostOnly(before: string, after: string, hash: string): boolean {
  return addedFact(after, before)?.hash === hash;
}

function countsOf(facts: readonly Fact[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const fact of facts) bump(counts, fact.hash, 1);
  return counts;
}

function bump(counts: Map<string, number>, hash: string, by: number): void {
  const count = (counts.get(hash) ?? 0) + by;
  if (count === 0) counts.delete(hash);
  else counts.set(hash, count);
}
