import { parseYaml } from "../markdown/yaml.ts";
import { INBOX_KIND, placeholdersIn } from "../manifest/pattern.ts";
import { fieldValue, matchRow } from "../manifest/routes.ts";
import { slugOf } from "../manifest/slug.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { readTopic, type Topic } from "../memory/topic.ts";
import type { MemoryDraft } from "./draft.ts";
import { frontMatterText } from "./front-matter.ts";

/** A topic file without its facts: what routing and the index need, read without parsing the Markdown. */
export type TopicHead = Omit<Topic, "facts" | "fields">;

/** Every topic of the plan as it stands, by path. The inbox, handoffs and files without a row are none. */
export function topicHeads(draft: MemoryDraft): TopicHead[] {
  const files = [...draft.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return files.flatMap((file) => headOf(draft, file) ?? []);
}

/** The topic that a name means: by title, slug or alias; case and marks are ignored. */
export function headNamed(heads: readonly TopicHead[], name: string): TopicHead | null {
  const wanted = slugOf(name);
  return (
    heads.find((head) => slugOf(head.title) === wanted) ??
    heads.find((head) => slugOf(head.slug) === wanted) ??
    heads.find((head) => head.aliases.some((alias) => slugOf(alias) === wanted)) ??
    null
  );
}

function headOf(draft: MemoryDraft, file: MemoryFile): TopicHead | null {
  if (matchRow(draft.manifest, file.path) === null) return null;
  const frontMatter = frontMatterOf(file);
  const row = matchRow(draft.manifest, file.path, frontMatter);
  if (row === null || row.unit === "boundary" || row.kind === INBOX_KIND) return null;
  const provenance = draft.provenance.get(file.path);
  const name = fieldValue(frontMatter, "name")?.trim() ?? "";
  // the title stands in the text: only the whole parse tells a heading from one in a fence
  if (name === "") return readTopic(file, row, provenance);
  const records = provenance?.facts ?? [];
  const stem = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  return {
    file: file.path,
    row,
    kind: row.kind,
    slug: placeholdersIn(row.pattern, file.path)?.get("slug") ?? stem,
    title: name,
    aliases: [
      ...new Set([...listIn(frontMatter, "aliases"), ...records.flatMap((record) => record.aliases)]),
    ],
    paths: listIn(frontMatter, "paths"),
    frontMatter,
    updatedAt: latest(records.flatMap((record) => [record.at, record.correctedAt])),
  };
}

const read = new WeakMap<MemoryFile, Readonly<Record<string, unknown>>>();

function frontMatterOf(file: MemoryFile): Readonly<Record<string, unknown>> {
  const known = read.get(file) ?? parseFrontMatter(file.text);
  read.set(file, known);
  return known;
}

function parseFrontMatter(source: string): Readonly<Record<string, unknown>> {
  const document = parseYaml(frontMatterText(source) ?? "");
  const value: unknown = document.errors.length > 0 ? null : document.toJS();
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listIn(frontMatter: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = frontMatter[name];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (typeof item === "string" && item.trim() !== "" ? [item.trim()] : []));
}

function latest(dates: readonly (string | null)[]): string | null {
  let newest: string | null = null;
  for (const date of dates) {
    if (date === null || Number.isNaN(Date.parse(date))) continue;
    if (newest === null || Date.parse(date) > Date.parse(newest)) newest = date;
  }
  return newest;
}
