import { toString } from "mdast-util-to-string";
import type { Update } from "../handoff/update.ts";
import type { FileRow } from "../manifest/manifest.ts";
import { isLiteral } from "../manifest/pattern.ts";
import { fieldValue } from "../manifest/routes.ts";
import { slugOf } from "../manifest/slug.ts";
import { codePoints } from "../markdown/tree.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type Draft, isTaken, isUnreadable, textOf, timeOf } from "./draft.ts";
import { freePathFor, nthPath, pathFor } from "../manifest/paths.ts";
import { headNamed, type TopicHead, topicHeads } from "./topic-heads.ts";

/** Where an update goes: a file (which may not exist yet), or the inbox with the reason. */
export type Route =
  | { to: "file"; row: FileRow; path: string; name: string; exists: boolean }
  | { to: "inbox"; reason: string };

/** Code points that a fact may need beside its text. */
const ITEM_MARGIN = 16;

/** The file of an update by its kind, scope and subject. `grows`: room for its text is needed. */
export function routeUpdate(draft: Draft, update: Update, grows: boolean): Route {
  if (update.unverified !== undefined) return { to: "inbox", reason: `unverified: ${update.unverified}` };
  const row = rowOf(draft, update);
  if (row === null) return { to: "inbox", reason: `no file for kind ${update.kind}` };
  if (row.unit === "boundary") return { to: "inbox", reason: `kind ${update.kind} takes no facts` };
  const place = row.unit === "topic" ? topicPlace(draft, row, update) : factPlace(draft, row, update);
  return { to: "file", row, ...(grows ? withRoom(draft, place, update.text) : place) };
}

interface Place {
  path: string;
  name: string;
  exists: boolean;
}

/** Of several rows of a kind the one of the update's scope. */
function rowOf(draft: Draft, update: Update): FileRow | null {
  const rows = draft.manifest.files.filter((row) => row.kind === update.kind && row.kind !== "*");
  return rows.find((row) => row.scope === update.scope) ?? rows[0] ?? null;
}

function factPlace(draft: Draft, row: FileRow, update: Update): Place {
  const values = {
    at: timeOf(draft, update.at),
    person: draft.person,
    slug: slugOf(subjectOf(draft, row, update)),
  };
  const path = pathFor(row, values);
  const existing = [...draft.files.keys()].find((other) => other.toLowerCase() === path.toLowerCase());
  return { path: existing ?? path, name: titleOf(row, path), exists: existing !== undefined };
}

function topicPlace(draft: Draft, row: FileRow, update: Update): Place {
  const subject = subjectOf(draft, row, update);
  const found = findTopic(draft, row, [subject, ...(update.aliases ?? [])]);
  if (found !== null) return { path: found.file, name: found.title, exists: true };
  const values = { at: timeOf(draft, update.at), person: draft.person, slug: slugOf(subject) };
  const path = freePathFor(draft.manifest, row, values, (candidate) => isTaken(draft, candidate));
  return { path, name: subject, exists: false };
}

/** The existing topic of a row that one of these names means: by title, slug or alias. */
function findTopic(draft: Draft, row: FileRow, names: readonly string[]): TopicHead | null {
  const heads = topicHeads(draft).filter((head) => head.row === row || agrees(head, row));
  for (const name of names) {
    const found = name === "" ? null : headNamed(heads, name);
    if (found !== null) return found;
  }
  return null;
}

/** A file that someone else wrote without our fields is a topic of any kind that shares its pattern. */
function agrees(topic: TopicHead, row: FileRow): boolean {
  if (topic.row.pattern !== row.pattern) return false;
  return row.fields.every((field) => {
    if (field.value === null) return true;
    const value = fieldValue(topic.frontMatter, field.name);
    return value === undefined || value === field.value;
  });
}

function titleIn(draft: Draft, path: string): string | null {
  const file = draft.files.get(path);
  const heading = file && readMemoryFile(file).markdown.tree.children.find((node) => node.type === "heading");
  return heading === undefined ? null : toString(heading).trim();
}

/** A topic kind needs a name: the update's subject, else the project's folder, else the kind. */
function subjectOf(draft: Draft, row: FileRow, update: Update): string {
  const subject = update.subject.replace(/\s+/gu, " ").trim();
  if (subject !== "") return subject;
  const folder = draft.handoff.session.cwd?.split(/[\\/]/u).findLast((part) => part !== "");
  return row.kind === "project" && folder !== undefined ? folder : row.kind;
}

/** Title of a file that holds facts of many subjects. */
function titleOf(row: FileRow, path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  const words = isLiteral(row.pattern) ? stem.replace(/[-_]+/gu, " ") : `${row.kind}s ${stem}`;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The file itself, or the continuation that still has room. */
function withRoom(draft: Draft, place: Place, text: string): Place {
  const needed = codePoints(text) + ITEM_MARGIN;
  for (let n = 1; ; n += 1) {
    const path = nthPath(place.path, n);
    if (isUnreadable(draft, path)) continue;
    const current = textOf(draft, path);
    if (current === null) return n === 1 ? place : { path, name: `${place.name} ${n}`, exists: false };
    const isPart = n === 1 || titleIn(draft, path) === `${place.name} ${n}`;
    if (isPart && codePoints(current) + needed < draft.manifest.limits.topicChars) {
      return { path, name: n === 1 ? place.name : `${place.name} ${n}`, exists: true };
    }
  }
}
