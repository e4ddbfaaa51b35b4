import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { type Twin, twinsIn } from "../../duplicates.ts";

/** A fact stands once: the second copy is the one that is not corrected. */
export const rule: Rule = {
  meta: {
    id: "no-duplicate-fact",
    target: "memory",
    severity: "error",
    summary: "A fact stands in one file, and no two contradict each other.",
    fixable: true,
    options: {},
    needsSnapshot: true,
    gated: false,
  },
  check,
};

const SAYS: Readonly<Record<Twin["as"], (where: string) => string>> = {
  exact: (where) => `the same fact stands in ${where}; keep the one in the file its kind belongs to`,
  near: (where) => `nearly the same fact stands in ${where}; make one of the two`,
  conflict: (where) =>
    `${where} says the same with another value; find out which is true and correct the other`,
};

function check({ file, markdown, snapshot, surroundings }: RuleContext): Finding[] {
  if (snapshot === undefined) return [];
  const twins = twinsIn(snapshot, surroundings?.projectNotes ?? []).get(file) ?? [];
  if (twins.length === 0) return [];
  const placeAt = placer(markdown.text);
  return firstOfEach(twins).map(({ as, start, end, other }): Finding => {
    const finding: Finding = {
      id: as,
      place: placeAt(start, end),
      message: SAYS[as](`${other.file}:${other.line}`),
      fixable: as === "exact",
    };
    return as === "exact" ? finding : { ...finding, severity: "warn" };
  });
}

/** One finding a fact: the strongest, and of several copies the first. */
function firstOfEach(twins: readonly Twin[]): Twin[] {
  const order: Readonly<Record<Twin["as"], number>> = { exact: 0, near: 1, conflict: 2 };
  const best = new Map<number, Twin>();
  for (const twin of twins) {
    const standing = best.get(twin.start);
    if (standing === undefined || order[twin.as] < order[standing.as]) best.set(twin.start, twin);
  }
  return [...best.values()].sort((a, b) => a.start - b.start);
}
