import type { FileRow } from "../../manifest/manifest.ts";
import { isIgnored } from "../../manifest/ignore.ts";
import { INBOX_KIND, isLiteral, isReservedPath } from "../../manifest/pattern.ts";
import { freePathFor, nthPath, pathFor } from "../../manifest/paths.ts";
import { fieldValue, inboxRow, isSubIndex, matchRow, rowForKind } from "../../manifest/routes.ts";
import { slugOf } from "../../manifest/slug.ts";
import { codePoints } from "../../markdown/tree.ts";
import { isTaken, isUnreadable, type MemoryDraft, putText, textOf } from "../draft.ts";
import type { FieldValue } from "../front-matter.ts";
import { firstSafe } from "../../lint/shown-text.ts";
import { type ArchiveFile, archiveFile, isArchived, unsortedFile } from "../../relocate/archive.ts";
import { plainHeading } from "../../relocate/concepts.ts";
import { headNamed, topicHeads } from "../topic-heads.ts";
import { newTopicFile } from "../topic-file.ts";
import { type Chunk, chunkOf, type Runs } from "./chunk.ts";
import { landed, sizeOf, type Spot } from "./land.ts";
import { type Page, parseKept } from "./page.ts";

/** Where moved text is to go. */
export interface Destination {
  path: string;
  /** Title of the file if it is new. */
  title: string;
  /** Null for a sub-index, or a file without a row. */
  row: FileRow | null;
  spot: Spot;
}

/** Stands for `{person}`, as for captures. */
const PERSON = "me";
/** More continuations of one file than anybody reads. */
const MAX_FILES = 50;

/** The file of a kind and subject; null for a kind that takes no content. `heading`: under which it stood. */
export function kindDestination(
  draft: MemoryDraft,
  kind: string,
  subject: string,
  heading: string | null,
): Destination | null {
  const row = kind === INBOX_KIND ? null : rowForKind(draft.manifest, kind);
  if (row === null || row.unit === "boundary") return null;
  const at = draft.now.toISOString();
  const day = row.write === "append" ? at.slice(0, 10) : null;
  const name = subject.replace(/\s+/gu, " ").trim() || row.kind;
  if (row.unit === "fact") {
    const path = pathFor(row, { at, person: PERSON, slug: slugOf(name) });
    const standing = [...draft.files.keys()].find((other) => other.toLowerCase() === path.toLowerCase());
    return { path: standing ?? path, title: titleOf(row, path), row, spot: { heading, day } };
  }
  const found = headNamed(
    topicHeads(draft).filter((head) => head.row === row || agrees(head.frontMatter, head.row, row)),
    name,
  );
  const title = found?.title ?? name;
  // a heading that says what the file is called says nothing
  const inner = heading !== null && isNamed(title, heading) ? null : heading;
  if (found !== null) return { path: found.file, title, row, spot: { heading: inner, day } };
  const values = { at, person: PERSON, slug: slugOf(name) };
  const path = freePathFor(draft.manifest, row, values, (candidate) => isTaken(draft, candidate));
  return { path, title, row, spot: { heading: inner, day } };
}

/** Whether a heading says what a file is called, and so nothing in it. */
export function isNamed(title: string, heading: string): boolean {
  return [heading, plainHeading(heading)].some((text) => slugOf(text) === slugOf(title));
}

/** A topic file that stands. */
export function fileDestination(draft: MemoryDraft, path: string, title: string): Destination {
  const row = matchRow(draft.manifest, path);
  const day = row?.write === "append" ? draft.now.toISOString().slice(0, 10) : null;
  return { path, title, row, spot: { heading: null, day } };
}

/** The archive of a subject. */
export function archiveDestination(draft: MemoryDraft, subject: string, heading: string | null): Destination {
  return archived(archiveFile(draft.manifest, subject), heading);
}

function archived({ file, title }: ArchiveFile, heading: string | null): Destination {
  return { path: file, title, row: null, spot: { heading, day: null } };
}

/** Whether an index says nothing of each single thing that went to a file: the inbox and the archive. */
export function isUnpointed({ manifest }: MemoryDraft, path: string): boolean {
  return matchRow(manifest, path)?.kind === INBOX_KIND || isArchived(manifest, path);
}

/** The inbox, or what takes its place in a shared memory; null for a manifest without one. */
export function inboxDestination(draft: MemoryDraft, heading: string | null): Destination | null {
  const row = inboxRow(draft.manifest);
  if (row === null) return null;
  const unsorted = unsortedFile(draft.manifest);
  if (unsorted !== null) return archived(unsorted, heading);
  const at = draft.now.toISOString();
  const path = pathFor(row, { at, person: PERSON });
  return { path, title: "Inbox", row, spot: { heading, day: at.slice(0, 10) } };
}

