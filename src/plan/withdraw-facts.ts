import { toString } from "mdast-util-to-string";
import { parseMarkdown } from "../markdown/parse.ts";
import { toSource } from "../markdown/tree.ts";
import { applySplices } from "../markdown/splice.ts";
import { isFieldRecord } from "../memory/match.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { readMemoryFile } from "../memory/topic.ts";
import {
  changeRecord,
  matchedFacts,
  type MemoryDraft,
  putRecords,
  putText,
  recordsOf,
  textOf,
} from "./draft.ts";
import { removeFact } from "./topic-file.ts";

/**
 * Takes the facts with these ids out of a file, with the headings we put above them. False when one of them cannot go:
 * a person changed its words, or its lines belong to something else; the draft is then half done and to be dropped.
 */
export function withdrawFacts(
  draft: MemoryDraft,
  path: string,
  ids: ReadonlySet<string>,
  reason: string,
): boolean {
  const going = recordsOf(draft, path).filter(
    (record) => ids.has(record.id) && record.origin === "capture" && !isFieldRecord(record),
  );
  for (const record of going) if (!withdrawOne(draft, path, record, reason)) return false;
  for (const { subject, headings } of going) dropHeading(draft, path, subject, headings.at(-1), reason);
  return true;
}

/** Drops a file of ours that holds nothing but its title and its fields any more. */
export function dropBareFile(draft: MemoryDraft, path: string, reason: string): void {
  const file = draft.files.get(path);
  if (file === undefined || recordsOf(draft, path).some((record) => !isFieldRecord(record))) return;
  const { markdown } = readMemoryFile(file);
  if (!markdown.tree.children.every((node) => node.type === "heading" || node.type === "yaml")) return;
  putText(draft, path, null, reason);
  putRecords(draft, path, []);
}

function withdrawOne(draft: MemoryDraft, path: string, record: ProvenanceRecord, reason: string): boolean {
  const match = matchedFacts(draft, path).find((candidate) => candidate.record?.id === record.id);
  const before = textOf(draft, path);
  if (match !== undefined && before !== null) {
    const after = match.edited ? null : removeFact(before, match.fact);
    if (after === null) return false;
    putText(draft, path, after, reason);
  }
  changeRecord(draft, path, record.id, () => null);
  return true;
}

/** A heading that a capture put there, a day or the subject of a fact, goes when nothing stands below it. */
function dropHeading(
  draft: MemoryDraft,
  path: string,
  subject: string,
  heading: string | undefined,
  reason: string,
): void {
  const source = textOf(draft, path);
  if (source === null || heading === undefined) return;
  if (heading !== subject.trim() && !/^\d{4}-\d{2}-\d{2}$/u.test(heading)) return;
  const markdown = parseMarkdown(source);
  const nodes = markdown.tree.children;
  for (const [position, node] of nodes.entries()) {
    if (node.type !== "heading" || node.depth < 2 || toString(node).trim() !== heading) continue;
    const next = nodes[position + 1];
    if (next !== undefined && (next.type !== "heading" || next.depth > node.depth)) return;
    const last = nodes[position - 1]?.position?.end.offset ?? 0;
    const start = next === undefined ? last : (node.position?.start.offset ?? 0);
    const end = next?.position?.start.offset ?? markdown.text.length;
    const insert = next === undefined ? markdown.lineEnding : "";
    putText(draft, path, toSource(markdown, applySplices(markdown.text, [{ start, end, insert }])), reason);
    return;
  }
}
