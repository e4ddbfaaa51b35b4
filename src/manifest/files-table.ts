import { Scope } from "../session/scope.ts";
import type { Field, FileRow, ManifestProblem } from "./manifest.ts";
import { INBOX_KIND, patternFault } from "./pattern.ts";
import type { Cell, ManifestTable, Row } from "./table.ts";

const COLUMNS = ["file", "kind", "unit", "write", "scope", "fields", "keep", "holds"] as const;
type ColumnName = (typeof COLUMNS)[number];

const UNITS = ["topic", "fact", "boundary"] as const;
const WRITES = ["merge", "append", "new"] as const;

const SAMPLE_ROW =
  "| `memory/lessons.md` | lesson | fact | merge | project | | | what went wrong, and what to do instead |";
const INBOX_ROW = "| `memory/inbox.md` | * | fact | append | project | | | what has no route |";
const HEADER = `| ${COLUMNS.join(" | ")} |\n|${" --- |".repeat(COLUMNS.length)}`;

/** Reads the Files table: one row a kind. Rows with a problem are left out; the problems say why. */
export function readFiles(
  table: ManifestTable | undefined,
  index: string,
  problems: ManifestProblem[],
): FileRow[] {
  if (table === undefined) {
    problems.push({
      line: 1,
      column: 1,
      message: "no table under a heading Files",
      suggestion: `## Files\n${HEADER}\n${SAMPLE_ROW}\n${INBOX_ROW}`,
    });
    return [];
  }
  const missing = COLUMNS.filter((name) => !table.titles.has(name));
  for (const name of missing) {
    const message = `Files has no column ${name}`;
    problems.push({ line: table.line, column: table.column, message, suggestion: HEADER });
  }
  if (missing.length > 0) return [];
  const rows = table.rows.flatMap((row) => readRow(row, index, problems) ?? []);
  checkKinds(rows, table, problems);
  return rows;
}

function readRow(row: Row, index: string, problems: ManifestProblem[]): FileRow | null {
  const before = problems.length;
  const cellOf = (name: ColumnName): Cell =>
    row.cells.get(name) ?? { text: "", source: "", line: row.line, column: row.column };
  const report = (name: ColumnName, message: string, suggestion = SAMPLE_ROW): void => {
    const { line, column } = cellOf(name);
    problems.push({ line, column, message: `column ${name}: ${message}`, suggestion });
  };
  const oneOf = <T extends string>(name: ColumnName, values: readonly T[]): T | null => {
    const found = values.find((value) => value === cellOf(name).text);
    if (found === undefined) report(name, `expected ${values.join(", ")}`);
    return found ?? null;
  };

  const pattern = cellOf("file").text;
  const fault = patternFault(pattern, index);
  if (fault !== null) report("file", fault);
  const kind = cellOf("kind").text;
  if (kind !== INBOX_KIND && !/^\p{Ll}[\p{Ll}\p{Lo}\p{N}-]*$/u.test(kind) && !/^\p{Lo}+$/u.test(kind)) {
    report("kind", "expected one lower-case word, or * for the inbox");
  }
  const unit = oneOf("unit", UNITS);
  const write = oneOf("write", WRITES);
  const scope = oneOf("scope", Scope.options);
  const fields = readFieldList(cellOf("fields").source);
  if (fields === null) report("fields", "expected names, or name=value, separated by commas", "name, status");
  const keepDays = readKeep(cellOf("keep").text);
  if (keepDays === undefined) report("keep", "expected a number of days or nothing", "60 days");
  if (unit !== null && write !== null && (unit === "boundary") !== (write === "new")) {
    report("write", "new goes with unit boundary, and only with it");
  }

  if (problems.length > before || unit === null || write === null || scope === null) return null;
  const holds = cellOf("holds").text;
  return {
    pattern,
    kind,
    unit,
    write,
    scope,
    fields: fields ?? [],
    keepDays: keepDays ?? null,
    holds,
    line: row.line,
  };
}

/** `name, metadata.kind=lesson`; null when malformed. */
function readFieldList(source: string): Field[] | null {
  const fields: Field[] = [];
  for (const part of source.replaceAll("`", "").split(",")) {
    const written = part.trim();
    if (written === "") continue;
    const match = /^([\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)*)\s*(?:=\s*(\S.*))?$/u.exec(
      written,
    );
    if (match === null) return null;
    fields.push({ name: match[1] ?? "", value: match[2] ?? null });
  }
  return fields;
}

/** Days; null for ever; undefined when malformed. */
function readKeep(text: string): number | null | undefined {
  if (text === "") return null;
  const match = /^([1-9]\d{0,5})\s*(?:d|days?)?$/u.exec(text);
  return match === null ? undefined : Number(match[1]);
}

/** The inbox exists once; another kind may have one row a scope. */
function checkKinds(rows: readonly FileRow[], table: ManifestTable, problems: ManifestProblem[]): void {
  const seen = new Map<string, FileRow>();
  for (const row of rows) {
    const key = row.kind === INBOX_KIND ? INBOX_KIND : `${row.kind} ${row.scope}`;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, row);
      continue;
    }
    const message =
      row.kind === INBOX_KIND
        ? `a second inbox; the first stands on line ${first.line}`
        : `kind ${row.kind} has a row of scope ${row.scope} already, on line ${first.line}`;
    problems.push({ line: row.line, column: 1, message, suggestion: SAMPLE_ROW });
  }
  const isReadable = rows.length === table.rows.length;
  if (!seen.has(INBOX_KIND) && isReadable) {
    const message = "no inbox: kind * must exist exactly once";
    problems.push({ line: table.line, column: table.column, message, suggestion: INBOX_ROW });
  }
}
