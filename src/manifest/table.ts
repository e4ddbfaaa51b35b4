import type { Heading, Table, TableCell } from "mdast";
import { toString } from "mdast-util-to-string";
import type { ParsedMarkdown } from "../markdown/parse.ts";

/** One cell: its text without markup, its source as written, and its place (1-based). */
export interface Cell {
  text: string;
  source: string;
  line: number;
  column: number;
}

/** A row by lower-case column title; the place is the row's own. */
export interface Row {
  cells: ReadonlyMap<string, Cell>;
  line: number;
  column: number;
}

/** The first table under a heading. `titles` are lower-case. */
export interface ManifestTable {
  titles: ReadonlySet<string>;
  rows: Row[];
  line: number;
  column: number;
}

/** Every first table under a heading, by the heading's lower-case text. */
export function readTables(markdown: ParsedMarkdown): ReadonlyMap<string, ManifestTable> {
  const tables = new Map<string, ManifestTable>();
  let heading: Heading | null = null;
  for (const node of markdown.tree.children) {
    if (node.type === "heading") heading = node;
    if (node.type !== "table" || heading === null) continue;
    const name = toString(heading).trim().toLowerCase();
    if (!tables.has(name)) tables.set(name, readTable(node, markdown.text));
  }
  return tables;
}

function readTable(table: Table, text: string): ManifestTable {
  const [header, ...body] = table.children;
  const titles = (header?.children ?? []).map((cell) => toString(cell).trim().toLowerCase());
  const rows = body.map((row): Row => {
    const cells = new Map<string, Cell>();
    for (const [position, cell] of row.children.entries()) {
      const title = titles[position];
      if (title !== undefined && !cells.has(title)) cells.set(title, readCell(cell, text));
    }
    return { cells, line: row.position?.start.line ?? 1, column: row.position?.start.column ?? 1 };
  });
  const start = table.position?.start;
  return { titles: new Set(titles), rows, line: start?.line ?? 1, column: start?.column ?? 1 };
}

function readCell(cell: TableCell, text: string): Cell {
  const first = cell.children[0]?.position?.start;
  const last = cell.children.at(-1)?.position?.end;
  const place = first ?? cell.position?.start;
  const source = text.slice(first?.offset ?? 0, last?.offset ?? 0);
  return {
    text: toString(cell).trim(),
    source: source.replaceAll("\\|", "|").trim(),
    line: place?.line ?? 1,
    column: place?.column ?? 1,
  };
}
