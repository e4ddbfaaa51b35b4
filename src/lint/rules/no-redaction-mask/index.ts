import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { findMasks } from "./masks.ts";

/** A masked value is no fact: "token: [secret]" tells nothing and looks like a value. */
export const rule: Rule = {
  meta: {
    id: "no-redaction-mask",
    target: "memory",
    severity: "error",
    summary: "No redaction placeholder stands where a value belongs.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ markdown: { text } }: RuleContext): Finding[] {
  const spans = findMasks(text);
  if (spans.length === 0) return [];
  const placeAt = placer(text);
  return spans.map(({ start, end }) => ({
    id: "mask",
    place: placeAt(start, end),
    message: "redaction placeholder in place of a value; say where the value is kept, or drop the line",
    fixable: false,
  }));
}
