import type { Manifest } from "../manifest/manifest.ts";
import { isSubIndex } from "../manifest/routes.ts";
import type { MarkdownTree } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Span } from "../privacy/mask.ts";
import { checkRule, isUnchecked, NOT_CHECKED, notChecked } from "./check-rule.ts";
import { isTurnedOff, readControls, type Control } from "./controls.ts";
import type { RuleSetting } from "./rule-defaults.ts";
import { ruleUrl } from "./rule-url.ts";
import type {
  Finding,
  LintMessage,
  LostFact,
  Rule,
  RuleOptions,
  Severity,
  Surroundings,
  Target,
} from "./rule.ts";

/** Loaded by a hook: which rules there are is handed in, so that it brings only those it asks. */

/** What each rule is set to, by rule id; a rule that is not in it is off. */
export type RuleSettings = ReadonlyMap<string, RuleSetting>;

export interface LintInput {
  /** Relative to the memory root, `/` separators. */
  file: string;
  /** As stored, BOM included. */
  text: string;
  snapshot?: MemorySnapshot | undefined;
  manifest: Manifest;
  settings: RuleSettings;
  /** False for the gate: comments in the file turn no rule off. */
  honourControls: boolean;
  /** What stands around the memory; absent where nobody looked. */
  surroundings?: Surroundings | undefined;
  /** Secrets that a table besides our own found in this file. */
  secrets?: readonly Span[] | undefined;
  /** Facts that this file held in the revision to compare with and that are gone; absent without one. */
  lost?: readonly LostFact[] | undefined;
}

/** A rule that is on for a file, with its setting. */
interface ActiveRule {
  rule: Rule;
  severity: Severity;
  options: RuleOptions;
}

/** All findings of these rules in one file by place. `parse` is called once, and not at all when no rule looks at it. */
export function runRules(
  rules: readonly Rule[],
  input: LintInput,
  parse: (input: LintInput) => MarkdownTree,
): LintMessage[] {
  const active = activeRules(rules, input);
  if (active.length === 0) return [];
  const markdown = parse(input);
  const controls = input.honourControls ? readControls(markdown) : [];
  const knownRules = rules.map((rule) => rule.meta.id);
  const unchecked = active.filter(({ rule }) => isUnchecked(rule, input.snapshot));
  const messages = active
    .filter((entry) => !unchecked.includes(entry))
    .flatMap((entry) => runRule(entry, markdown, input, controls, knownRules));
  return [...uncheckedMessage(unchecked), ...messages].sort(byPlace);
}

/** One message for all rules that could say nothing without the memory. */
function uncheckedMessage(unchecked: readonly ActiveRule[]): LintMessage[] {
  const [first] = unchecked;
  if (first === undefined) return [];
  return [messageOf(notChecked(unchecked.map(({ rule }) => rule.meta.id)), first.rule, "warn")];
}

/** Whether a message says that rules were not checked. */
export function isNotChecked(message: LintMessage): boolean {
  return message.id === NOT_CHECKED;
}

function activeRules(rules: readonly Rule[], { file, manifest, settings }: LintInput): ActiveRule[] {
  const targets = targetsOf(file, manifest);
  return rules.flatMap((rule) => {
    const setting = settings.get(rule.meta.id);
    if (setting === undefined || setting.severity === "off" || !targets.includes(rule.meta.target)) return [];
    return [{ rule, severity: setting.severity, options: setting.options }];
  });
}

function targetsOf(file: string, manifest: Manifest): Target[] {
  if (file === manifest.index) return ["index", "index-pages", "memory"];
  return isSubIndex(manifest, file) ? ["index-pages", "memory"] : ["memory"];
}

function runRule(
  { rule, severity, options }: ActiveRule,
  markdown: MarkdownTree,
  { file, manifest, snapshot, surroundings, secrets, lost }: LintInput,
  controls: readonly Control[],
  knownRules: readonly string[],
): LintMessage[] {
  const context = { file, markdown, manifest, snapshot, options, knownRules, surroundings, secrets, lost };
  return checkRule(rule, context)
    .filter(
      (found) => rule.meta.ignoresControls === true || !isTurnedOff(controls, rule.meta.id, found.place),
    )
    .map((found) => messageOf(found, rule, severity));
}

function messageOf(found: Finding, rule: Rule, severity: Severity): LintMessage {
  return {
    rule: rule.meta.id,
    id: found.id,
    // A rule may weaken a case (near a limit); a setting of `warn` is never raised.
    severity: severity === "warn" ? "warn" : (found.severity ?? severity),
    line: found.place.line,
    column: found.place.column,
    endLine: found.place.endLine,
    endColumn: found.place.endColumn,
    message: found.message,
    fixable: found.fixable,
    url: ruleUrl(rule.meta.id),
  };
}

/** The order of findings: by line and column, then by rule and case. */
export function byPlace(a: LintMessage, b: LintMessage): number {
  return a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
