import type { Manifest, Section } from "../manifest/manifest.ts";
import { fieldValue } from "../manifest/routes.ts";
import { parseHandoffDocument } from "../handoff/document.ts";
import { type MemoryDraft, textOf } from "./draft.ts";
import { isEmptied } from "./emptied.ts";
import { handoffPaths } from "./handoff-file.ts";
import { firstSafe, judgeTexts } from "../lint/shown-text.ts";
import { indexPath, topicValues } from "../lint/topic-cells.ts";
import { type TopicHead, topicHeads } from "./topic-heads.ts";

/** A row that the index is to have for one file. */
export interface DerivedRow {
  section: Section;
  /** The topic, handoff or sub-index it points to. */
  file: string;
  /** Value by what fills it (`path`, `topic`, `holds`, `date`, `task`, or a field's name), safe for the index. */
  values: ReadonlyMap<string, string>;
  /** ISO time of its last use; null when unknown. */
  usedAt: string | null;
  /** Null for a handoff or a sub-index. */
  topic: TopicHead | null;
}

/** Rows for every topic with content whose kind a table or list of the manifest shows, by section, most recently used first. */
export function topicRows(draft: MemoryDraft): DerivedRow[] {
  const topics = topicHeads(draft).filter(({ file }) => {
    const stored = draft.files.get(file);
    return stored === undefined || !isEmptied(draft, stored);
  });
  judgeTexts(draft.manifest, topics.flatMap(candidateTexts));
  return draft.manifest.sections.flatMap((section) => {
    if (section.form === "line") return [];
    const own = topics.filter((topic) => section.kinds.includes(topic.kind));
    return own.map((topic) => topicRow(draft, section, topic)).sort(byUse);
  });
}

/** Every text of a topic that might be shown. */
function candidateTexts(topic: TopicHead): string[] {
  const fields = topic.row.fields.map(({ name }) => fieldValue(topic.frontMatter, name) ?? "");
  return [topic.title, topic.slug, ...fields];
}

/** Most recently used first; files without a known date last, by path. */
export function byUse(a: DerivedRow, b: DerivedRow): number {
  const order = timeValue(b.usedAt) - timeValue(a.usedAt);
  if (order !== 0) return order;
  return a.file < b.file ? -1 : Number(a.file > b.file);
}

/** The section that lists handoffs; null in a manifest without one. */
export function recentSection(manifest: Manifest): Section | null {
  const kinds = new Set(manifest.files.filter((row) => row.unit === "boundary").map((row) => row.kind));
  return (
    manifest.sections.find(
      (section) => section.form === "list" && section.kinds.some((kind) => kinds.has(kind)),
    ) ?? null
  );
}

/** One row a session, of its newest boundary; newest first, at most `count`. */
export function recentRows(draft: MemoryDraft, section: Section, count: number): DerivedRow[] {
  const rows: DerivedRow[] = [];
  const sessions = new Set<string>();
  for (const path of handoffPaths(draft)) {
    if (rows.length >= count) break;
    const document = parseHandoffDocument(textOf(draft, path) ?? "");
    if (document === null) continue;
    const { host, sessionId, at } = document.boundary;
    if (sessions.has(`${host} ${sessionId}`)) continue;
    sessions.add(`${host} ${sessionId}`);
    const date = (at ?? dateIn(path) ?? document.session.endedAt ?? "").slice(0, 10);
    const folder = document.session.cwd?.split(/[\\/]/u).findLast((part) => part !== "") ?? "";
    const task = firstSafe(draft.manifest, [document.title, `Session in ${folder}`, "Session"]);
    const values = new Map([
      ["date", date],
      ["task", task],
      ["path", indexPath(draft.manifest, path)],
    ]);
    rows.push({ section, file: path, values, usedAt: at ?? date, topic: null });
  }
  return rows.sort(byUse);
}

/** The row that leads to a sub-index. */
export function linkRow(
  manifest: Manifest,
  section: Section,
  file: string,
  usedAt: string | null,
): DerivedRow {
  const title = `more ${(section.section || "topics").toLowerCase()}`;
  const values = new Map([["path", indexPath(manifest, file)]]);
  for (const column of section.columns) if (!values.has(column.source)) values.set(column.source, "");
  values.set(section.columns.find((column) => column.source !== "path")?.source ?? "topic", title);
  values.set("topic", title);
  return { section, file, values, usedAt, topic: null };
}

function topicRow(draft: MemoryDraft, section: Section, topic: TopicHead): DerivedRow {
  const values = topicValues(draft.manifest, section, topic);
  return { section, file: topic.file, values, usedAt: topic.updatedAt, topic };
}

function dateIn(path: string): string | null {
  return /\d{4}-\d{2}-\d{2}/u.exec(path)?.[0] ?? null;
}

function timeValue(at: string | null): number {
  const value = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(value) ? 0 : value;
}
