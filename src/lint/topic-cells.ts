import { cutAtWord } from "../handoff/document.ts";
import type { Column, Manifest, Section } from "../manifest/manifest.ts";
import { fieldValue } from "../manifest/routes.ts";
import { codePoints } from "../markdown/tree.ts";
import { folderOf } from "../memory/pointers.ts";
import type { Topic } from "../memory/topic.ts";
import { firstSafe, shortText } from "./shown-text.ts";

/** What a row of the index is made from. */
export type RowTopic = Pick<Topic, "file" | "title" | "slug" | "kind" | "row" | "frontMatter">;

/** Value by what fills a place: `path`, `topic`, `holds`, or a field's name. Each is safe for the index. */
export type RowValues = ReadonlyMap<string, string>;

/** Characters under which an item stays: the client's own lines are that short (hosts/claude-code/README.md). */
const MAX_ITEM = 150;

/** Columns whose value may say that something holds for now. */
const STATUS = /^(?:.*\.)?(?:status|state|phase)$/iu;

/** What the index is to say of a topic in a section. */
export function topicValues(manifest: Manifest, section: Section, topic: RowTopic): Map<string, string> {
  const values = new Map<string, string>();
  values.set("path", indexPath(manifest, topic.file));
  values.set("topic", firstSafe(manifest, [topic.title, topic.slug, topic.kind]));
  values.set("holds", shortText(topic.row.holds));
  const sources = [
    ...section.columns.map((column) => column.source),
    ...topic.row.fields.map(({ name }) => name),
  ];
  for (const source of sources) {
    if (values.has(source)) continue;
    const field = fieldValue(topic.frontMatter, source) ?? "";
    const texts = source === "name" ? [field, topic.title, topic.slug] : [field];
    values.set(source, firstSafe(manifest, texts, STATUS.test(source)));
  }
  return values;
}

/** A path as it is written in the index: relative to the folder of the index. */
export function indexPath(manifest: Manifest, path: string): string {
  const folder = folderOf(manifest.index);
  if (folder === "" || !path.startsWith(folder)) return "../".repeat(folder.split("/").length - 1) + path;
  return path.slice(folder.length);
}

/** The manifest's column behind each title of a table that stands in an index; null for a person's own column. */
export function columnsFor(section: Section, titles: readonly string[]): (Column | null)[] {
  const plain = (title: string): string => title.toLowerCase().replace(/\s+/gu, " ").trim();
  return titles.map(
    (title) => section.columns.find((column) => plain(column.title) === plain(title)) ?? null,
  );
}

/** Cells of a row in a table with these titles: by title where the manifest knows it, else empty. */
export function tableCells(section: Section, values: RowValues, titles: readonly string[]): string[] {
  return columnsFor(section, titles).map((column) => {
    if (column === null) return "";
    const value = values.get(column.source) ?? "";
    return column.source === "path" && value !== "" && !isBarePath(value) ? pathLink(value) : value;
  });
}

/** A list item by the section's template: words that name a value are replaced by it. */
export function itemText(section: Section, values: RowValues, isTopic: boolean): string {
  const filled = section.template.replace(/[\p{L}_][\p{L}\p{N}_.]*/gu, (word) => {
    const value = values.get(word);
    if (value === undefined) return !isTopic && word === "description" ? "" : word;
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

/** Whether a path can stand in a cell as it is and still be read as a pointer. */
export function isBarePath(path: string): boolean {
  return /^(?:\.{1,2}\/)*(?:[\p{L}\p{M}\p{N}_.@+-]+\/)*[\p{L}\p{M}\p{N}_.@+-]*[\p{L}\p{M}\p{N}_@+-]\.md$/u.test(
    path,
  );
}

/** A relative path as the destination of a link: encoded only where Markdown would stop reading. */
export function linkPath(path: string): string {
  return path.replace(/[\s()<>]/gu, (mark) =>
    encodeURIComponent(mark).replace("(", "%28").replace(")", "%29"),
  );
}

function pathLink(path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1);
  return `[${shortText(stem)}](${linkPath(path)})`;
}
