import type { Manifest } from "../manifest/manifest.ts";
import { isSubIndex } from "../manifest/routes.ts";
import { parseMarkdown, type ParsedMarkdown } from "../markdown/parse.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import type { Span } from "../privacy/mask.ts";
import { checkRule, isUnchecked, NOT_CHECKED, notChecked } from "./check-rule.ts";
import { isTurnedOff, readControls, type Control } from "./controls.ts";
import type { RuleSettings } from "./rule-settings.ts";
import { ruleUrl } from "./rule-url.ts";
import type {
  FileReport,
  Finding,
  LintMessage,
  LostFact,
  Rule,
  RuleOptions,
  Severity,
  Surroundings,
  Target,
} from "./rule.ts";
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

const knownRules = rules.map((rule) => rule.meta.id);

/** All findings of one file by place. The file is parsed once, and not at all when no rule looks at it. */
export function lintFile(input: LintInput): LintMessage[] {
  const active = activeRules(input);
  if (active.length === 0) return [];
  const markdown = parsedOnce(input);
  const controls = input.honourControls ? readControls(markdown) : [];
  const unchecked = active.filter(({ rule }) => isUnchecked(rule, input.snapshot));
  const messages = active
    .filter((entry) => !unchecked.includes(entry))
    .flatMap((entry) => runRule(entry, markdown, input, controls));
  return [...uncheckedMessage(unchecked), ...messages].sort(byPlace);
}

/** The tree of a file of the snapshot is kept with it, so that rules about the whole memory need no second one. */
function parsedOnce({ file, text, snapshot }: LintInput): ParsedMarkdown {
  const known = snapshot?.files.get(file);
  return known?.text === text ? readMemoryFile(known).markdown : parseMarkdown(text);
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
  markdown: ParsedMarkdown,
  { file, manifest, snapshot, surroundings, secrets, lost }: LintInput,
  controls: readonly Control[],
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

function byPlace(a: LintMessage, b: LintMessage): number {
  return a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
