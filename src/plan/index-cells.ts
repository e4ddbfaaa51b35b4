import { fieldValue } from "../manifest/routes.ts";
import type { BasedRow } from "../memory/index-base.ts";
import { fieldHeading } from "../memory/fields.ts";
import { identityOf } from "../memory/overlap.ts";
import { changeSince } from "../memory/three-way.ts";
import { columnsFor } from "../lint/topic-cells.ts";
import { type MemoryDraft, putRecords, putText, recordsOf, textOf } from "./draft.ts";
import { setField } from "./front-matter.ts";
import type { DerivedRow } from "./index-rows.ts";

/** What the three-way decision says about a row: the cells it is to have, and the base to keep for the next time. */
export interface DecidedRow {
  cells: string[];
  base: string[];
}

/**
 * Decides each cell of a row that stands in the index and in its base. Only the topic changed: the topic's value. Only
 * the cell changed: it stays, and where a field fills it the topic is corrected. Both: it stays and is noted.
 */
export function decideCells(
  draft: MemoryDraft,
  standing: BasedRow,
  wanted: DerivedRow,
  cells: readonly string[],
  titles: readonly string[],
): DecidedRow {
  const columns = columnsFor(wanted.section, titles);
  const decided: DecidedRow = { cells: [], base: [] };
  for (const [position, value] of cells.entries()) {
    const current = standing.row.cells[position]?.text.trim() ?? "";
    const base = standing.base?.cells[position] ?? "";
    const change = changeSince(current, base, value);
    const source = columns[position]?.source ?? null;
    if (change === "none" || change === "source") push(decided, value, value);
    else if (change === "both") {
      draft.notes.push(
        `${wanted.file}: ${source ?? "its row"} differs from the index; both changed, both kept`,
      );
      push(decided, current, base);
    } else if (source !== null && correctTopic(draft, wanted, source, current))
      push(decided, current, current);
    else push(decided, current, base);
  }
  return decided;
}

function push(decided: DecidedRow, cell: string, base: string): void {
  decided.cells.push(cell);
  decided.base.push(base);
}

/** Takes a person's cell over into the topic's front matter; false when no field fills that cell. */
function correctTopic(
  draft: MemoryDraft,
  { topic, file }: DerivedRow,
  source: string,
  cell: string,
): boolean {
  if (topic === null) return false;
  const isField = topic.row.fields.some((field) => field.name === source && field.value === null);
  if (!isField && fieldValue(topic.frontMatter, source) === undefined) return false;
  const value = cell.replaceAll("\\|", "|");
  const before = textOf(draft, file);
  const after = before === null || value === "" ? null : setField(before, { name: source, value });
  if (after === null) return false;
  putText(draft, file, after, `${source} as corrected in the index`);
  const headings = [fieldHeading(source)];
  const old = recordsOf(draft, file).filter((record) => record.headings[0] === headings[0]);
  const kept = recordsOf(draft, file).filter((record) => record.headings[0] !== headings[0]);
  const identity = identityOf(value);
  const at = draft.now.toISOString();
  putRecords(draft, file, [
    ...kept,
    {
      id: identity.hash,
      kind: topic.kind,
      subject: topic.title,
      headings,
      ...identity,
      evidence: [],
      host: null,
      sessionId: null,
      at,
      correctedAt: at,
      origin: "person",
      scope: topic.row.scope,
      confidence: "stated",
      rank: 1,
      aliases: [],
      supersedes: old.flatMap((record) => [record.id].concat(record.supersedes)),
    },
  ]);
  return true;
}
