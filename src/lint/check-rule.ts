import type { Finding, Rule, RuleContext } from "./rule.ts";

/** Runs a rule. One that needs the whole memory says "not checked" without it: silence would read as clean. */
export function checkRule(rule: Rule, context: RuleContext): Finding[] {
  if (rule.meta.needsSnapshot === true && context.snapshot === undefined) return [notChecked(rule.meta.id)];
  return rule.check(context);
}

function notChecked(id: string): Finding {
  return {
    id: "not-checked",
    place: { line: 1, column: 1, endLine: 1, endColumn: 1, start: 0, end: 0 },
    message: `not checked: ${id} needs the whole memory; run \`handoff lint\` on its folder`,
    fixable: false,
    severity: "warn",
  };
}
