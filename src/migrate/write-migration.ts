import type { Manifest } from "../manifest/manifest.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { codePoints, toSource } from "../markdown/tree.ts";
import { definitionsOf, folderOf, pointersOf, resolvePath, resolvePointer } from "../memory/pointers.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { newManifestText } from "../plan/new-manifest.ts";
import { type MemoryDraft, putText, textOf } from "../plan/draft.ts";
import { setField } from "../plan/front-matter.ts";
import { deriveIndex } from "../plan/index-derive.ts";
import { newTopicFile } from "../plan/topic-file.ts";
import { waitingLines } from "../plan/waiting-lines.ts";
import { unsortedFile } from "../relocate/archive.ts";
import { type Block, type Outline, outlineOf } from "../relocate/blocks.ts";
import type { Ledger } from "./account.ts";
import { duplicatesOf } from "./duplicates.ts";
import { headingSources } from "./heading-source.ts";
import { leftOver } from "./left-over.ts";
import { newPlacer, type Placed } from "./place.ts";
import { standsAlready } from "./standing.ts";
import { copiedNotes, notesOf } from "./references.ts";
import type { SourceText } from "./topic-text.ts";
import type { PlanMigrationInput, Work } from "./work.ts";
import { writeTopic } from "./write-topics.ts";

/** Characters that a migrated index stays under: room for what captures add later. */
const COMFORTABLE_CHARS = 3222;

/** Writes topics, sub-indexes and archive into the draft and says where each piece is now. */
export function writeAll(work: Work): Ledger {
  const { draft, file, outline, pieces, own, input } = work;
  const { markdown } = readMemoryFile(file);
  const source: SourceText = {
    file: file.path,
    markdown,
    links: work.links,
    notes: notesOf(markdown),
  };
  const ledger: Ledger = {
    files: new Map(),
    duplicates: new Map(),
    quarantined: [],
    secretHeadings: [],
    headings: new Map(),
    own,
  };
  const sources = headingSources(markdown, outline.frames);
  const placer = newPlacer(draft, input.person, sources);
  const placed: Placed[] = [];
  for (const piece of pieces) {
    if (own.has(piece.block)) continue;
    const { how } = piece.classification;
    if (how === "quarantine") ledger.quarantined.push({ line: piece.block.line, text: piece.block.text });
    const one = how === "pointer" ? null : placer.place(piece);
    if (one === null) continue;
    if (standsAlready(draft, one)) ledger.duplicates.set(piece, null);
    else placed.push(one);
  }
  const duplicates = duplicatesOf(placed);
  for (const [one, kept] of duplicates) ledger.duplicates.set(one.piece, kept.piece);
  const staying = placed.filter((one) => !duplicates.has(one));
  const rest = leftOver({
    outline,
    frames: work.left.frames,
    placed: staying,
    all: pieces,
    manifest: draft.manifest,
    text: markdown.text,
    sources,
  });
  for (const frame of rest.named) ledger.headings.set(frame, "named by its kind");
  for (const frame of rest.empty) ledger.headings.set(frame, "names nothing");
  ledger.secretHeadings.push(...rest.secret);
  for (const frame of rest.secret)
    ledger.quarantined.push({ line: frame.line, text: source.markdown.text.slice(frame.start, frame.end) });
  ledger.quarantined.sort((a, b) => a.line - b.line);
  staying.push(...rest.pieces.flatMap((piece) => placer.place(piece) ?? []));
  for (const group of byFile(staying).values()) {
    const [first] = group;
    if (first === undefined) continue;
    for (const [one, path] of writeTopic(draft, first.target, group, source))
      ledger.files.set(one.piece, path);
  }
  for (const [path, sub] of work.left.subIndexes) writeSubIndex(work, source, path, sub);
  noteUnsorted(draft, staying);
  noteDeadLinks(work);
  return ledger;
}

/** What others would lose with a private inbox is named. */
function noteUnsorted(draft: MemoryDraft, placed: readonly Placed[]): void {
  const unsorted = unsortedFile(draft.manifest)?.file;
  if (unsorted === undefined || !placed.some(({ target }) => target.file === unsorted)) return;
  draft.notes.push(
    `what nothing tells the kind of is in ${unsorted}: the inbox of this memory is each one's own, and others would not see it there`,
  );
}

