import type { FileRow, Manifest } from "../manifest/manifest.ts";
import { isLiteral } from "../manifest/pattern.ts";
import { freePathFor, pathFor } from "../manifest/paths.ts";
import { inboxRow, rowForKind } from "../manifest/routes.ts";
import { slugOf } from "../manifest/slug.ts";
import { cleanText } from "../privacy/clean.ts";
import { isTaken, type MemoryDraft } from "../plan/draft.ts";
import { headNamed, topicHeads, type TopicHead } from "../plan/topic-heads.ts";
import { archiveFile, unsortedFile } from "../relocate/archive.ts";
import type { Block } from "../relocate/blocks.ts";
import { plainHeading, pureConcept } from "../relocate/concepts.ts";
import { conceptOfKind, isPureKind, kindFor } from "../relocate/kinds.ts";
import type { Piece } from "../relocate/pieces.ts";
import { dayOf } from "../relocate/subject.ts";
import type { HeadingSource } from "./heading-source.ts";

/** A file that pieces go to. */
export interface Target {
  file: string;
  title: string;
  /** Null for the archive. */
  row: FileRow | null;
}

/** A heading that a piece takes along: its words as written, and where; null: words of ours. */
export interface PathHeading {
  text: string;
  start: number | null;
}

/** A piece with its file and the headings it stands under there. */
export interface Placed {
  piece: Piece;
  target: Target;
  path: PathHeading[];
  /** ISO day that the piece names, or null. */
  day: string | null;
}

/** Gives each piece its file. One value a migration: what one piece makes another finds. */
export interface Placer {
  place: (piece: Piece) => Placed | null;
}

/** `person` stands for `{person}`; `sources` are the words of headings as written. */
export function newPlacer(
  draft: MemoryDraft,
  person: string,
  sources: ReadonlyMap<number, HeadingSource>,
): Placer {
  const heads = topicHeads(draft);
  const made = new Map<string, Target>();
  const targetFor = (piece: Piece, day: string | null): Target | null => {
    const { how, kind, subject } = piece.classification;
    if (how === "archive") return { ...archiveFile(draft.manifest, subject), row: null };
    const unsorted = how === "inbox" ? unsortedFile(draft.manifest) : null;
    if (unsorted !== null) return { ...unsorted, row: null };
    const row = how === "inbox" ? inboxRow(draft.manifest) : rowForKind(draft.manifest, kind);
    if (row === null) return null;
    if (row.unit !== "topic") return factTarget(row, day ?? isoDay(draft.now), person);
    return topicTarget(
      { draft, heads, made, row, person },
      subject === "" ? namelessTitle(row.kind) : subject,
    );
  };
  return {
    place(piece) {
      const { how } = piece.classification;
      if (how === "pointer" || how === "quarantine") return null;
      const day = dayOf(piece.block);
      const target = targetFor(piece, day);
      return target === null
        ? null
        : { piece, target, day, path: pathOf(draft.manifest, piece.block, target, sources) };
    },
  };
}

/** The title for facts of a kind that nothing names more closely. */
function namelessTitle(kind: string): string {
  const concept = conceptOfKind(kind);
  const plural = kind.replace(/(?<=[^aeiou])y$/u, "ie").replace(/(?<!s)$/u, "s");
  const isPlain = concept === "decision" || concept === "lesson" || concept === "preference";
  const words = concept === "infrastructure" ? kind : isPlain ? plural : `common ${plural}`;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function factTarget(row: FileRow, day: string, person: string): Target {
  const file = pathFor(row, { at: `${day}T12:00:00Z`, person });
  const stem = file.slice(file.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  const words = isLiteral(row.pattern)
    ? stem.replace(/[-_]+/gu, " ")
    : `${row.kind === "*" ? "inbox" : `${row.kind}s`} ${stem}`;
  return { file, title: words.slice(0, 1).toUpperCase() + words.slice(1), row };
}

interface TopicQuery {
  draft: MemoryDraft;
  heads: readonly TopicHead[];
  made: Map<string, Target>;
  row: FileRow;
  person: string;
}

function topicTarget({ draft, heads, made, row, person }: TopicQuery, subject: string): Target {
  const name = cleanText(subject).text.replace(/\s+/gu, " ").trim();
  const key = `${row.kind}\n${slugOf(name)}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const standing = headNamed(
    heads.filter((head) => head.row === row),
    name,
  );
  const taken = (path: string): boolean =>
    isTaken(draft, path) || [...made.values()].some(({ file }) => file.toLowerCase() === path.toLowerCase());
  const target: Target =
    standing === null
      ? {
          file: freePathFor(
            draft.manifest,
            row,
            { slug: slugOf(name), at: draft.now.toISOString(), person },
            taken,
          ),
          title: name,
          row,
        }
      : { file: standing.file, title: standing.title, row };
  made.set(key, target);
  return target;
}

/**
 * The headings of the source that still say something in the new file: not the title of the document, not the title of
 * the file, not a heading that only names the file's kind.
 */
function pathOf(
  manifest: Manifest,
  block: Block,
  { title, row }: Target,
  sources: ReadonlyMap<number, HeadingSource>,
): PathHeading[] {
  return block.headings.flatMap(({ text, start, depth }, at): PathHeading[] => {
    if (at === 0 && depth === 1) return [];
    const source = sources.get(start) ?? { text, start: null };
    if (source.text === title || source.text === "") return [];
    if (row !== null && saysOnlyKind(manifest, source.text, row.kind)) return [];
    const clean = cleanText(source.text).text;
    return [{ text: clean, start: clean === source.text ? source.start : null }];
  });
}

/** Whether a heading says no more than that what follows is of this kind. */
function saysOnlyKind(manifest: Manifest, heading: string, kind: string): boolean {
  if (plainHeading(heading).toLowerCase() !== heading.toLowerCase().trim()) return false;
  const concept = pureConcept(heading);
  const isWord = heading.trim().split(/\s+/u).length <= 2;
  return (
    isWord && ((concept !== null && kindFor(manifest, concept) === kind) || isPureKind(manifest, heading))
  );
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
