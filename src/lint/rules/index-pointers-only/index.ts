import type { ListItem, Nodes, Paragraph, RootContent, Table } from "mdast";
import { toString } from "mdast-util-to-string";
import { codePoints } from "../../../markdown/tree.ts";
import { MOVE, counted, lineCount } from "../../measure.ts";
import { isMarkerOrControl } from "../../own-comment.ts";
import { placeOfNode } from "../../place.ts";
import { carriesPointer } from "../../pointer.ts";
import { dayOf, isRecent, listsOf } from "../../recent.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { walk } from "../../../markdown/walk.ts";

/** The index holds headings, tables of short cells and lines with a pointer; everything else is content. */
export const rule: Rule = {
  meta: {
    id: "index-pointers-only",
    target: "index",
    severity: "error",
    summary: "The index holds pointers, not content.",
    fixable: true,
    options: { "cell-chars": 120, "line-chars": 240 },
  },
  check,
};

/** What the checks of one index share. */
interface Scan {
  context: RuleContext;
  /** Items of Recent lists: a date is enough for them. */
  recentItems: ReadonlySet<ListItem>;
}

function check(context: RuleContext): Finding[] {
  const recent = listsOf(context.markdown.tree).filter(
    ({ topLevel, headings }) => topLevel && isRecent(headings, context.manifest),
  );
  const scan: Scan = { context, recentItems: new Set(recent.flatMap(({ list }) => list.children)) };
  return context.markdown.tree.children.flatMap((node) => checkBlock(node, scan));
}

function checkBlock(node: RootContent, scan: Scan): Finding[] {
  switch (node.type) {
    case "heading":
      return checkInline(node);
    case "table":
      return checkTable(node, scan);
    case "list":
      return node.children.flatMap((item) => checkItem(item, scan));
    case "paragraph":
      return checkParagraph(node, scan);
    case "blockquote":
      return [finding("quote", node, `quote of ${counted(lineCount(node), "line")}`)];
    case "html":
      return isMarkerOrControl(node.value)
        ? []
        : [finding("html", node, `raw HTML of ${counted(lineCount(node), "line")}`)];
    case "footnoteDefinition":
      return [finding("footnote", node, "footnote")];
    default:
      // Front matter, reference definitions, rules; code is a finding of no-code.
      return [];
  }
}

function checkTable(table: Table, { context }: Scan): Finding[] {
  const max = Number(context.options["cell-chars"]);
  return table.children.flatMap((row) =>
    row.children.flatMap((cell) => {
      const chars = codePoints(toString(cell));
      if (chars > max) return [finding("long-cell", cell, `table cell of ${chars} characters, limit ${max}`)];
      return checkInline(cell);
    }),
  );
}

function checkItem(item: ListItem, scan: Scan): Finding[] {
  const [first, ...rest] = item.children;
  if (first === undefined) return [finding("no-pointer", item, "empty list item")];
  const findings = rest.flatMap((child) => checkItemRest(child));
  if (first.type !== "paragraph") return [...checkItemRest(first), ...findings];
  return [
    ...checkLine(first, "list item", scan, scan.recentItems.has(item) && dayOf(item) !== null),
    ...findings,
  ];
}

function checkItemRest(node: Nodes): Finding[] {
  if (node.type === "list") {
    return [finding("nested-list", node, `nested list of ${counted(node.children.length, "item")}`)];
  }
  if (node.type === "code" || node.type === "definition") return [];
  if (node.type === "html" && isMarkerOrControl(node.value)) return [];
  return [finding("item-content", node, `${counted(lineCount(node), "line")} of content in a list item`)];
}

function checkParagraph(paragraph: Paragraph, scan: Scan): Finding[] {
  const text = oneLine(toString(paragraph));
  const isManifestLine = scan.context.manifest.sections.some(
    (section) => section.form === "line" && oneLine(section.template) === text,
  );
  return isManifestLine ? [] : checkLine(paragraph, "paragraph", scan, false);
}

function checkLine(paragraph: Paragraph, what: string, { context }: Scan, dated: boolean): Finding[] {
  const count = lineCount(paragraph);
  if (!dated && !carriesPointer(paragraph)) {
    const id = what === "paragraph" ? "prose" : "no-pointer";
    return [finding(id, paragraph, `${what} of ${counted(count, "line")} without a pointer`)];
  }
  if (count > 1 && what === "paragraph")
    return [finding("many-lines", paragraph, `paragraph of ${count} lines, limit 1`)];
  const chars = codePoints(toString(paragraph));
  const max = Number(context.options["line-chars"]);
  if (chars > max) return [finding("long-line", paragraph, `${what} of ${chars} characters, limit ${max}`)];
  return checkInline(paragraph);
}

/** Images and raw HTML inside an allowed line are content too; a closing tag is not reported again. */
function checkInline(node: Nodes): Finding[] {
  const findings: Finding[] = [];
  walk(node, (child) => {
    if (child.type === "image" || child.type === "imageReference") {
      findings.push(finding("image", child, "image"));
    }
    if (child.type === "html" && !child.value.startsWith("</") && !isMarkerOrControl(child.value)) {
      findings.push(finding("html", child, "raw HTML"));
    }
    return undefined;
  });
  return findings;
}

function finding(id: string, node: Nodes, what: string): Finding {
  return { id, place: placeOfNode(node), message: `${what}; ${MOVE}`, fixable: true };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
