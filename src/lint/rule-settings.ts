import type { Manifest, PresetId } from "../manifest/manifest.ts";
import { type RuleOverride, settingsOf } from "./rule-defaults.ts";
import { rules } from "./rules.ts";
import type { RuleSettings } from "./run-rules.ts";

/** Settings of all rules for a memory; see `settingsOf`. */
export function settingsFor(
  manifest: Manifest,
  overrides: readonly RuleOverride[] = [],
  preset: PresetId | null = manifest.preset,
): RuleSettings {
  return new Map(rules.map((rule) => [rule.meta.id, settingsOf(rule, manifest, overrides, preset)]));
}
