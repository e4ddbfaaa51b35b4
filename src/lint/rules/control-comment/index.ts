import { readControls } from "../../controls.ts";
import { nearNames } from "../../near.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** A `handoff-disable` comment names rules that exist. */
export const rule: Rule = {
  meta: {
    id: "control-comment",
    target: "memory",
    severity: "warn",
    summary: "Control comments name rules that exist.",
    fixable: false,
    options: {},
    // The gate ignores such comments, so it says nothing about them either.
    gated: false,
  },
  check,
};

function check({ markdown, knownRules }: RuleContext): Finding[] {
  return readControls(markdown)
    .filter((control) => control.ours)
    .flatMap(({ rules, place }) =>
      rules
        .filter((name) => !knownRules.includes(name))
        .map((name) => ({
          id: "unknown-rule",
          place,
          message: `control comment names an unknown rule; ${suggestion(name, knownRules)}`,
          fixable: false,
        })),
    );
}

function suggestion(name: string, knownRules: readonly string[]): string {
  const near = nearNames(name, knownRules);
  return near.length > 0 ? `did you mean ${near.join(" or ")}?` : "handoff explain lists them";
}
