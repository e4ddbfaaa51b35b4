import { fieldValue, matchRow } from "../manifest/routes.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { INDEX_BASE_PATH, parseIndexBase } from "../memory/index-base.ts";
import { definitionsOf, pointersOf, resolvePointer } from "../memory/pointers.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type Draft, type MemoryDraft, putText, recordsOf } from "./draft.ts";

/** Fields that say nothing of their own: the name, what is derived from the facts, and the client's. */
const SAYS_NOTHING = /^(?:name|description|metadata(?:\..*)?)$/u;

/**
 * True for a topic file that holds nothing any more: its title, other headings and fields that are the same in every
 * file of its row. Such a file gets no row in the index.
 */
export function isEmptied(draft: MemoryDraft, file: MemoryFile): boolean {
  if (mayHoldText(file.text) || recordsOf(draft, file.path).length > 0) return false;
  const { markdown } = readMemoryFile(file);
  if (!markdown.tree.children.every(({ type }) => type === "heading" || type === "yaml")) return false;
  return Object.keys(ownFields(draft, file)).length === 0;
}

/** Cheap first look: a line below the front matter that is no heading. Spares parsing the file. */
function mayHoldText(text: string): boolean {
  const body = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/u, "");
  return body.split(/\r?\n/u).some((line) => line.trim() !== "" && !/^ {0,3}#{1,6}(?:\s|$)/u.test(line));
}

/** Fields beside those that the row gives every file and those that name or describe it. */
function ownFields(draft: MemoryDraft, file: MemoryFile): Record<string, unknown> {
  const frontMatter = readMemoryFile(file).markdown.frontMatter ?? {};
  const row = matchRow(draft.manifest, file.path, frontMatter);
  const first = row?.fields.find((field) => field.value === null)?.name;
  const isGiven = (name: string): boolean =>
    SAYS_NOTHING.test(name) ||
    name === first ||
    row?.fields.some((field) => field.name === name && field.value === fieldValue(frontMatter, name)) ===
      true;
  return Object.fromEntries(Object.entries(frontMatter).filter(([name]) => !isGiven(name)));
}

/**
 * Drops a topic file whose last fact was taken out, when nothing of a person is in it (no heading beside the title) and
 * nothing but rows of ours leads to it.
 */
export function dropEmptied(draft: Draft, path: string): void {
  const file = draft.files.get(path);
  if (file === undefined || !isEmptied(draft, file)) return;
  const row = matchRow(draft.manifest, path);
  const headings = readMemoryFile(file).markdown.tree.children.filter(({ type }) => type === "heading");
  if (row === null || row.unit === "boundary" || headings.length > 1 || isLinked(draft, path)) return;
  putText(draft, path, null, "nothing is left in it");
}

function isLinked(draft: Draft, path: string): boolean {
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text).rows;
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  return [...draft.files.values()].some((other) => {
    if (other.path === path || !(other.text.includes(stem) || other.text.includes("%"))) return false;
    if (matchRow(draft.manifest, other.path)?.unit === "boundary") return false;
    const ours = base.filter((one) => one.index === other.path && one.file === path).length;
    return linksTo(draft, other, path) > ours;
  });
}

function linksTo(draft: Draft, file: MemoryFile, path: string): number {
  const { tree, text } = parseMarkdown(file.text);
  const pointers = pointersOf(tree, { file: file.path, text, definitions: definitionsOf(tree) });
  return pointers.filter((pointer) => resolvePointer(pointer, draft.files) === path).length;
}
