import type { Manifest, PresetId } from "../manifest/manifest.ts";
import { presetSettings } from "./presets.ts";
import type { OptionValue, Rule, RuleOptions, Severity } from "./rule.ts";

export interface RuleSetting {
  severity: Severity | "off";
  options: RuleOptions;
}

/** A change of one rule's setting: by preset or by hand. */
export interface RuleOverride {
  rule: string;
  severity?: Severity | "off";
  options?: RuleOptions;
}

/**
 * Setting of one rule for a memory. Later beats earlier: the rule's defaults, the preset, limits a manifest sets,
 * overrides by hand. The preset is the manifest's unless given.
 */
export function settingsOf(
  rule: Rule,
  manifest: Manifest,
  overrides: readonly RuleOverride[] = [],
  preset: PresetId | null = manifest.preset,
): RuleSetting {
  const fromPreset = preset === null ? [] : presetSettings[preset];
  const initial: RuleSetting = { severity: rule.meta.severity, options: rule.meta.options };
  const withPreset = applyOverrides(initial, rule, fromPreset);
  const withLimits = { ...withPreset, options: { ...withPreset.options, ...limitsOf(rule, manifest) } };
  return applyOverrides(withLimits, rule, overrides);
}

function applyOverrides(setting: RuleSetting, rule: Rule, overrides: readonly RuleOverride[]): RuleSetting {
  let current = setting;
  for (const override of overrides) {
    if (override.rule !== rule.meta.id) continue;
    current = {
      severity: override.severity ?? current.severity,
      options: { ...current.options, ...override.options },
    };
  }
  return current;
}

function limitsOf(rule: Rule, manifest: Manifest): Record<string, OptionValue> {
  const entries = Object.entries(rule.meta.limits ?? {});
  return Object.fromEntries(entries.map(([option, limit]) => [option, manifest.limits[limit]]));
}
