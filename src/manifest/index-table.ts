import { INBOX_KIND } from "./pattern.ts";
import type { Column, FileRow, ManifestProblem, Section } from "./manifest.ts";
import type { Cell, ManifestTable, Row } from "./table.ts";

const COLUMNS = ["section", "kinds", "form", "columns", "max"] as const;
type ColumnName = (typeof COLUMNS)[number];
const FORMS = ["table", "list", "line"] as const;

const HEADER = `| ${COLUMNS.join(" | ")} |\n|${" --- |".repeat(COLUMNS.length)}`;
const SAMPLE_ROW = "| Projects | project | table | name, status, detail file=path | 40 |";

/** Reads the Index table: one section of the index a row, in order. */
export function readSections(
  table: ManifestTable | undefined,
  files: readonly FileRow[],
  problems: ManifestProblem[],
): Section[] {
  if (table === undefined) {
    const suggestion = `## Index\n${HEADER}\n${SAMPLE_ROW}`;
    problems.push({ line: 1, column: 1, message: "no table under a heading Index", suggestion });
    return [];
  }
  const missing = COLUMNS.filter((name) => !table.titles.has(name));
  for (const name of missing) {
    const message = `Index has no column ${name}`;
    problems.push({ line: table.line, column: table.column, message, suggestion: HEADER });
  }
  if (missing.length > 0) return [];
  const kinds = new Set(files.map((row) => row.kind));
  // with a bad Files table every kind would look unknown: the real problem is reported there
  const known = problems.length === 0 ? kinds : null;
  const sections = table.rows.flatMap((row) => readRow(row, known, problems) ?? []);
  reportRepeated(sections, problems);
  return sections;
}

function readRow(row: Row, known: ReadonlySet<string> | null, problems: ManifestProblem[]): Section | null {
  const before = problems.length;
  const cellOf = (name: ColumnName): Cell =>
    row.cells.get(name) ?? { text: "", source: "", line: row.line, column: row.column };
  const report = (name: ColumnName, message: string): void => {
    const { line, column } = cellOf(name);
    problems.push({ line, column, message: `column ${name}: ${message}`, suggestion: SAMPLE_ROW });
  };

  const form = FORMS.find((name) => name === cellOf("form").text);
  if (form === undefined) report("form", `expected ${FORMS.join(", ")}`);
  const kinds = splitList(cellOf("kinds").text);
  for (const kind of kinds) {
    if (kind === INBOX_KIND) report("kinds", "the inbox has no place in the index");
    else if (known !== null && !known.has(kind)) report("kinds", `kind ${kind} has no row in Files`);
  }
  if (form !== "line" && kinds.length === 0) report("kinds", "expected at least one kind");
  const written = cellOf("columns").source;
  if (written === "") report("columns", "expected columns, an item template or the text of the line");
  const max = readMax(cellOf("max").text);
  if (max === undefined) report("max", "expected a whole number above 0 or nothing");

  if (problems.length > before || form === undefined) return null;
  return {
    section: cellOf("section").text,
    kinds,
    form,
    columns: form === "table" ? splitList(written).map(readColumn) : [],
    template: form === "table" ? "" : written,
    max: max ?? null,
    line: row.line,
  };
}

/** `detail file=path`: the title, and what fills the cell; without `=` the title names the source. */
function readColumn(written: string): Column {
  const [title = "", source = title] = written.split("=", 2).map((part) => part.trim());
  return { title, source };
}

function splitList(text: string): string[] {
  return text
    .split(/[,，、]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readMax(text: string): number | null | undefined {
  if (text === "") return null;
  return /^[1-9]\d{0,5}$/u.test(text) ? Number(text) : undefined;
}

function reportRepeated(sections: readonly Section[], problems: ManifestProblem[]): void {
  const seen = new Map<string, number>();
  for (const { section, line } of sections) {
    const key = section.toLowerCase();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line);
    else {
      const message = `a second section of that name; the first stands on line ${first}`;
      problems.push({ line, column: 1, message, suggestion: SAMPLE_ROW });
    }
  }
}
