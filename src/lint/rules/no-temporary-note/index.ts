import type { Nodes, Table, TableCell } from "mdast";
import { toString } from "mdast-util-to-string";
import type { Manifest } from "../../../manifest/manifest.ts";
import { pathSpans } from "../../pointer.ts";
import { placeOfNode } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { walk } from "../../../markdown/walk.ts";
import { temporaryWordAt } from "./words.ts";

/** What is to be done, or holds only for now, stands in the todo file. */
export const rule: Rule = {
  meta: {
    id: "no-temporary-note",
    target: "index",
    severity: "error",
    summary: "The index holds no temporary notes; they go to the todo file.",
    fixable: true,
    options: {},
  },
  check,
};

function check({ markdown: { tree, text }, manifest }: RuleContext): Finding[] {
  // Most indexes hold none: do not walk them.
  if (temporaryWordAt(text) === null) return [];
  return unitsOf(tree).flatMap((node) => {
    const { start, end } = placeOfNode(node);
    const judged = withoutNames(node, text.slice(start, end), start, manifest);
    const at = temporaryWordAt(judged);
    if (at === null || isName(judged)) return [];
    return [
      {
        id: "temporary",
        place: placeOfNode(node),
        message: "temporary note; move it to the todo file, the index is for what stays",
        fixable: true,
      },
    ];
  });
}

/** Paragraphs and cells, but no headings and no status cells. */
function unitsOf(node: Nodes): Nodes[] {
  if (node.type === "table") return cellsOf(node);
  if (node.type === "paragraph") return [node];
  return "children" in node ? node.children.flatMap((child) => unitsOf(child)) : [];
}

function cellsOf(table: Table): TableCell[] {
  const [header, ...body] = table.children;
  const isStatus = (header?.children ?? []).map((cell) =>
    /\b(?:status|state|phase)\b|статус|状态|状態|estado|statut/iu.test(toString(cell)),
  );
  return body.flatMap((row) => row.children.filter((_, column) => isStatus[column] !== true));
}

/** The text with everything blanked that names something: links, code, paths, and what the manifest says itself. */
function withoutNames(node: Nodes, written: string, offset: number, manifest: Manifest): string {
  const blank = (text: string, start: number, end: number): string =>
    text.slice(0, start) + " ".repeat(Math.max(0, end - start)) + text.slice(end);
  let judged = written;
  walk(node, (child) => {
    if (child.type !== "link" && child.type !== "linkReference" && child.type !== "inlineCode")
      return undefined;
    const place = placeOfNode(child);
    judged = blank(judged, place.start - offset, place.end - offset);
    return undefined;
  });
  for (const { start, end } of pathSpans(judged)) judged = blank(judged, start, end);
  for (const own of manifestTexts(manifest)) {
    const at = judged.indexOf(own);
    if (at !== -1) judged = blank(judged, at, at + own.length);
  }
  return judged;
}

const texts = new WeakMap<Manifest, readonly string[]>();

/** What the manifest writes into the index: what files hold, also shortened, and its lines. */
function manifestTexts(manifest: Manifest): readonly string[] {
  const known = texts.get(manifest);
  if (known !== undefined) return known;
  const whole = [
    ...manifest.files.map(({ holds }) => holds),
    ...manifest.sections.filter(({ form }) => form === "line").map(({ template }) => template),
  ].filter((text) => text !== "");
  // The index shortens a long text at a word; its longest heads come first.
  const heads = whole.flatMap((text) => [text, text.slice(0, 60), text.slice(0, 40)]);
  const found = [...new Set(heads)].sort((a, b) => b.length - a.length);
  texts.set(manifest, found);
  return found;
}

/** "TODO" alone in a cell is what the row is called. */
function isName(judged: string): boolean {
  const words = judged.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 1 && /^(?:TODO|WIP|TBD)$/iu.test(words[0] ?? "");
}
