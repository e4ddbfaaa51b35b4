/**
 * The second look at a migration. It knows nothing of blocks, kinds or the parser: it cuts the source and every file of
 * the result into lines and sentences and compares how often each stands there.
 */

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

interface Fragment {
  key: string;
  line: number;
  heading: boolean;
  /** Titles of a table's columns. */
  titles: boolean;
  /** The line read as no heading: what stands underlined in a list is none. */
  plain: string[];
  /** The same read as code, whose links lead nowhere, or as the heading it looks like. */
  others: string[];
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
    Pick<Fragment, "heading" | "titles" | "plain" | "others"> & { count: number; lines: number[] }
  >();
  for (const { key, line, heading, titles, plain, others } of source) {
    const known = wanted.get(key) ?? { count: 0, lines: [], heading, titles: false, plain, others };
    // a table whose rows all stand elsewhere takes its titles along
    known.count += titles && known.titles ? 0 : 1;
    known.titles ||= titles;
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

const linesOf = (text: string): string[] => text.replace(/^\uFEFF/u, "").split(/\r\n|\n|\r/u);

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

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/u;
/** Quote marks and bullets; numbers and checkboxes say something. */
const MARKS = /^(?:\s*(?:>|[-*+](?=\s)))+/u;

/** Lines and sentences of a text, normalised; link destinations as paths below the root. */
function fragmentsOf(text: string, file: string): Fragment[] {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const fragments: Fragment[] = [];
  let fence: string | null = null;
  let isNested = false;
  let html: HtmlEnd = null;
  let inner: HtmlEnd = null;
  // a definition cannot stand in the middle of a paragraph
  let opens = true;
  const lines = linesOf(text);
  for (let at = behindFrontMatter(lines); at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const isOutside = /^[^\s>]/u.test(line);
    // a fence inside a quote or list ends with it
    if (isNested && isOutside) fence = null;
    html = htmlAt(line, fence === null ? html : null);
    const isLeft = isOutside && lines[at - 1]?.trim() === "";
    inner = htmlAt(line.replace(NESTING, ""), fence === null && !isLeft ? inner : null);
    const mark: string | undefined = html === null || fence !== null ? FENCE.exec(line)?.[1] : undefined;
    const isMark =
      mark !== undefined && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length));
    const isText = fence === null && html === null && !isMark;
    if (isMark) {
      fence = fence === null ? mark : null;
      isNested = /^\s*(?:[-*+>]|\d)/u.test(line);
    }
    const looksHeading = /^ {0,3}#{1,6}(?:\s|$)/u.test(line);
    const heading = fence === null && !isMark && (looksHeading || isUnderlinedLine(lines, at));
    const bare = heading ? line : line.replace(MARKS, "");
    // inside of quotes, lists and deep indentation only a parser tells text from code and HTML
    const isSure = isText && inner === null && IN_THE_OPEN.test(line) && !HALF_DEFINITION.test(line);
    const resolved = withResolved(bare, folder, opens || !isSure);
    const titles = line.includes("|") && TABLE_RULE.test(lines[at + 1] ?? "");
    const base = { line: at + 1, heading, titles };
    const plain = sentencesIn(resolved.replace(MARKS, ""));
    const raw = isSure ? [] : sentencesIn(bare.replace(MARKS, ""));
    if (heading) fragments.push({ ...base, key: headingKey(resolved), plain, others: [] });
    else if (looksHeading)
      fragments.push({
        ...base,
        key: plain.join(" "),
        plain: [],
        others: [headingKey(resolved), ...(isText ? [] : [raw.join(" ")])],
      });
    else
      for (const [nth, key] of plain.entries()) {
        const asCode = raw.length === plain.length ? raw.slice(nth, nth + 1) : [];
        fragments.push({ ...base, key, plain: [], others: asCode });
      }
    opens = bare.trim() === "" || heading || html === "this line" || (opens && DEFINITION.test(bare));
  }
  return fragments.filter(({ key }) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(key));
}

function behindFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  return end === -1 ? 0 : end + 1;
}

/** Quote and list marks with the spaces around them. */
const NESTING = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))+/u;

/** Neither quoted nor deeply indented nor behind more than one list mark. */
const IN_THE_OPEN = /^(?: {0,3}|(?:[-*+]|\d{1,9}[.)]) )(?![\s>]|(?:[-*+]|\d{1,9}[.)])\s)/u;

/** What makes the lines above it a heading. */
const UNDERLINE = /(?:\r\n|\n|\r)[ \t]*(?:=+|-+)[ \t]*$/u;

/** What stands below the titles of a table. */
const TABLE_RULE = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;

/** One line between a blank one and an underline. */
function isUnderlinedLine(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (
    !/^ {0,3}(?:=+|-+)\s*$/u.test(lines[at + 1] ?? "") ||
    !/^\s*$|^ {0,3}(?:#{1,6}\s|(?:=+|-+)\s*$)/u.test(lines[at - 1] ?? "")
  )
    return false;
  return !/^(?:\s*$|\s{4}|\s*(?:[>|<]|[-*+]\s|\d{1,9}[.)]\s))/u.test(line);
}

/** What ends the block of HTML that a line stands in; null: it stands in none, and links in it are links. */
type HtmlEnd = "blank line" | "-->" | "this line" | null;

function htmlAt(line: string, before: HtmlEnd): HtmlEnd {
  const open = before === "this line" ? null : before;
  if (open === "-->" || (open === null && /^ {0,3}<!--/u.test(line)))
    return line.includes("-->") ? "this line" : "-->";
  if (line.trim() === "") return null;
  return open ?? (/^ {0,3}<[a-z/?!]/iu.test(line) ? "blank line" : null);
}

function headingKey(line: string): string {
  const words = line
    .replace(/^\s*#{1,6}\s+|\s+#+\s*$/gu, "")
    .replace(/[*_`\\]/gu, "")
    .replace(/\s+/gu, " ");
  return `# ${words.trim()}`;
}

function sentencesIn(line: string): string[] {
  return line
    .split(/(?<=[.!?…]["'”»)\]]*)\s+|(?<=[。！？]["'」』）]*)/u)
    .map((part) =>
      part
        .replace(/\s+/gu, " ")
        .trim()
        // an open comment is closed when it moves
        .replace(/^[-*+] |\s*-->$/gu, ""),
    )
    .filter((part) => part !== "");
}

const LINK =
  /(\]\(\s*)(<[^<>]+>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)(?=(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\))/gu;
const DEFINITION = /^(\s*(?:(?:\d{1,9}[.)]|[-*+>])\s+|>)*\[(?!\^)[^\]]+\]:\s*)(<[^<>]+>|[^\s<>]+)/u;

/** What begins as a definition and goes on as text: "[Note]: always test first". Its title may end on a later line. */
const HALF_DEFINITION = new RegExp(
  `${DEFINITION.source}(?=\\s+\\S)(?!\\s+(?:"[^"]*"|'[^']*'|\\([^()]*\\))\\s*$)`,
  "u",
);

/** The line with relative link destinations as paths below the root; code spans stay as they are. */
function withResolved(line: string, folder: string, opens: boolean): string {
  const resolved = (_: string, before: string, url: string): string => before + rooted(url, folder);
  if (opens && DEFINITION.test(line)) return line.replace(DEFINITION, resolved);
  return line
    .split(/(`+[^`]*`+)/u)
    .map((part) => (part.startsWith("`") ? part : part.replace(LINK, resolved)))
    .join("");
}

function rooted(url: string, folder: string): string {
  if (url.startsWith("<")) return `<${rooted(url.slice(1, -1), folder)}>`;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#|\\)/iu.test(url)) return url;
  const [, target = "", rest = ""] = /^([^?#]*)(.*)$/u.exec(url) ?? [];
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/") + rest;
}
