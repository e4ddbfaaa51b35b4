/**
 * How the second look reads a text: lines and sentences, without a parser.
 */

/** A line or sentence of a text. */
export interface Fragment {
  key: string;
  line: number;
  heading: boolean;
  /** Titles of a table's columns. */
  titles: boolean;
  /** Whether it is a line of a paragraph that an underline makes a heading. */
  underlined: boolean;
  /** The line read as no heading: what stands underlined in a list is none. */
  plain: string[];
  /** The same read as code, whose links lead nowhere, or as the heading it looks like. */
  others: string[];
}

/** Lines of a text without their ends. */
export const linesOf = (text: string): string[] => text.replace(/^\uFEFF/u, "").split(/\r\n|\n|\r/u);

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/u;
/** Quote marks and bullets; numbers and checkboxes say something. */
const MARKS = /^(?:\s*(?:>|[-*+](?=\s)))+/u;

/** Lines and sentences of a text, normalised; link destinations as paths below the root. */
export function fragmentsOf(text: string, file: string): Fragment[] {
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
    const underlined = isText && endsUnderlined(lines, at);
    const base = { line: at + 1, heading, titles, underlined };
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
export const UNDERLINE = /(?:\r\n|\n|\r)[ \t]*(?:=+|-+)[ \t]*$/u;

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

/** Whether the paragraph that a line stands in goes on to an underline. */
function endsUnderlined(lines: readonly string[], at: number): boolean {
  const rest = lines
    .slice(at + 1)
    .findIndex(
      (line) =>
        !IN_THE_OPEN.test(line) ||
        /^\s*(?:$|[#<|>]|[-*+]\s)/u.test(line) ||
        /^ {0,3}(?:=+|-+)\s*$/u.test(line),
    );
  return rest !== -1 && /^ {0,3}(?:=+|-+)\s*$/u.test(lines[at + 1 + rest] ?? "");
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

/** A heading without marks, as headings are compared. */
export function headingKey(line: string): string {
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
