import type { Column, Manifest, Section } from "../manifest/manifest.ts";
import { fieldValue } from "../manifest/routes.ts";
import { folderOf } from "../memory/pointers.ts";
import { cutAtWord, parseHandoffDocument } from "../handoff/document.ts";
import { codePoints } from "../markdown/tree.ts";
import { type MemoryDraft, textOf } from "./draft.ts";
import { handoffPaths } from "./handoff-file.ts";
import { firstSafe, isBarePath, judgeTexts, linkPath, shortText } from "./index-text.ts";
import { type TopicHead, topicHeads } from "./topic-heads.ts";

/** Characters under which an item stays: the client's own lines are that short (hosts/claude-code/README.md). */
const MAX_ITEM = 150;

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

/** Rows for every topic whose kind a table or list of the manifest shows, by section, most recently used first. */
export function topicRows(draft: MemoryDraft): DerivedRow[] {
  const topics = topicHeads(draft);
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
      ["path", relativePath(draft.manifest, path)],
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
  const values = new Map([["path", relativePath(manifest, file)]]);
  for (const column of section.columns) if (!values.has(column.source)) values.set(column.source, "");
  values.set(section.columns.find((column) => column.source !== "path")?.source ?? "topic", title);
  values.set("topic", title);
  return { section, file, values, usedAt, topic: null };
}

/** Cells of a row in a table with these titles: by title where the manifest knows it, else empty. */
export function tableCells(row: DerivedRow, titles: readonly string[]): string[] {
  return columnsFor(row.section, titles).map((column) => {
    if (column === null) return "";
    const value = row.values.get(column.source) ?? "";
    return column.source === "path" && value !== "" && !isBarePath(value) ? pathLink(value) : value;
  });
}

/** The manifest's column behind each title of a table that stands in an index; null for a person's own column. */
export function columnsFor(section: Section, titles: readonly string[]): (Column | null)[] {
  const plain = (title: string): string => title.toLowerCase().replace(/\s+/gu, " ").trim();
  return titles.map(
    (title) => section.columns.find((column) => plain(column.title) === plain(title)) ?? null,
  );
}

/** A list item by the section's template: words that name a value are replaced by it. */
export function itemText(row: DerivedRow): string {
  const filled = row.section.template.replace(/[\p{L}_][\p{L}\p{N}_.]*/gu, (word) => {
    const value = row.values.get(word);
    if (value === undefined) return row.topic === null && word === "description" ? "" : word;
    return word === "path" ? linkPath(value) : value;
  });
  return shortItem(filled.replace(/[\s—–:-]+$/u, "").trim());
}

/** Cuts what follows the link of an item; the link itself stays whole. */
function shortItem(item: string): string {
  if (codePoints(item) < MAX_ITEM) return item;
  const link = /^.*?\]\([^)]*\)/u.exec(item)?.[0];
  if (link === undefined) return item;
  const rest = cutAtWord(item.slice(link.length), Math.max(0, MAX_ITEM - 1 - codePoints(link)));
  return `${link}${rest}`.replace(/[\s—–:-]+$/u, "");
}

function topicRow(draft: MemoryDraft, section: Section, topic: TopicHead): DerivedRow {
  const { manifest } = draft;
  const values = new Map<string, string>();
  values.set("path", relativePath(manifest, topic.file));
  values.set("topic", titleOf(manifest, topic));
  values.set("holds", shortText(topic.row.holds));
  const sources = [
    ...section.columns.map((column) => column.source),
    ...topic.row.fields.map(({ name }) => name),
  ];
  for (const source of sources) {
    if (values.has(source)) continue;
    const field = fieldValue(topic.frontMatter, source) ?? "";
    const value = firstSafe(manifest, source === "name" ? [field, topic.title, topic.slug] : [field]);
    values.set(source, value);
  }
  return { section, file: topic.file, values, usedAt: topic.updatedAt, topic };
}

function titleOf(manifest: Manifest, topic: TopicHead): string {
  return firstSafe(manifest, [topic.title, topic.slug, topic.kind]);
}

/** A path as it is written in the index: relative to the folder of the index. */
function relativePath(manifest: Manifest, path: string): string {
  const folder = folderOf(manifest.index);
  if (folder === "" || !path.startsWith(folder)) return "../".repeat(folder.split("/").length - 1) + path;
  return path.slice(folder.length);
}

function pathLink(path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1);
  return `[${shortText(stem)}](${linkPath(path)})`;
}

function dateIn(path: string): string | null {
  return /\d{4}-\d{2}-\d{2}/u.exec(path)?.[0] ?? null;
}

function timeValue(at: string | null): number {
  const value = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(value) ? 0 : value;
}
