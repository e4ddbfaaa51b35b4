import { lintFile } from "../lint/engine.ts";
import type { LintMessage } from "../lint/rule.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { isIgnored } from "../manifest/ignore.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { isSubIndex, matchRow } from "../manifest/routes.ts";
import { findSecrets } from "../privacy/find-secrets.ts";
import { gateSettings } from "./gate.ts";
import { sayFindings } from "./write-gate-message.ts";

/** A file that the agent has written with its own tools. */
export interface MemoryWrite {
  /** Relative to the memory root, `/` separators. */
  file: string;
  /** Text before, as stored; null: the file is new. */
  before: string | null;
  after: string;
  manifest: Manifest;
}

/** What a write brought that does not belong there. */
export interface NewFindings {
  findings: LintMessage[];
  /** 1-based lines of secret-shaped values that were not there before. */
  secretLines: number[];
}

/** UTF-16 units up to which a file is parsed; beyond it only its length and secrets are looked at. */
const PARSED_CAP = 200_000;

/**
 * What the agent is told after it wrote a memory file: findings that this write added, where they stand, and where
 * such content goes. At most 600 characters; null when there is nothing new, or the file is none of its business.
 */
export function writeGateMessage(write: MemoryWrite): string | null {
  if (write.before === write.after || !isAgents(write)) return null;
  const found = newFindings(write);
  return found.findings.length === 0 && found.secretLines.length === 0 ? null : sayFindings(write, found);
}

/** The index, its sub-indexes and files of a row; handoffs and the inbox are written by us. */
function isAgents({ file, manifest }: MemoryWrite): boolean {
  if (file === manifest.index) return true;
  if (isIgnored(manifest, file)) return false;
  if (isSubIndex(manifest, file)) return true;
  const row = matchRow(manifest, file);
  return row !== null && row.unit !== "boundary" && row.kind !== INBOX_KIND;
}

function newFindings(write: MemoryWrite): NewFindings {
  const after = messagesOf(write, write.after);
  const before = after.length === 0 || write.before === null ? [] : messagesOf(write, write.before);
  return {
    findings: added({ messages: before, text: write.before ?? "" }, { messages: after, text: write.after }),
    secretLines: newSecretLines(write.before ?? "", write.after),
  };
}

function messagesOf({ file, manifest }: MemoryWrite, text: string): LintMessage[] {
  if (text.length > PARSED_CAP) return [];
  return lintFile({ file, text, manifest, settings: gateSettings(manifest), honourControls: false });
}

interface Linted {
  messages: readonly LintMessage[];
  text: string;
}

/**
 * Findings that are more than before, by rule and case: a person's fat index is not told again with every write. Which
 * of them are the new ones is told by their lines.
 */
function added(before: Linted, after: Linted): LintMessage[] {
  const known = new Map<string, Map<string, number>>();
  for (const message of before.messages)
    count(byLines(known, keyOf(message)), linesOf(before.text, message), 1);
  const left: LintMessage[] = [];
  for (const message of after.messages) {
    const lines = byLines(known, keyOf(message));
    const text = linesOf(after.text, message);
    if ((lines.get(text) ?? 0) > 0) count(lines, text, -1);
    else left.push(message);
  }
  // what was reworded is no more than before
  return left.filter((message) => {
    const lines = byLines(known, keyOf(message));
    const [reworded] = [...lines].find(([, times]) => times > 0) ?? [];
    if (reworded === undefined) return true;
    count(lines, reworded, -1);
    return false;
  });
}

/** A finding without its numbers: a list that grew further is the same finding. */
const keyOf = ({ rule, id }: LintMessage): string => `${rule} ${id}`;

function byLines(known: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const lines = known.get(key) ?? new Map<string, number>();
  known.set(key, lines);
  return lines;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function linesOf(text: string, { line, endLine }: LintMessage): string {
  return text
    .split(/\r\n|\n|\r/u)
    .slice(line - 1, endLine)
    .join("\n")
    .trim();
}

function newSecretLines(before: string, after: string): number[] {
  const known = new Map<string, number>();
  for (const { start, end } of findSecrets(before)) count(known, before.slice(start, end), 1);
  const lines = findSecrets(after).flatMap(({ start, end }) => {
    const value = after.slice(start, end);
    const isKnown = (known.get(value) ?? 0) > 0;
    if (isKnown) count(known, value, -1);
    return isKnown ? [] : [after.slice(0, start).split(/\r\n|\n|\r/u).length];
  });
  return [...new Set(lines)];
}
