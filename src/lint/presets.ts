import type { PresetId } from "../manifest/manifest.ts";
import type { RuleOverride } from "./rule-defaults.ts";

/** What a preset changes against the rules' defaults. */
export const presetSettings: Readonly<Record<PresetId, readonly RuleOverride[]>> = {
  // The client keeps one list with a line a topic, however many there are.
  "claude-code": [{ rule: "list-max-items", options: { "pointer-lists": "free" } }],
  openclaw: [],
  repo: [],
};
