import { toString } from "mdast-util-to-string";
import { type FileRow, type Manifest } from "../manifest/manifest.ts";
import { isIgnored } from "../manifest/ignore.ts";
import { INBOX_KIND, placeholdersIn } from "../manifest/pattern.ts";
import { fieldValue, matchRow } from "../manifest/routes.ts";
import { slugOf } from "../manifest/slug.ts";
import { parseMarkdown, type ParsedMarkdown } from "../markdown/parse.ts";
import { type Fact, factsOf } from "./facts.ts";
import { type FieldFact, fieldsIn } from "./fields.ts";
import type { ProvenanceFile } from "./provenance.ts";
import type { MemoryFile, MemorySnapshot } from "./snapshot.ts";

/** A topic file as a value. */
export interface Topic {
  /** Relative path. */
  file: string;
  row: FileRow;
  kind: string;
  /** What `{slug}` stands for in its path; the file stem where the row has none. */
  slug: string;
  /** Front matter `name`, else the first heading, else the slug. */
  title: string;
  /** Other names: front matter `aliases`, and those that came with its facts. */
  aliases: string[];
  /** Project files it speaks of: front matter `paths`. */
  paths: string[];
  fields: FieldFact[];
  frontMatter: Readonly<Record<string, unknown>>;
  facts: Fact[];
  /** Newest date in its provenance (ISO), null when none is known. */
  updatedAt: string | null;
}

/** What depends on the text alone; files are immutable values, so it is kept with them. */
interface ReadFile {
  markdown: ParsedMarkdown;
  facts: Fact[];
  fields: FieldFact[];
}

const readFiles = new WeakMap<MemoryFile, ReadFile>();

/** A memory file's tree, facts and fields; parsed once a file value. */
export function readMemoryFile(file: MemoryFile): ReadFile {
  const known = readFiles.get(file);
  if (known !== undefined) return known;
  const markdown = parseMarkdown(file.text);
  const read = { markdown, facts: factsOf(markdown.tree, markdown.text), fields: fieldsIn(markdown) };
  readFiles.set(file, read);
  return read;
}

/** Reads a topic file that `row` describes. */
export function readTopic(file: MemoryFile, row: FileRow, provenance?: ProvenanceFile): Topic {
  const { markdown, facts, fields } = readMemoryFile(file);
  const frontMatter = markdown.frontMatter ?? {};
  const slug = placeholdersIn(row.pattern, file.path)?.get("slug") ?? stemOf(file.path);
  const recorded = (provenance?.facts ?? []).flatMap((record) => record.aliases);
  const dates = (provenance?.facts ?? []).flatMap((record) => [record.at, record.correctedAt]);
  return {
    file: file.path,
    row,
    kind: row.kind,
    slug,
    title: fieldValue(frontMatter, "name")?.trim() || firstHeading(markdown) || slug,
    aliases: [...new Set([...listField(fields, "aliases"), ...recorded])],
    paths: listField(fields, "paths"),
    fields,
    frontMatter,
    facts,
    updatedAt: newest(dates),
  };
}

/**
 * Every topic of a memory in the order of its paths: the files that a row of unit topic or fact describes. The inbox,
 * handoffs, sub-indexes, ignored files and files without a row are no topics.
 */
export function topicsOf(snapshot: MemorySnapshot): Topic[] {
  return [...snapshot.files.values()]
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((file) => {
      if (isIgnored(snapshot.manifest, file.path)) return [];
      const row = rowOf(snapshot.manifest, file);
      if (row === null || row.unit === "boundary" || row.kind === INBOX_KIND) return [];
      return [readTopic(file, row, snapshot.provenance.get(file.path))];
    });
}

/** The row of a file, its front matter considered where kinds share a pattern. */
function rowOf(manifest: Manifest, file: MemoryFile): FileRow | null {
  const row = matchRow(manifest, file.path);
  if (row === null || manifest.files.every((other) => other === row || other.pattern !== row.pattern))
    return row;
  return matchRow(manifest, file.path, readMemoryFile(file).markdown.frontMatter);
}

/** The topic of a kind that a subject names: by title, slug or alias, case and marks ignored. */
export function topicNamed(topics: readonly Topic[], kind: string, subject: string): Topic | null {
  const wanted = slugOf(subject);
  const own = topics.filter((topic) => topic.kind === kind);
  const named = (matches: (topic: Topic) => boolean): Topic | undefined => own.find(matches);
  return (
    named((topic) => slugOf(topic.title) === wanted) ??
    named((topic) => slugOf(topic.slug) === wanted) ??
    named((topic) => topic.aliases.some((alias) => slugOf(alias) === wanted)) ??
    null
  );
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
}

function firstHeading(markdown: ParsedMarkdown): string {
  const heading = markdown.tree.children.find((node) => node.type === "heading");
  return heading === undefined ? "" : toString(heading).trim();
}

function listField(fields: readonly FieldFact[], name: string): string[] {
  return fields.find((field) => field.name === name)?.values.filter((value) => value !== "") ?? [];
}

/** The latest of some ISO times. */
function newest(dates: readonly (string | null)[]): string | null {
  return dates.reduce<string | null>((latest, date) => {
    if (date === null || Number.isNaN(Date.parse(date))) return latest;
    return latest === null || Date.parse(date) > Date.parse(latest) ? date : latest;
  }, null);
}
