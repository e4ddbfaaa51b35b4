import { counted } from "../../measure.ts";
import { topOf } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** How many lines a message lists. */
const LISTED = 8;

/** With `--against REV`: what that revision knew is still known, or a receipt says why not. */
export const rule: Rule = {
  meta: {
    id: "no-shrink",
    target: "memory",
    severity: "error",
    summary: "With `--against REV`: no fact of that revision is gone unexplained.",
    fixable: false,
    options: {},
    gated: false,
  },
  check,
};

function check({ lost = [] }: RuleContext): Finding[] {
  const [first] = lost;
  if (first === undefined) return [];
  const lines = lost.slice(0, LISTED).map(({ line }) => line);
  const more = lost.length > LISTED ? " …" : "";
  const where = `${counted(lost.length, "fact")} of ${first.revision} (${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more} there)`;
  const verb = lost.length === 1 ? "stands" : "stand";
  return [
    {
      id: "lost",
      place: topOf(),
      message: `${where} ${verb} nowhere in the memory any more and no receipt explains it; restore from that revision, or take it out with \`handoff forget\``,
      fixable: false,
    },
  ];
}
