import type { Nodes } from "mdast";
import { toString } from "mdast-util-to-string";
import { walk } from "../markdown/walk.ts";

/** A bare path to a Markdown file, which every row of a manifest names; a sentence's full stop may follow it. */
const MARKDOWN_PATH =
  /(?:^|[\s([{"'“«`:→,])(?:[\p{L}\p{N}_.~@+-]+[/\\])*[\p{L}\p{N}_.~@+-]*[\p{L}\p{N}_~@+-]\.md(?=$|[\s)\]}"'”»`:;,.!?#|])/iu;

/** A wiki link `[[name]]`, as some clients write pointers. */
const WIKI_LINK = /\[\[[^[\]\n]+\]\]/;

/** Whether a line of the index leads somewhere: by link, wiki link, or bare path to a Markdown file. */
export function carriesPointer(node: Nodes): boolean {
  if (containsLink(node)) return true;
  const text = toString(node, { includeImageAlt: false });
  return MARKDOWN_PATH.test(text) || WIKI_LINK.test(text);
}

function containsLink(node: Nodes): boolean {
  let found = false;
  walk(node, (child) => {
    found ||= child.type === "link" || child.type === "linkReference";
    return !found;
  });
  return found;
}

/** UTF-16 offsets of bare paths to Markdown files and of wiki links in a text. */
export function pathSpans(text: string): { start: number; end: number }[] {
  const patterns = [new RegExp(MARKDOWN_PATH, "giu"), new RegExp(WIKI_LINK, "gu")];
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}
