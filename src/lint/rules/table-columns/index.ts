import type { Table } from "mdast";
import { toString } from "mdast-util-to-string";
import { counted } from "../../measure.ts";
import { placeOfNode } from "../../place.ts";
import { carriesPointer } from "../../pointer.ts";
import { sectionOf, tablesOf } from "../../recent.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** A table of the index has the columns that the manifest gives its section; more columns are a person's own. */
export const rule: Rule = {
  meta: {
    id: "table-columns",
    target: "index",
    severity: "error",
    summary: "A table of the index has the columns of its section in the manifest.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ markdown, manifest }: RuleContext): Finding[] {
  return tablesOf(markdown.tree).flatMap(({ table, headings }) => {
    const section = sectionOf(headings, manifest);
    const titles = section?.form === "table" ? section.columns.map(({ title }) => title) : [];
    return [...missingColumns(table, titles), ...cutCells(table)];
  });
}

function missingColumns(table: Table, titles: readonly string[]): Finding[] {
  const [header, ...body] = table.children;
  // A table without pointers is no list of topics; what it is doing here is another rule's matter.
  if (header === undefined || (body.length > 0 && !body.some((row) => carriesPointer(row)))) return [];
  const found = new Set(header.children.map((cell) => plain(toString(cell))));
  const missing = titles.filter((title) => !found.has(plain(title)));
  if (missing.length === 0) return [];
  return [
    {
      id: "missing-column",
      place: placeOfNode(header),
      message: `table without ${missing.length === 1 ? "the column" : "the columns"} ${missing.join(", ")}; MANIFEST.md asks for: ${titles.join(", ")}`,
      fixable: false,
    },
  ];
}

/** Cells beyond the header are dropped by every renderer. */
function cutCells(table: Table): Finding[] {
  const columns = table.children[0]?.children.length ?? 0;
  return table.children
    .filter((row) => row.children.length > columns)
    .map((row) => ({
      id: "cut-cell",
      place: placeOfNode(row),
      message: `row of ${counted(row.children.length, "cell")} in a table of ${counted(columns, "column")}: the rest is not shown; write \\| for a | inside a cell`,
      fixable: false,
    }));
}

function plain(title: string): string {
  return title.toLowerCase().replace(/\s+/gu, " ").trim();
}