/**
 * Puts runs of a page where they belong: into the file itself, into its first continuation that takes them, else into
 * the inbox. Returns the file, null when none takes them.
 */
export function moveRuns(
  draft: MemoryDraft,
  page: Page,
  runs: Runs,
  destination: Destination,
): { path: string; title: string; chunk: Chunk } | null {
  const inbox = inboxDestination(draft, destination.spot.heading);
  const places = inbox === null || inbox.path === destination.path ? [destination] : [destination, inbox];
  for (const place of places) {
    const moved = moveTo(draft, page, runs, place);
    if (moved !== null) return moved;
  }
  return null;
}

function moveTo(
  draft: MemoryDraft,
  page: Page,
  runs: Runs,
  place: Destination,
): { path: string; title: string; chunk: Chunk } | null {
  for (let n = 1; n <= MAX_FILES; n += 1) {
    const path = nthPath(place.path, n);
    if (path === page.file || isUnreadable(draft, path)) continue;
    const chunk = chunkOf(page, runs, path);
    const title = n === 1 ? place.title : `${place.title} ${n}`;
    const standing = textOf(draft, path);
    const after = standing === null ? null : withRoom(draft, standing, chunk, place);
    if (standing !== null && after === null) continue;
    const text = after ?? into(newFile(draft, place.row, title), place.spot, chunk, page.file);
    if (text === null) return null;
    putText(draft, path, text, `moved from ${page.file}`);
    return { path, title, chunk };
  }
  return null;
}

function withRoom(draft: MemoryDraft, standing: string, chunk: Chunk, place: Destination): string | null {
  const limit = draft.manifest.limits.topicChars;
  // a file without a row has no limit of its own
  if (place.row !== null && codePoints(standing) + sizeOf(chunk) >= limit) return null;
  return into(standing, place.spot, chunk, draft.manifest.index);
}

/** Under the spot; what would be read as part of its neighbours there gets a heading that says where it came from. */
function into(standing: string, spot: Spot, chunk: Chunk, from: string): string | null {
  return (
    landed(standing, spot, chunk) ??
    (spot.heading === null ? landed(standing, { ...spot, heading: `From ${from}` }, chunk) : null)
  );
}

/** Title and the fields its row asks for. */
function newFile(draft: MemoryDraft, row: FileRow | null, title: string): string {
  const fields: FieldValue[] = [];
  const first = row?.fields.find((field) => field.value === null);
  for (const field of row?.fields ?? []) {
    if (field.value !== null) fields.push({ name: field.name, value: field.value });
    else if (field === first) fields.push({ name: field.name, value: title });
    else if (field.name === "description")
      fields.push({ name: field.name, value: firstSafe(draft.manifest, [row?.holds ?? ""]) });
  }
  if (fields.some(({ name }) => name === "metadata.type")) {
    fields.push({ name: "metadata.node_type", value: "memory" });
    fields.push({ name: "metadata.modified", value: draft.now.toISOString() });
  }
  return newTopicFile(title, fields);
}

/** What a file is called where the index points to it. */
export function shownTitle(draft: MemoryDraft, path: string, fallback: string): string {
  const file = draft.files.get(path);
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  if (file === undefined) return firstSafe(draft.manifest, [fallback, stem]);
  const markdown = parseKept(file.text);
  const heading = /^#{1,6}[ \t]+(.+)$/mu.exec(markdown.text)?.[1] ?? "";
  const name = fieldValue(markdown.frontMatter ?? {}, "name") ?? "";
  return firstSafe(draft.manifest, [name, heading, fallback, stem, stem.replace(/[-_]+/gu, " ")]);
}

/** Names in capitals are files that hosts load whole (AGENTS.md) or people expect to be as they are (README.md). */
const LOADED = /(?:^|\/)[A-Z][A-Z_-]*\.md$/u;

/** Whether content may be moved into a file that stands: neither an index, the inbox, nor a record of sessions. */
export function takesContent(draft: MemoryDraft, path: string): boolean {
  const { manifest } = draft;
  if (!draft.files.has(path) || isReservedPath(path, manifest.index) || isSubIndex(manifest, path))
    return false;
  const row = matchRow(manifest, path);
  if (row === null) return !LOADED.test(path) && !isIgnored(manifest, path);
  return row.unit !== "boundary" && row.kind !== INBOX_KIND;
}

function agrees(frontMatter: Readonly<Record<string, unknown>>, own: FileRow, row: FileRow): boolean {
  if (own.pattern !== row.pattern) return false;
  return row.fields.every(({ name, value }) => {
    const said = fieldValue(frontMatter, name);
    return value === null || said === undefined || said === value;
  });
}

/** Title of a file that holds facts of many subjects. */
function titleOf(row: FileRow, path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  const words = isLiteral(row.pattern) ? stem.replace(/[-_]+/gu, " ") : `${row.kind}s ${stem}`;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