/** No rule looks at links in a topic's body: those that led nowhere before are named by their lines. */
function noteDeadLinks({ draft, file, links }: Work): void {
  const { text } = readMemoryFile(file).markdown;
  const dead = links.destinations.filter(({ url }) => {
    const target = url.replace(/[?#].*$/u, "");
    if (!/\.md$/iu.test(target)) return false;
    const path = resolvePath(folderOf(file.path), target);
    return path !== null && !draft.files.has(path) && !draft.files.has(decoded(path));
  });
  if (dead.length === 0) return;
  const lines = new Set(dead.map(({ start }) => text.slice(0, start).split(/\r\n|\n|\r/u).length));
  draft.notes.push(
    `${dead.length === 1 ? "1 link leads" : `${dead.length} links lead`} to no file of this memory, as before: line ${[...lines].join(", ")} of the index as it was`,
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function byFile(placed: readonly Placed[]): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const one of placed) groups.set(one.target.file, [...(groups.get(one.target.file) ?? []), one]);
  return groups;
}

/** Rows with what they refer to; both files lie in one folder, so links stay as they are. */
function writeSubIndex(
  { draft }: Work,
  source: SourceText,
  path: string,
  { title, text, blocks }: { title: string; text: string; blocks: readonly Block[] },
): void {
  const eol = source.markdown.lineEnding;
  const base = (textOf(draft, path) ?? newTopicFile(title, []).replaceAll("\n", eol)).trimEnd();
  const notes = copiedNotes(blocks, source, { file: path, text: base });
  const parts = [base, text.trimEnd(), ...notes.map((note) => note.text)];
  putText(draft, path, parts.join(eol + eol) + eol, "rows that the index has no room for");
}

/** Puts the index that is left, then lets the planner add its rows under the migration's own limit. */
export function writeIndex(work: Work): string | null {
  const { draft, file } = work;
  const { manifest } = draft;
  const { markdown } = readMemoryFile(file);
  const text = withWaiting(work, markdown.lineEnding);
  putText(draft, manifest.index, toSource(markdown, text), "its content moved to topic files");
  const indexChars = Math.min(manifest.limits.indexChars, COMFORTABLE_CHARS);
  const tight: Manifest = { ...manifest, limits: { ...manifest.limits, indexChars } };
  return deriveIndex({ ...draft, manifest: codePoints(text) < indexChars ? tight : manifest });
}

/** The index that is left with its lines for inbox and archive below the title. */
function withWaiting({ draft, left, file }: Work, eol: string): string {
  const markdown = parseMarkdown(left.text);
  const { blocks, frames } = outlineOf(markdown);
  const at = { file: file.path, text: markdown.text, definitions: definitionsOf(markdown.tree) };
  const pointed = blocks
    .flatMap(({ node }) => (node === null ? [] : pointersOf(node, at)))
    .flatMap((pointer) => resolvePointer(pointer, draft.files) ?? []);
  const lines = waitingLines(draft.manifest, draft.files, new Set(pointed));
  if (lines.length === 0) return left.text;
  const title = behindTitle(frames);
  const head = left.text.slice(0, title).trimEnd();
  const rest = left.text.slice(title).trim();
  return [head, ...lines, rest].filter((part) => part !== "").join(eol + eol) + eol;
}

/** Offset behind the title, else behind the front matter, else 0. */
function behindTitle(frames: Outline["frames"]): number {
  const title = frames.find(({ form }) => form === "heading");
  if (title?.depth === 1) return title.end;
  return frames.find(({ form }) => form === "front-matter")?.end ?? 0;
}

/** A memory without MANIFEST.md gets that of its preset; the wish to heal is written into it. */
export function putManifest(draft: MemoryDraft, { heal, snapshot }: PlanMigrationInput): void {
  const { manifest } = draft;
  const preset = newManifestText(snapshot, manifest.preset ?? "openclaw");
  const named = setField(preset, { name: "index", value: manifest.index });
  const written = snapshot.manifestExists
    ? textOf(draft, MANIFEST_FILE)
    : manifest.index === "MEMORY.md"
      ? preset
      : named;
  const wanted =
    heal && manifest.heal !== "relocate"
      ? setField(written ?? "", { name: "heal", value: "relocate" })
      : written;
  if (wanted === null || wanted === textOf(draft, MANIFEST_FILE)) return;
  putText(
    draft,
    MANIFEST_FILE,
    wanted,
    heal ? "inline writes are moved from now on" : "the schema of this memory",
  );
}
