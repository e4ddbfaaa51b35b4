import type { ListItem } from "mdast";
import { placeOfNode } from "../../place.ts";
import { carriesPointer } from "../../pointer.ts";
import { dayOf, isRecent, listsOf, sectionOf } from "../../recent.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** Recent holds a few dated items, newest first. */
export const rule: Rule = {
  meta: {
    id: "recent-max-items",
    target: "index",
    severity: "error",
    summary: "Recent has at most so many items, each dated, newest first.",
    fixable: true,
    options: { max: 5 },
    limits: { max: "recent" },
  },
  check,
};

function check({ markdown, manifest, options }: RuleContext): Finding[] {
  const lists = listsOf(markdown.tree).filter(
    ({ headings, topLevel }) => topLevel && isRecent(headings, manifest),
  );
  const items = lists.flatMap(({ list }) => list.children);
  const limits = lists.flatMap(({ headings }) => sectionOf(headings, manifest)?.max ?? []);
  // The smaller of the manifest's two limits counts: the section's own and the general one.
  const max = Math.min(Number(options["max"]), ...limits);
  return [...tooMany(items, max), ...items.flatMap(undated), ...wrongOrder(items)];
}

function tooMany(items: readonly ListItem[], max: number): Finding[] {
  const [first, last] = [items[max], items.at(-1)];
  if (first === undefined || last === undefined) return [];
  const to = placeOfNode(last);
  return [
    {
      id: "too-many",
      place: { ...placeOfNode(first), endLine: to.endLine, endColumn: to.endColumn, end: to.end },
      message: `${items.length} recent items, limit ${max}; drop the oldest from the list (their files stay)`,
      fixable: true,
    },
  ];
}

function undated(item: ListItem): Finding[] {
  // content in Recent is a finding of index-pointers-only: it leaves, day or not
  if (dayOf(item) !== null || !carriesPointer(item)) return [];
  return [
    {
      id: "undated",
      place: placeOfNode(item),
      message: "recent item without a date; start it with YYYY-MM-DD",
      fixable: false,
    },
  ];
}

function wrongOrder(items: readonly ListItem[]): Finding[] {
  const findings: Finding[] = [];
  let oldest: ReturnType<typeof dayOf> = null;
  for (const item of items) {
    const current = dayOf(item);
    if (current === null) continue;
    if (oldest !== null && isNewer(current, oldest)) {
      findings.push({
        id: "order",
        place: placeOfNode(item),
        message: "recent item is newer than one above it; put the newest first",
        fixable: true,
      });
    } else {
      oldest = current;
    }
  }
  return findings;
}

function isNewer(a: { day: string; time: string | null }, b: { day: string; time: string | null }): boolean {
  if (a.day !== b.day) return a.day > b.day;
  return a.time !== null && b.time !== null && a.time > b.time;
}
