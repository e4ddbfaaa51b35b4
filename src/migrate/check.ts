/**
 * The second look at a migration. It knows nothing of blocks, kinds or the parser: it cuts the source and every file of
 * the result into lines and sentences and compares how often each stands there.
 */

import { type Fragment, fragmentsOf, headingKey, linesOf, UNDERLINE } from "./check-fragments.ts";

/** Texts of a memory by path. */
export type Texts = ReadonlyMap<string, string>;

export interface CheckInput {
  /** Path and text of the index as it was. */
  file: string;
  source: string;
  /** Every file of the memory before and after, the index included. */
  before: Texts;
  after: Texts;
  /** What went out of the memory, as written there. */
  quarantined: string;
  /** Pieces of the source that the account drops as standing elsewhere, and headings that it drops. */
  duplicates: readonly string[];
  headings: readonly string[];
}

/** What the second look found; nothing is lost when `missing` is 0. */
export interface CheckResult {
  fragments: number;
  /** Fragments of the source that stand too seldom, and 1-based lines of the source where they stood. */
  missing: number;
  missingLines: number[];
  /** Fragments that stand more often than they did. */
  doubled: number;
}

/** Compares source and result. */
export function checkMigration(input: CheckInput): CheckResult {
  const source = fragmentsOf(input.source, input.file);
  const written = resultFragments(input);
  const standing = countsOf(written.flatMap(keysOf));
  const result = resultCounts(input);
  const dropped = countsOf(
    input.duplicates.flatMap((text) => fragmentsOf(text, input.file).map(({ key }) => key)),
  );
  const droppedHeadings = new Set(input.headings.map((text) => headingKey(text.replace(UNDERLINE, ""))));
  const wanted = new Map<
    string,
    Pick<Fragment, "heading" | "titles" | "underlined" | "plain" | "others"> & {
      count: number;
      lines: number[];
    }
  >();
  for (const { key, line, heading, titles, underlined, plain, others } of source) {
    const known = wanted.get(key) ?? {
      count: 0,
      lines: [],
      heading,
      titles: false,
      underlined: false,
      plain,
      others,
    };
    // a table whose rows all stand elsewhere takes its titles along; sections of one heading become one, also where it
    // has several lines
    known.count += (titles && known.titles) || (underlined && known.underlined) ? 0 : 1;
    known.titles ||= titles;
    known.underlined ||= underlined;
    known.lines.push(line);
    wanted.set(key, known);
  }
  const missingLines: number[] = [];
  let doubled = 0;
  const stands = (key: string, needed: number): boolean =>
    (result.get(key) ?? 0) >= needed && (standing.get(key) ?? 0) > 0;
  for (const [key, { count, lines, heading, plain, others }] of wanted) {
    const found = result.get(key) ?? 0;
    if (heading) {
      const isThere = found > 0 || plain.every((part) => (result.get(part) ?? 0) > 0);
      if (!isThere && !(droppedHeadings.has(key) && isShort(key))) missingLines.push(...lines);
      continue;
    }
    // a duplicate may go where the same stands elsewhere, in a file of before too; the last of its kind may not
    const needed = Math.max(0, count - (dropped.get(key) ?? 0));
    const enough = [key, ...others].some((one) => stands(one, needed));
    if (!enough && !isUnderlined(key, result, droppedHeadings)) missingLines.push(...lines.slice(found));
    if (found > Math.max(count, needed) && isTelling(key)) doubled += 1;
  }
  missingLines.sort((a, b) => a - b);
  return { fragments: source.length, missing: missingLines.length, missingLines, doubled };
}

/** A title underlined in the source is a heading with marks in the result. */
function isUnderlined(
  key: string,
  result: ReadonlyMap<string, number>,
  dropped: ReadonlySet<string>,
): boolean {
  const asHeading = headingKey(key);
  return (result.get(asHeading) ?? 0) > 0 || (dropped.has(asHeading) && isShort(asHeading));
}

/** Everything that stands in the result; of the index only what it said before, since derived rows say things again. */
function resultFragments({ file, source, after, quarantined }: CheckInput): Fragment[] {
  const fragments = fragmentsOf(quarantined, file);
  for (const [path, text] of after) {
    fragments.push(...fragmentsOf(path === file ? keptLines(source, text) : text, path));
  }
  return fragments;
}

/** How often each fragment stands in the result beyond what stood in other files before. */
function resultCounts(input: CheckInput): Map<string, number> {
  const { file, before, after } = input;
  const counts = new Map<string, number>();
  const add = (fragments: readonly Fragment[], by: number): void => {
    // a line that only an underline made a heading may be one with marks now
    for (const key of fragments.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + by);
  };
  add(resultFragments(input), 1);
  for (const [path, text] of before) {
    if (path === file) continue;
    // a heading that a file had already is still the heading of what came under it
    const facts = fragmentsOf(text, path).filter(({ heading }) => !heading);
    add(leftStanding(facts, after.get(path), path), -1);
  }
  return counts;
}

/** Of a file of before only what still stands there: what left it cannot be set off. */
function leftStanding(fragments: readonly Fragment[], text: string | undefined, path: string): Fragment[] {
  const left = countsOf(fragmentsOf(text ?? "", path).map(({ key }) => key));
  return fragments.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  });
}

function keptLines(source: string, index: string): string {
  const left = new Map<string, number>();
  for (const line of linesOf(source)) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  const kept = linesOf(index).filter((line) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count > 0;
  });
  return kept.join("\n");
}

/** Everything that a fragment can be read as, once each. */
function keysOf({ key, plain, others }: Fragment): string[] {
  return [...new Set([key, ...plain, ...others])];
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Words of a heading that may go because its kind says them. */
const isShort = (key: string): boolean => key.split(" ").length <= 6;

/** Enough words that a fragment stands for itself: short ones may well stand twice. */
const isTelling = (key: string): boolean =>
  !key.startsWith("[") && !key.startsWith("|") && key.split(" ").length >= 6;
