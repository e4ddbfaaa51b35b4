import { gateRules } from "../lint/place-rules.ts";
import { settingsOf } from "../lint/rule-defaults.ts";
import type { LintMessage } from "../lint/rule.ts";
import { byPlace, type RuleSettings, runRules } from "../lint/run-rules.ts";
import { type MarkdownTree, parseTree, prevailingLineEnding } from "../markdown/tree.ts";
import { findSecrets } from "../privacy/find-secrets.ts";
import type { MemoryWrite } from "./write-gate.ts";

/** What a write brought that does not belong there. */
export interface NewFindings {
  findings: LintMessage[];
  /** 1-based lines of secret-shaped values that were not there before. */
  secretLines: number[];
}

/** UTF-16 units up to which a file is parsed; beyond it only secrets are looked for. */
const PARSED_CAP = 200_000;

/** Rules that judge the whole or a list: where they point says nothing about what was added. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set([
  "index-max-chars",
  "list-max-items",
  "recent-max-items",
  "topic-max-chars",
]);

/** What is content is not told again for being a note: it has to go in any case. */
const CONTENT: ReadonlySet<string> = new Set(["index-pointers-only", "no-code", "no-raw-error"]);

/**
 * Findings that are more than before, by rule and case: a fat index is not told again with every write. Which ones are
 * new is told by their lines.
 */
export function newFindings(write: MemoryWrite): NewFindings {
  const { before, after } = write;
  const settings = new Map(gateRules.map((rule) => [rule.meta.id, settingsOf(rule, write.manifest)]));
  const found = messagesOf(write, after, settings);
  const secretLines = newSecretLines(before ?? "", after);
  if (before === null || found.length === 0) return { findings: found, secretLines };
  const placed = found.filter(({ rule }) => !OF_THE_WHOLE.has(rule));
  const quick = amongAdded(placed, before, after);
  // Where the added lines tell it, only what judges the whole asks for the text before: its size needs no parsing.
  const open = quick === null ? found : found.filter(({ rule }) => OF_THE_WHOLE.has(rule));
  const grown = moreThanBefore({ ...write, before }, open, settings);
  return { findings: [...(quick ?? []), ...grown].sort(byPlace), secretLines };
}

/** Those of the findings that are more than in the text before, which is asked by the same rules. */
function moreThanBefore(
  write: MemoryWrite & { before: string },
  found: readonly LintMessage[],
  settings: RuleSettings,
): LintMessage[] {
  if (found.length === 0) return [];
  const rules = new Set(found.map(({ rule }) => rule));
  const same = new Map([...settings].filter(([rule]) => rules.has(rule)));
  const known = messagesOf(write, write.before, same);
  return more({ messages: known, text: write.before }, { messages: found, text: write.after });
}

function messagesOf({ file, manifest }: MemoryWrite, text: string, settings: RuleSettings): LintMessage[] {
  if (text.length > PARSED_CAP) return [];
  const input = { file, text, manifest, settings, honourControls: false };
  const found = runRules(gateRules, input, () => parsedWhenAsked(text));
  const content = found.filter(({ rule }) => CONTENT.has(rule));
  return found.filter(
    (one) => one.rule !== "no-temporary-note" || !content.some((other) => meet(one, other)),
  );
}

function meet(one: LintMessage, other: LintMessage): boolean {
  return one.line <= other.endLine && other.line <= one.endLine;
}

/** Most rules look at the text first: a topic file is parsed only when one of them found something there. */
function parsedWhenAsked(text: string): MarkdownTree {
  let parsed: MarkdownTree | null = null;
  const body = text.replace(/^\uFEFF/u, "");
  return {
    text: body,
    hasBom: body.length < text.length,
    lineEnding: prevailingLineEnding(body),
    get tree() {
      parsed ??= parseTree(text);
      return parsed.tree;
    },
  };
}

/**
 * The new findings of a write that only added lines, without parsing what was there: those within the added lines. Null
 * when it takes more to tell, as where one reaches over the edge of what was added.
 */
function amongAdded(found: readonly LintMessage[], before: string, after: string): LintMessage[] | null {
  const added = addedLines(linesOf(before), linesOf(after));
  if (added === null) return null;
  const within = ({ line, endLine }: LintMessage): boolean => line >= added.from && endLine <= added.to;
  const outside = ({ line, endLine }: LintMessage): boolean => endLine < added.from || line > added.to;
  const isClear = found.every((message) => within(message) || outside(message));
  return isClear ? found.filter(within) : null;
}

/**
 * The one stretch of lines (1-based) that is in `after` only. Null when lines of `before` went or changed, or when the
 * new lines might turn their neighbours into something else: an open fence, indentation, a line that joins another.
 */
