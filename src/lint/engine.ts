import type { Manifest } from "../manifest/manifest.ts";
import { parseTree, type MarkdownTree } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { checkRule } from "./check-rule.ts";
import { isTurnedOff, readControls, type Control } from "./controls.ts";
import type { RuleSettings } from "./rule-settings.ts";
import { ruleUrl } from "./rule-url.ts";
import type { FileReport, Finding, LintMessage, Rule, RuleOptions, Severity, Target } from "./rule.ts";
import { rules } from "./rules.ts";

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
}

/** A rule that is on for a file, with its setting. */
interface ActiveRule {
  rule: Rule;
  severity: Severity;
  options: RuleOptions;
}

const knownRules = rules.map((rule) => rule.meta.id);

/** All findings of one file by place. The file is parsed once, and not at all when no rule looks at it. */
export function lintFile(input: LintInput): LintMessage[] {
  const active = activeRules(input);
  if (active.length === 0) return [];
  const markdown = parseTree(input.text);
  const controls = input.honourControls ? readControls(markdown) : [];
  const messages = active.flatMap((entry) => runRule(entry, markdown, input, controls));
  return messages.sort(byPlace);
}

/** Reports of every Markdown file of a memory, by path; files without findings too. */
export function lintMemory(snapshot: MemorySnapshot, settings: RuleSettings): FileReport[] {
  const files = [...snapshot.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return files.map(({ path, text }) => ({
    file: path,
    messages: lintFile({
      file: path,
      text,
      snapshot,
      manifest: snapshot.manifest,
      settings,
      honourControls: true,
    }),
  }));
}

function activeRules({ file, manifest, settings }: LintInput): ActiveRule[] {
  const targets: Target[] = file === manifest.index ? ["index", "memory"] : ["memory"];
  return rules.flatMap((rule) => {
    const setting = settings.get(rule.meta.id);
    if (setting === undefined || setting.severity === "off" || !targets.includes(rule.meta.target)) return [];
    return [{ rule, severity: setting.severity, options: setting.options }];
  });
}

function runRule(
  { rule, severity, options }: ActiveRule,
  markdown: MarkdownTree,
  { file, manifest, snapshot }: LintInput,
  controls: readonly Control[],
): LintMessage[] {
  return checkRule(rule, { file, markdown, manifest, snapshot, options, knownRules })
    .filter((found) => !isTurnedOff(controls, rule.meta.id, found.place))
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

function byPlace(a: LintMessage, b: LintMessage): number {
  return a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
