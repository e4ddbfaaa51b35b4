import { lintFile } from "../lint/engine.ts";
import { rules } from "../lint/rules.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import { isNotChecked, type RuleSettings } from "../lint/run-rules.ts";
import type { LintMessage } from "../lint/rule.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { codePoints } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { FileEdit } from "./plan.ts";

/** Why an edit may not land. */
interface Refusal {
  file: string;
  /** Rules that would report more than before, or `index-max-chars` for a full file that would grow. */
  rules: string[];
}

export interface GateResult {
  passed: boolean;
  refusals: Refusal[];
}

/**
 * The write gate, a ratchet: an edit adds no finding to a file and lengthens no file that is over its limit already.
 * Comments in the file turn no rule off.
 */
export function gate({
  snapshot,
  edits,
}: {
  snapshot: MemorySnapshot;
  edits: readonly FileEdit[];
}): GateResult {
  const planned = withEdits(snapshot, edits);
  const refusals = edits.flatMap((edit) => {
    if (edit.area !== "memory" || edit.after === null) return [];
    const before = snapshot.files.get(edit.file)?.text ?? null;
    const rules = refusedRules(planned, edit.file, before, edit.after);
    return rules.length === 0 ? [] : [{ file: edit.file, rules }];
  });
  return { passed: refusals.length === 0, refusals };
}

/** The memory as it would stand. */
function withEdits(snapshot: MemorySnapshot, edits: readonly FileEdit[]): MemorySnapshot {
  const files = new Map(snapshot.files);
  for (const { area, file, after } of edits) {
    if (area !== "memory") continue;
    if (after === null) files.delete(file);
    else files.set(file, { path: file, text: after, hash: "", modifiedAt: 0 });
  }
  return { ...snapshot, files };
}

/**
 * Ids of the rules that keep a text from replacing another one; none when it may. `snapshot` is the memory as planned:
 * a new row may point to a file that is new as well.
 */
export function refusedRules(
  snapshot: MemorySnapshot,
  file: string,
  before: string | null,
  after: string,
): string[] {
  const messages = (text: string): LintMessage[] => {
    const found = lintFile({
      file,
      text,
      snapshot,
      manifest: snapshot.manifest,
      settings: gateSettings(snapshot.manifest),
      honourControls: false,
    });
    return found.filter((message) => !isNotChecked(message));
  };
  const found = countByRule(messages(after));
  const allowed = countByRule(before === null || found.size === 0 ? [] : messages(before));
  const rules = [...found]
    .filter(([rule, count]) => count > (allowed.get(rule) ?? 0))
    .map(([rule]) => rule.replace(/ .*$/u, ""));
  const isIndex = file === snapshot.manifest.index;
  if (isIndex && growsFull(before, after, snapshot.manifest.limits.indexChars)) rules.push("index-max-chars");
  return [...new Set(rules)];
}

const settings = new WeakMap<Manifest, RuleSettings>();

/** Rules that say something about an edit of ours; the others are about the memory as a whole, or about comments. */
const ungated = rules
  .filter(({ meta }) => meta.gated === false)
  .map(({ meta }) => ({ rule: meta.id, severity: "off" }) as const);

/** What each rule is set to in the gate. */
function gateSettings(manifest: Manifest): RuleSettings {
  const known = settings.get(manifest) ?? settingsFor(manifest, ungated);
  settings.set(manifest, known);
  return known;
}

function growsFull(before: string | null, after: string, limit: number): boolean {
  if (before === null) return false;
  const chars = codePoints(before);
  return chars >= limit && codePoints(after) > chars;
}

/** An error counts more than the warning that announces it. */
function countByRule(messages: readonly LintMessage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of messages) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (severity === "error") counts.set(`${rule} (error)`, (counts.get(`${rule} (error)`) ?? 0) + 1);
  }
  return counts;
}
