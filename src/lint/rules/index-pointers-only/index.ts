import type { List, ListItem, Nodes, Paragraph, RootContent, Table } from "mdast";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { codePoints } from "../../../markdown/parse.ts";
import { isMarkerOrControl } from "../../own-comment.ts";
import { placeOfNode } from "../../place.ts";
import { carriesPointer } from "../../pointer.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

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

const MOVE = "move it to a topic file and leave a pointer, or run `handoff lint --fix`";

const finding = (id: string, node: Nodes, what: string): Finding => ({
  id,
  place: placeOfNode(node),
  message: `${what}; ${MOVE}`,
  fixable: true,
});

function check(context: RuleContext): Finding[] {
  return context.markdown.tree.children.flatMap((node) => checkBlock(node, context));
}

function checkBlock(node: RootContent, context: RuleContext): Finding[] {
  switch (node.type) {
    case "heading":
      return checkInline(node);
    case "table":
      return checkTable(node, context);
    case "list":
      return node.children.flatMap((item) => checkItem(item, node, context));
    case "paragraph":
      return checkParagraph(node, context);
    case "blockquote":
      return [finding("quote", node, `quote of ${lines(node)}`)];
    case "html":
      return isMarkerOrControl(node.value) ? [] : [finding("html", node, `raw HTML of ${lines(node)}`)];
    case "footnoteDefinition":
      return [finding("footnote", node, "footnote")];
    default:
      // Front matter, reference definitions, rules; code is a finding of no-code.
      return [];
  }
}

function checkTable(table: Table, context: RuleContext): Finding[] {
  const max = Number(context.options["cell-chars"]);
  return table.children.flatMap((row) =>
    row.children.flatMap((cell) => {
      const chars = codePoints(toString(cell));
      if (chars > max) return [finding("long-cell", cell, `table cell of ${chars} characters, limit ${max}`)];
      return checkInline(cell);
    }),
  );
}

function checkItem(item: ListItem, list: List, context: RuleContext): Finding[] {
  const [first, ...rest] = item.children;
  if (first === undefined) return [finding("empty-item", item, "list item without a pointer")];
  const findings = rest.flatMap((child) => checkItemRest(child));
  if (first.type === "list")
    return [finding("nested-list", first, `nested list of ${lines(first)}`), ...findings];
  if (first.type !== "paragraph") return [...checkBlock(first, context), ...findings];
  const problem = checkLine(first, context, "list item", isDatedRecent(list, context) && isDated(item));
  return [...problem, ...findings];
}

function checkItemRest(node: Nodes): Finding[] {
  if (node.type === "list") return [finding("nested-list", node, `nested list of ${lines(node)}`)];
  if (node.type === "code" || node.type === "definition") return [];
  if (node.type === "html" && isMarkerOrControl(node.value)) return [];
  return [finding("item-content", node, `more than one line in a list item (${lines(node)})`)];
}

function checkParagraph(paragraph: Paragraph, context: RuleContext): Finding[] {
  const text = oneLine(toString(paragraph));
  const isManifestLine = context.manifest.sections.some(
    (section) => section.form === "line" && oneLine(section.template) === text,
  );
  return isManifestLine ? [] : checkLine(paragraph, context, "paragraph", false);
}

function checkLine(paragraph: Paragraph, context: RuleContext, what: string, dated: boolean): Finding[] {
  if (!dated && !carriesPointer(paragraph, context.manifest)) {
    return [
      finding(
        what === "paragraph" ? "prose" : "no-pointer",
        paragraph,
        `${what} without a pointer (${lines(paragraph)})`,
      ),
    ];
  }
  const count = lineCount(paragraph);
  if (count > 1) return [finding("many-lines", paragraph, `${what} of ${count} lines, limit 1`)];
  const chars = codePoints(toString(paragraph));
  const max = Number(context.options["line-chars"]);
  if (chars > max) return [finding("long-line", paragraph, `${what} of ${chars} characters, limit ${max}`)];
  return checkInline(paragraph);
}

/** Images and raw HTML inside an allowed line are content too. */
function checkInline(node: Nodes): Finding[] {
  const findings: Finding[] = [];
  visit(node, (child) => {
    if (child.type === "image" || child.type === "imageReference")
      findings.push(finding("image", child, "image"));
    if (child.type === "html" && !isMarkerOrControl(child.value))
      findings.push(finding("html", child, "raw HTML"));
  });
  return findings;
}

function isDated(item: ListItem): boolean {
  return /^\s*\d{4}-\d{2}-\d{2}\b/.test(toString(item));
}

function isDatedRecent(list: List, { markdown }: RuleContext): boolean {
  let heading = "";
  for (const node of markdown.tree.children) {
    if (node.type === "heading") heading = toString(node);
    if (node === list) return /^recent$/i.test(heading.trim());
  }
  return false;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function lineCount(node: Nodes): number {
  return (node.position?.end.line ?? 1) - (node.position?.start.line ?? 1) + 1;
}

function lines(node: Nodes): string {
  const count = lineCount(node);
  return count === 1 ? "1 line" : `${count} lines`;
}
