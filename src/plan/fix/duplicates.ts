import { lintFile } from "../../lint/engine.ts";
import type { RuleSettings } from "../../lint/run-rules.ts";
import { INBOX_KIND } from "../../manifest/pattern.ts";
import { matchRow } from "../../manifest/routes.ts";
import type { MemorySnapshot } from "../../memory/snapshot.ts";
import {
  changeRecord,
  matchedFacts,
  type MemoryDraft,
  putRecords,
  putText,
  recordsOf,
  textHash,
} from "../draft.ts";
import { isEmptied } from "../emptied.ts";
import { removeFact } from "../topic-file.ts";
import { kindsOf } from "./kind.ts";
import { readPage } from "./page.ts";

const RULE = "no-duplicate-fact";

/** Where a fact stands that stands elsewhere too. */
export interface Copy {
  file: string;
  /** UTF-16 offset of the fact, text without BOM. */
  start: number;
}

/** Every exact duplicate that the linter finds in files to fix; none where the rule is off. */
export function copiesFound(
  snapshot: MemorySnapshot,
  settings: RuleSettings,
  includes: (file: string) => boolean,
): Copy[] {
  const setting = settings.get(RULE);
  if (setting === undefined || setting.severity === "off") return [];
  return [...snapshot.files.values()]
    .filter(({ path }) => includes(path))
    .flatMap(({ path, text }) => {
      const messages = lintFile({
        file: path,
        text,
        snapshot,
        manifest: snapshot.manifest,
        settings: new Map([[RULE, setting]]),
        honourControls: true,
      }).filter(({ id, fixable }) => id === "exact" && fixable);
      if (messages.length === 0) return [];
      const starts = lineStarts(text.replace(/^\uFEFF/u, ""));
      return messages.map(({ line, column }) => ({
        file: path,
        start: (starts[line - 1] ?? 0) + column - 1,
      }));
    });
}

/**
 * Of copies of one fact that say it in the same words, keeps the one in the file that the manifest routes it to, with what is known of
 * where it comes from. Returns how many went. A copy whose lines hold more, or that no copy is left of, stays; so does one
 * that is all its file says, because the index would lead to a file with nothing in it.
 */
export function dropCopies(draft: MemoryDraft, copies: readonly Copy[]): number {
  const groups = new Map<string, Placed[]>();
  for (const copy of copies) {
    const placed = placedAt(draft, copy);
    if (placed !== null) groups.set(placed.words, [...(groups.get(placed.words) ?? []), placed]);
  }
  let dropped = 0;
  for (const group of groups.values()) {
    const [kept, ...others] = [...group].sort(
      (a, b) => rank(draft, a) - rank(draft, b) || compare(a.file, b.file),
    );
    if (kept === undefined) continue;
    for (const other of others) if (other.file !== kept.file && drop(draft, kept, other)) dropped += 1;
  }
  return dropped;
}

interface Placed extends Copy {
  hash: string;
  /** Its text, spaces and list mark aside. */
  words: string;
}

function placedAt(draft: MemoryDraft, { file, start }: Copy): Placed | null {
  const fact = matchedFacts(draft, file).find((one) => one.fact.start === start)?.fact;
  if (fact === undefined) return null;
  const words = fact.text
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/u, "")
    .replace(/\s+/gu, " ")
    .trim();
  return { file, start, hash: fact.hash, words };
}

/** 0: in a file of the kind its words tell; then other topics of the manifest; then any file. */
function rank(draft: MemoryDraft, { file, start }: Placed): number {
  const row = matchRow(draft.manifest, file);
  if (row === null || row.kind === INBOX_KIND) return 2;
  const source = draft.files.get(file)?.text;
  const page = source === undefined ? null : readPage(file, source);
  const entry = page?.entries.find(({ block }) => block?.start === start);
  if (page === null || entry === undefined || entry.block === null) return 1;
  // the headings of each file would speak for that file
  const alone = { ...entry, block: { ...entry.block, headings: [] } };
  return kindsOf(draft, page, [alone])[0]?.kind === row.kind ? 0 : 1;
}

function drop(draft: MemoryDraft, kept: Placed, copy: Placed): boolean {
  const source = draft.files.get(copy.file)?.text;
  const match = matchedFacts(draft, copy.file).find(({ fact }) => fact.hash === copy.hash);
  const standing = matchedFacts(draft, kept.file).find(({ fact }) => fact.hash === kept.hash);
  if (source === undefined || match === undefined || standing === undefined) return false;
  const after = removeFact(source, match.fact);
  if (after === null || empties(draft, copy.file, after)) return false;
  putText(draft, copy.file, after, `the same stands in ${kept.file}`);
  if (match.record !== null) {
    const { record } = match;
    changeRecord(draft, copy.file, record.id, () => null);
    const moved = { ...record, headings: standing.fact.headings };
    if (standing.record === null) putRecords(draft, kept.file, [...recordsOf(draft, kept.file), moved]);
  }
  return true;
}

/** Whether a text leaves nothing of a file but its title; where its facts came from does not count. */
function empties(draft: MemoryDraft, path: string, text: string): boolean {
  const file = { path, text, hash: textHash(text), modifiedAt: draft.now.getTime() };
  return isEmptied({ ...draft, provenance: new Map() }, file);
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/gu)].map((match) => match.index + match[0].length)];
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
