import { toString } from "mdast-util-to-string";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { toSource } from "../markdown/tree.ts";
import { applySplices, type Splice } from "../markdown/splice.ts";
import { inlineText } from "./fragment.ts";
import { closed, contentEnd, itemSplice, leading, sectionRange } from "./topic-file.ts";
import { readText } from "./read-text.ts";
import { addedFact } from "./unharmed.ts";

/**
 * A dated file with one more item: under `## YYYY-MM-DD`, newest day first. Null when it would not be read as a fact
 * of its own there.
 */
export function appendDated(source: string, day: string, text: string): string | null {
  const parsed = readText(source).markdown;
  const item = inlineText(text);
  const range = sectionRange(parsed.tree, day);
  const splice = range === null ? newDay(parsed, day, item) : itemSplice(parsed, range, item);
  const after = toSource(parsed, applySplices(parsed.text, [splice]));
  return addedFact(source, after) !== null ? after : null;
}

/** A heading of its own, before the first older day; behind everything when no day is older. */
function newDay(parsed: ParsedMarkdown, day: string, item: string): Splice {
  const eol = parsed.lineEnding;
  const older = parsed.tree.children.find((node) => {
    if (node.type !== "heading") return false;
    const date = /^\d{4}-\d{2}-\d{2}/u.exec(toString(node).trim())?.[0];
    return date !== undefined && date < day;
  });
  const section = `## ${day}${eol}${eol}- ${item}`;
  const at = older?.position?.start.offset;
  if (at !== undefined) return { start: at, end: at, insert: `${leading(parsed, at)}${section}${eol}${eol}` };
  const end = contentEnd(parsed.text);
  return closed(parsed, end, leading(parsed, end) + section);
}