function addedLines(
  before: readonly string[],
  after: readonly string[],
): { from: number; to: number } | null {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const added = after.slice(start, after.length - end);
  const follows = after.slice(after.length - end).findIndex((line) => line.trim() !== "");
  const next = follows === -1 ? null : (after[after.length - end + follows] ?? null);
  const isOnlyAdded = before.slice(start, before.length - end).every((line) => line.trim() === "");
  if (isOnlyAdded && next === null && isTailApart(before, after[start - 1], added))
    return { from: start + 1, to: after.length - end };
  if (before.length === start + end && areRowsApart(after[start - 1], added, after[after.length - end]))
    return { from: start + 1, to: after.length - end };
  const isSafe =
    isOnlyAdded &&
    added.every((line) => PLAIN.test(line)) &&
    standsApart(after[start - 1], added.find((line) => line !== "") ?? "") &&
    (next === null || (PLAIN.test(next) && !added.some((line) => HEADING.test(line)))) &&
    (next === null || follows > 0 || added.at(-1) === "" || ITEM.test(next) || HEADING.test(next));
  return isSafe ? { from: start + 1, to: after.length - end } : null;
}

/** Whether lines at the end of a file, of any kind, leave all above them as it was: nothing is open there. */
function isTailApart(
  before: readonly string[],
  above: string | undefined,
  added: readonly string[],
): boolean {
  const first = added.findIndex((line) => line.trim() !== "");
  const isBelowBlank = first > 0 || above === undefined || above.trim() === "";
  return (
    isBelowBlank &&
    PLAIN.test(added[first] ?? "") &&
    !before.some((line) => OPENING.test(line)) &&
    !added.some((line) => DEFINITION.test(line))
  );
}

/** Whether rows stand among the rows of a table: the line that makes it one lies above them, or the finding tells. */
function areRowsApart(
  above: string | undefined,
  added: readonly string[],
  below: string | undefined,
): boolean {
  const isRow = (line: string): boolean => ROW.test(line) && !DELIMITER.test(line);
  if (above === undefined || !ROW.test(above) || !added.every((line) => isRow(line))) return false;
  return below === undefined || below.trim() === "" || isRow(below);
}

/** A fence or HTML, which may still be open at the end; inside a list or quote too. */
const OPENING = /```|~~~|</u;
/** What gives a meaning to brackets anywhere in the file. */
const DEFINITION = /\[[^\]]+\]:/u;
const ROW = /^\|.*\|[ \t]*$/u;
const DELIMITER = /^[|:\s-]+$/u;
const ITEM = /^[-*+] \S/u;
const HEADING = /^#{1,6} /u;
/** A blank line, a heading, a top-level item, or a line of prose: nothing that opens or closes a block of its own. */
const PLAIN = /^(?:$|#{1,6} \S|[-*+] [\p{L}\p{N}*`[("']|\p{L}|\*\*|`[^`]|\[[^\]]*\]\()/u;

/** Whether a line below another one starts a block of its own. */
function standsApart(above: string | undefined, line: string): boolean {
  if (above === undefined || above.trim() === "" || HEADING.test(above)) return true;
  return ITEM.test(above) && ITEM.test(line);
}

interface Linted {
  messages: readonly LintMessage[];
  text: string;
}

function more(before: Linted, after: Linted): LintMessage[] {
  const known = new Map<string, Map<string, number>>();
  const lines = linesOf(before.text);
  for (const message of before.messages) count(byLines(known, message), standingOn(lines, message), 1);
  const linesAfter = linesOf(after.text);
  const left = after.messages.filter(
    (message) => !take(byLines(known, message), standingOn(linesAfter, message)),
  );
  // what was reworded is no more than before
  return left.filter((message) => {
    const counts = byLines(known, message);
    const [reworded] = [...counts].find(([, times]) => times > 0) ?? [];
    return reworded === undefined || !take(counts, reworded);
  });
}

/** Counts by the lines that a finding stands on, for its rule and case: a list that grew further is the same finding. */
function byLines(known: Map<string, Map<string, number>>, { rule, id }: LintMessage): Map<string, number> {
  const key = `${rule} ${id}`;
  const counts = known.get(key) ?? new Map<string, number>();
  known.set(key, counts);
  return counts;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Takes one away; false when there is none. */
function take(counts: Map<string, number>, key: string): boolean {
  if ((counts.get(key) ?? 0) <= 0) return false;
  count(counts, key, -1);
  return true;
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/u, "").split(/\r\n|\n|\r/u);
}

function standingOn(lines: readonly string[], { line, endLine }: LintMessage): string {
  return lines
    .slice(line - 1, endLine)
    .join("\n")
    .trim();
}

function newSecretLines(before: string, after: string): number[] {
  const found = findSecrets(after);
  if (found.length === 0) return [];
  const known = new Map<string, number>();
  for (const { start, end } of findSecrets(before)) count(known, before.slice(start, end), 1);
  const fresh = found.filter(({ start, end }) => !take(known, after.slice(start, end)));
  return [...new Set(fresh.map(({ start }) => linesOf(after.slice(0, start)).length))];
}
