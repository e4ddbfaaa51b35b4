import { counted } from "../../measure.ts";
import { topOf } from "../../place.ts";
import { staleTopics } from "../../stale.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** A topic whose files changed a lot in sessions since it was touched may no longer be true. */
export const rule: Rule = {
  meta: {
    id: "topic-stale",
    target: "memory",
    severity: "warn",
    summary: "A topic was touched since sessions changed more than three of its files.",
    fixable: false,
    options: {},
    needsSnapshot: true,
    gated: false,
  },
  check,
};

function check({ file, snapshot }: RuleContext): Finding[] {
  if (snapshot === undefined) return [];
  const stale = staleTopics(snapshot).get(file);
  if (stale === undefined) return [];
  return [
    {
      id: "stale",
      place: topOf(),
      message: `sessions changed ${counted(stale.changed, "file")} that its \`paths\` name since it was touched (limit 3, last on ${stale.last.slice(0, 10)}); read it through and correct it`,
      fixable: false,
    },
  ];
}
