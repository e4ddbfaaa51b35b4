import { findSecrets } from "../../../privacy/find-secrets.ts";
import { mergeSpans } from "../../../privacy/mask.ts";
import { counted } from "../../measure.ts";
import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** No value-shaped secret stands in a memory file. The message says where it is, never what it is. */
export const rule: Rule = {
  meta: {
    id: "no-secret",
    target: "memory",
    severity: "error",
    summary: "No password, key or token stands in a memory file.",
    fixable: false,
    options: {},
    ignoresControls: true,
  },
  check,
};

function check({ markdown: { text }, secrets = [] }: RuleContext): Finding[] {
  const spans = mergeSpans([...findSecrets(text), ...secrets]);
  if (spans.length === 0) return [];
  const placeAt = placer(text);
  return spans.map(({ start, end }) => ({
    id: "secret",
    place: placeAt(start, end),
    message: `looks like a secret (${counted(end - start, "character")}); take it out, change it where it is valid, and name the place it is kept`,
    fixable: false,
  }));
}
