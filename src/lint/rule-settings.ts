import type { Manifest, PresetId } from "../manifest/manifest.ts";
import { type RuleOverride, type RuleSetting, settingsOf } from "./rule-defaults.ts";
import { rules } from "./rules.ts";

/** What each rule is set to, by rule id; a rule that is not in it is off. */
export type RuleSettings = ReadonlyMap<string, RuleSetting>;

/** Settings of all rules for a memory; see `settingsOf`. */
export function settingsFor(
  manifest: Manifest,
  overrides: readonly RuleOverride[] = [],
  preset: PresetId | null = manifest.preset,
): RuleSettings {
  return new Map(rules.map((rule) => [rule.meta.id, settingsOf(rule, manifest, overrides, preset)]));
}
