import type { Root } from "mdast";
import { toString } from "mdast-util-to-string";
import type { ParsedMarkdown } from "../../markdown/parse.ts";
import { applySplices } from "../../markdown/splice.ts";
import { codePoints, toSource } from "../../markdown/tree.ts";
import { headingText } from "../fragment.ts";
import { closed, contentEnd, leading, lineEndAfter } from "../topic-file.ts";
import type { Chunk } from "./chunk.ts";
import { parseKept, piecesOf } from "./page.ts";

/** Where in a file moved text goes. */
export interface Spot {
  /** Heading that it goes under; null: right below the title. */
  heading: string | null;
  /** Day whose section it goes into (ISO), in files that are kept by day. */
  day: string | null;
}

/**
 * The file with the chunk in it, every byte that was there kept. Null when what was there or what came would be read as
 * something else afterwards (an open fence or comment, a name of a footnote that means another one).
 */
export function landed(source: string, spot: Spot, chunk: Chunk): string | null {
  const parsed = parseKept(source);
  const definitions = missingDefinitions(parsed, chunk);
  const arriving = piecesOf(chunk.text);
  if (definitions === null || arriving === null) return null;
  const eol = parsed.lineEnding;
  const text = [chunk.text, ...definitions].join(eol + eol);
  const isPart = arriving[0]?.startsWith("heading ") === true;
  const place = placeIn(parsed, spot, isPart);
  const glue = place.headings.map((heading) => heading + eol + eol).join("");
  const splice = closed(parsed, place.at, `${leading(parsed, place.at)}${glue}${text}`);
  const after = toSource(parsed, applySplices(parsed.text, [splice]));
  const pieces = [
    ...place.headings.map((heading) => `heading ${heading}`),
    ...arriving,
    ...definitions.flatMap((definition) => piecesOf(definition) ?? [""]),
  ];
  return isInserted(piecesOf(source), piecesOf(after), pieces) ? after : null;
}

/** Code points that a chunk adds to a file, roughly. */
export function sizeOf(chunk: Chunk): number {
  return codePoints(chunk.text) + chunk.definitions.reduce((sum, { text }) => sum + codePoints(text), 0);
}

/** True when `after` is `before` with these pieces somewhere in it, in one run. */
function isInserted(
  before: readonly string[] | null,
  after: readonly string[] | null,
  pieces: readonly string[],
): boolean {
  if (before === null || after === null || after.length !== before.length + pieces.length) return false;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  // the run may begin with what stood before it as well: look back
  for (let start = at; start >= 0; start -= 1) {
    const matches = pieces.every((piece, number) => after[start + number] === piece);
    if (
      matches &&
      before.slice(start).every((piece, number) => after[start + pieces.length + number] === piece)
    )
      return true;
  }
  return false;
}

/** Definitions that the file lacks; null when it has another one of a name. */
function missingDefinitions(parsed: ParsedMarkdown, { definitions }: Chunk): string[] | null {
  const missing: string[] = [];
  for (const { identifier, footnote, text } of definitions) {
    const type = footnote ? "footnoteDefinition" : "definition";
    const standing = parsed.tree.children.find(
      (node) => node.type === type && "identifier" in node && node.identifier === identifier,
    );
    if (standing === undefined) missing.push(text);
    else if (sliceOf(parsed, standing) !== text.trim()) return null;
  }
  return missing;
}

interface Place {
  at: number;
  /** Headings to write before the text. */
  headings: string[];
}

/** `isPart`: what comes begins with a heading of its own, so it goes behind the others. */
function placeIn(parsed: ParsedMarkdown, { heading, day }: Spot, isPart: boolean): Place {
  const end = lineEndAfter(parsed.text, contentEnd(parsed.text));
  if (day !== null) return placeInDay(parsed, day, heading, end);
  if (heading === null) return { at: isPart ? end : endOfTop(parsed), headings: [] };
  const standing = headingsIn(parsed.tree).find(({ text }) => sameName(text, heading));
  if (standing === undefined) return { at: end, headings: [`## ${headingText(heading)}`] };
  return { at: endBefore(parsed, isPart ? standing.next : standing.below), headings: [] };
}

/** Below the day's heading, newest day first; under a heading of its own there. */
function placeInDay(parsed: ParsedMarkdown, day: string, heading: string | null, end: number): Place {
  const all = headingsIn(parsed.tree);
  const inner = heading === null ? [] : [`### ${headingText(heading)}`];
  const standing = all.find(({ text, depth }) => depth === 2 && text === day);
  if (standing !== undefined) {
    const next = all.find(({ start, depth }) => start > standing.start && depth <= 2)?.start ?? null;
    const last = all.findLast(({ start }) => start < (next ?? Number.POSITIVE_INFINITY));
    const isOpen = heading !== null && last?.depth === 3 && sameName(last.text, heading);
    return { at: endBefore(parsed, next), headings: isOpen ? [] : inner };
  }
  const older = all.find(({ text, depth }) => depth === 2 && /^\d{4}-\d{2}-\d{2}/u.test(text) && text < day);
  return { at: older?.start ?? end, headings: [`## ${day}`, ...inner] };
}

/** Behind what stands under the title, or before any heading. */
function endOfTop(parsed: ParsedMarkdown): number {
  const [first, second] = headingsIn(parsed.tree);
  const isTitle = first !== undefined && first.depth === 1;
  const next = isTitle ? second : first;
  return endBefore(parsed, next?.start ?? null);
}

/** End of the last line with something on it before an offset; null: of the file. */
function endBefore(parsed: ParsedMarkdown, offset: number | null): number {
  const before = parsed.text.slice(0, offset ?? parsed.text.length);
  const end = contentEnd(before);
  return lineEndAfter(parsed.text, end);
}

interface HeadingPlace {
  text: string;
  depth: number;
  start: number;
  /** Where the next heading of its depth or above begins; null for the last. */
  next: number | null;
  /** Where the next heading of any depth begins. */
  below: number | null;
}

function headingsIn(tree: Root): HeadingPlace[] {
  const all = tree.children.flatMap((node) =>
    node.type === "heading"
      ? [{ text: toString(node).trim(), depth: node.depth, start: node.position?.start.offset ?? 0 }]
      : [],
  );
  return all.map((one, at) => ({
    ...one,
    next: all.slice(at + 1).find(({ depth }) => depth <= one.depth)?.start ?? null,
    below: all[at + 1]?.start ?? null,
  }));
}

function sliceOf({ text }: ParsedMarkdown, node: Root["children"][number]): string {
  return text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
