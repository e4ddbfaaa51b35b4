import { fieldValue, matchRow } from "../manifest/routes.ts";
import type { FileRow } from "../manifest/manifest.ts";
import type { MatchedFact } from "../memory/match.ts";
import { matchProvenance } from "../memory/match.ts";
import { factHash, LINE_MARKS } from "../memory/normalise.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type MemoryDraft, matchedFacts, putText, recordsOf, textOf } from "./draft.ts";
import { setField } from "./front-matter.ts";
import { firstSafe, shortText } from "../lint/shown-text.ts";

const NAME = "description";
/** Characters: what a client shows of a topic in one line. */
const MAX_DESCRIPTION = 150;
/** More never fit. */
const MOST_FACTS = 6;
const BETWEEN = "; ";

/**
 * Brings the description of every topic that this plan changes up to date with its facts: the newest ones, shortened.
 * One in other words than its facts is a person's and stays. `onlyStale`: one that tells nothing that went stays too.
 */
export function renewDescriptions(draft: MemoryDraft, { onlyStale = false } = {}): void {
  for (const [path, file] of draft.files) {
    if (file === draft.snapshot.files.get(path)) continue;
    const frontMatter = readMemoryFile(file).markdown.frontMatter ?? {};
    const row = matchRow(draft.manifest, path, frontMatter);
    const text = textOf(draft, path);
    const said = fieldValue(frontMatter, NAME) ?? "";
    if (
      row?.unit !== "topic" ||
      text === null ||
      said === "" ||
      !isDerived(draft, path, row, said, onlyStale)
    )
      continue;
    const standing = matchedFacts(draft, path).map(({ fact }) => fact.text);
    if (onlyStale && repeatsFacts(said, [...standing, row.holds])) continue;
    const value = describe(draft, path, row);
    const renewed = value === said || value === "" ? null : setField(text, { name: NAME, value });
    if (renewed !== null) putText(draft, path, renewed, "its description follows its facts");
  }
}

/**
 * True when a description only repeats facts: no person wrote it. `facts`: those that stand or stood in the file;
 * `isPartly`: one of several is enough, where what else it named is not known any more (a redo).
 */
export function repeatsFacts(
  said: string,
  facts: readonly string[],
  hashes: ReadonlySet<string> = new Set(),
  isPartly = false,
): boolean {
  const known = new Set(facts.flatMap((fact) => [whole(shortText(bare(fact))), whole(bare(fact))]));
  if (known.has(whole(said))) return true;
  const isKnown = (part: string): boolean => known.has(whole(part)) || hashes.has(factHash(part));
  const parts = said.split(BETWEEN);
  return isPartly ? parts.some(isKnown) : parts.every(isKnown);
}

function isDerived(draft: MemoryDraft, path: string, row: FileRow, said: string, isPartly: boolean): boolean {
  const before = draft.snapshot.files.get(path);
  const records = draft.snapshot.provenance.get(path);
  const stood = before === undefined ? [] : matchProvenance(readMemoryFile(before).facts, records);
  const facts = [...stood, ...matchedFacts(draft, path)].map(({ fact }) => fact.text);
  const hashes = new Set([...(records?.facts ?? []), ...recordsOf(draft, path)].map(({ hash }) => hash));
  return repeatsFacts(said, [...facts, row.holds], hashes, isPartly);
}

function describe(draft: MemoryDraft, path: string, row: FileRow): string {
  const newest = matchedFacts(draft, path)
    .map((match, at) => ({ text: bare(match.fact.text), time: timeOf(match), at }))
    .sort((a, b) => b.time - a.time || b.at - a.at)
    .slice(0, MOST_FACTS);
  const parts = newest.flatMap(({ text }) => firstSafe(draft.manifest, [text]) || []);
  const [first, ...rest] = parts;
  if (first === undefined) return firstSafe(draft.manifest, [row.holds]);
  let value = first;
  for (const part of rest) {
    const next = `${whole(value)}${BETWEEN}${whole(part)}`;
    if (next.length > MAX_DESCRIPTION) break;
    value = next;
  }
  return firstSafe(draft.manifest, [value]) === "" ? first : value;
}

function timeOf({ record }: MatchedFact): number {
  const time = Date.parse(record?.correctedAt ?? record?.at ?? "");
  return Number.isNaN(time) ? 0 : time;
}

const bare = (fact: string): string => fact.replace(LINE_MARKS, "").trim();
const whole = (text: string): string => text.replace(/[.\s]+$/u, "");
