import type { Root } from "mdast";
import { toString } from "mdast-util-to-string";
import { walk } from "../markdown/walk.ts";

/** Anchors of a page in lower case: of its headings, numbered where two are alike, and those that HTML sets. */
export function anchorsOf(tree: Root): ReadonlySet<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  walk(tree, (node) => {
    if (node.type === "heading") {
      const text = toString(node);
      const slug = headingSlug(text);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      anchors.add(count === 0 ? slug : `${slug}-${count}`);
      // wiki links name a heading by its words
      anchors.add(text.trim().toLowerCase());
    }
    if (node.type === "html") {
      for (const match of node.value.matchAll(/\b(?:id|name)\s*=\s*["']([^"']+)["']/giu))
        anchors.add((match[1] ?? "").toLowerCase());
    }
    return undefined;
  });
  return anchors;
}

/** Whether a page has an anchor; line anchors (`#L10`) and text fragments are the viewer's business. */
export function hasAnchor(anchors: ReadonlySet<string>, anchor: string): boolean {
  if (anchor === "" || anchor.startsWith(":~:") || /^L\d+(?:-L?\d+)?$/u.test(anchor)) return true;
  const wanted = anchor.toLowerCase();
  // a block of a wiki page (`#^id`) is no heading
  return wanted.startsWith("^") || anchors.has(wanted) || anchors.has(headingSlug(wanted));
}

/** As forges make anchors from headings: lower case, punctuation gone, spaces as dashes. */
function headingSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /gu, "-");
}
