import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Finding, Rule, RuleContext } from "./rule.ts";

/** Id of the finding that says that rules could not be checked. */
export const NOT_CHECKED = "not-checked";

/** Runs a rule. One that needs the whole memory says "not checked" without it: silence would read as clean. */
export function checkRule(rule: Rule, context: RuleContext): Finding[] {
  return isUnchecked(rule, context.snapshot) ? [notChecked([rule.meta.id])] : rule.check(context);
}

/** Whether a rule can say nothing because the memory around the file is not at hand. */
export function isUnchecked(rule: Rule, snapshot: MemorySnapshot | undefined): boolean {
  return rule.meta.needsSnapshot === true && snapshot === undefined;
}

/** The finding for rules that were not checked. */
export function notChecked(ids: readonly string[]): Finding {
  const need = ids.length === 1 ? "needs" : "need";
  return {
    id: NOT_CHECKED,
    place: { line: 1, column: 1, endLine: 1, endColumn: 1, start: 0, end: 0 },
    message: `not checked: ${ids.join(", ")} ${need} the whole memory; run \`handoff lint\` on its folder`,
    fixable: false,
    severity: "warn",
  };
}
