import type { Section } from "../../../manifest/manifest.ts";
import { fieldValue } from "../../../manifest/routes.ts";
import {
  type BasedRow,
  INDEX_BASE_PATH,
  matchIndexBase,
  parseIndexBase,
} from "../../../memory/index-base.ts";
import { type Index, type IndexRow, readIndex } from "../../../memory/index.ts";
import { normalise } from "../../../memory/normalise.ts";
import type { MemorySnapshot } from "../../../memory/snapshot.ts";
import { type Change, changeSince } from "../../../memory/three-way.ts";
import type { Topic } from "../../../memory/topic.ts";
import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { judgeTexts, shortText, trustTexts } from "../../shown-text.ts";
import { columnsFor, itemText, tableCells, topicValues } from "../../topic-cells.ts";
import { topicsIn } from "../../topics.ts";

/** A cell of the index says what its topic file says: the index is derived. */
export const rule: Rule = {
  meta: {
    id: "status-from-topic",
    target: "index-pages",
    severity: "error",
    summary: "Name, status and date in the index are what the topic file says.",
    fixable: true,
    options: {},
    needsSnapshot: true,
    gated: false,
  },
  check,
};

/** Fields that a person's own row is held to as well. */
const JUDGED_BY_HAND = /^(?:name|topic|status|state|phase|(?:.*[-_.])?(?:date|updated|modified|since))$/iu;

const MESSAGES: Readonly<Record<Exclude<Change, "none">, { id: string; message: string }>> = {
  source: {
    id: "topic-changed",
    message: "the topic file says something else since; `handoff lint --fix` takes it over",
  },
  standing: {
    id: "cell-changed",
    message:
      "changed here, the topic file says what it said; change it there too, the next capture takes it over",
  },
  both: {
    id: "both-changed",
    message: "changed here and in the topic file; decide which is true and write it in both places",
  },
};

function check(context: RuleContext): Finding[] {
  const { file, markdown, manifest, snapshot } = context;
  if (snapshot === undefined) return [];
  const pageManifest = file === manifest.index ? manifest : { ...manifest, own: "file" as const };
  const index = readIndex(markdown.text, pageManifest, file);
  const all = parseIndexBase(snapshot.internal.get(INDEX_BASE_PATH)?.text);
  trustTexts(
    manifest,
    all.rows.flatMap(({ cells }) => cells),
  );
  const base = { version: 1 as const, rows: all.rows.filter((row) => row.index === file) };
  const placeAt = placer(markdown.text);
  const rows = matchIndexBase(index, base, snapshot.files);
  judgeTexts(
    manifest,
    rows.flatMap(({ file: target }) => textsOf(topicsIn(snapshot).get(target ?? ""))),
  );
  return rows.flatMap((based) =>
    judgeRow(based, index, snapshot).map(({ cell, id, message }): Finding => {
      const { start, end } = cell;
      return { id, place: placeAt(start, end), message, fixable: id === "topic-changed" };
    }),
  );
}

/** Every text of a topic that a row might show: judged all at once, not row by row. */
function textsOf(topic: Topic | undefined): string[] {
  if (topic === undefined) return [];
  const fields = topic.row.fields.map(({ name }) => fieldValue(topic.frontMatter, name) ?? "");
  return [topic.title, topic.slug, topic.kind, ...fields];
}

interface Judged {
  cell: IndexRow["cells"][number];
  id: string;
  message: string;
}

function judgeRow(based: BasedRow, index: Index, snapshot: MemorySnapshot): Judged[] {
  const { row, file } = based;
  const topic = file === null ? undefined : topicsIn(snapshot).get(file);
  const section = sectionFor(based, index, snapshot, topic);
  if (topic === undefined || section === null || !row.own || row.form !== section.form) return [];
  if (section.form === "list") return based.base === null ? [] : judgeItem(based, section, topic, snapshot);
  const titles = titlesAbove(row, index);
  const wanted = tableCells(section, topicValues(snapshot.manifest, section, topic), titles);
  const columns = columnsFor(section, titles);
  return row.cells.flatMap((cell, position) => {
    const source = columns[position]?.source ?? "path";
    if (source === "path") return [];
    const value = wanted[position] ?? "";
    const written = based.base?.cells[position];
    return written === undefined ? judgeByHand(cell, source, value, topic) : judgeCell(cell, written, value);
  });
}

function judgeCell(cell: Judged["cell"], base: string, value: string): Judged[] {
  // A person may write what the index would shorten or escape otherwise.
  const change = changeSince(shortText(cell.text), shortText(base), shortText(value));
  return change === "none" ? [] : [{ cell, ...MESSAGES[change] }];
}

/** A person's own row is held to what the topic's front matter says in so many words; writing it otherwise is no fault. */
function judgeByHand(cell: Judged["cell"], source: string, value: string, topic: Topic): Judged[] {
  const field =
    source === "topic" ? fieldValue(topic.frontMatter, "name") : fieldValue(topic.frontMatter, source);
  if (!JUDGED_BY_HAND.test(source) || field === undefined || value === "") return [];
  const written = normalise(cell.text);
  const isSame = [value, field].some((text) => {
    const said = normalise(text);
    return said === written || (written !== "" && (said.startsWith(written) || written.startsWith(said)));
  });
  if (isSame) return [];
  const message = `differs from \`${source === "topic" ? "name" : source}\` of the topic file; correct the one that is not true`;
  return [{ cell, id: "differs", message }];
}

function judgeItem(based: BasedRow, section: Section, topic: Topic, snapshot: MemorySnapshot): Judged[] {
  const [cell] = based.row.cells;
  const [base] = based.base?.cells ?? [];
  if (cell === undefined || base === undefined) return [];
  return judgeCell(cell, base, itemText(section, topicValues(snapshot.manifest, section, topic), true));
}

/** The manifest's section of a row; on a sub-index that of the topic's kind. */
function sectionFor(
  { row, base }: BasedRow,
  index: Index,
  { manifest }: MemorySnapshot,
  topic: Topic | undefined,
): Section | null {
  const holder = index.sections.find((section) => section.rows.includes(row))?.section ?? null;
  if (holder !== null) return holder;
  const named = manifest.sections.find(({ section }) => section === base?.section);
  return (
    named ??
    manifest.sections.find(
      ({ kinds, form }) => form === row.form && topic !== undefined && kinds.includes(topic.kind),
    ) ??
    null
  );
}

function titlesAbove(row: IndexRow, index: Index): string[] {
  const tables = index.sections.flatMap((section) => section.tables);
  return tables.find((table) => table.start <= row.start && row.end <= table.end)?.titles ?? [];
}
