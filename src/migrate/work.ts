import { INBOX_KIND } from "../manifest/pattern.ts";
import { INDEX_BASE_PATH, parseIndexBase } from "../memory/index-base.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type MemoryDraft, newMemoryDraft } from "../plan/draft.ts";
import { readPage } from "../plan/index-page.ts";
import { topicHeads } from "../plan/topic-heads.ts";
import { isWaitingLine } from "../plan/waiting-lines.ts";
import { type Block, type Frame, type Outline, outlineOf } from "../relocate/blocks.ts";
import { contextFor, type ClassifyContext, type NamedTopic } from "../relocate/context.ts";
import { type Piece, piecesOf } from "../relocate/pieces.ts";
import { type Links, linksOf } from "../relocate/relink.ts";
import type { IndexLeft } from "./index-left.ts";
import { blockKey, type Label } from "./labels.ts";
import { folderName, titleName } from "../relocate/project-name.ts";

export interface PlanMigrationInput {
  snapshot: MemorySnapshot;
  now: Date;
  /** Inline writes of others are moved from now on: written into MANIFEST.md. */
  heal: boolean;
  /** Stands for `{person}` in paths. */
  person: string;
  /** What a model said of blocks, by `blockKey`: it counts where code alone would only move or ask. */
  labels?: ReadonlyMap<string, Label>;
}

/** A migration in the making. */
export interface Work {
  input: PlanMigrationInput;
  draft: MemoryDraft;
  file: MemoryFile;
  outline: Outline;
  context: ClassifyContext;
  links: Links;
  pieces: Piece[];
  /** Rows that the planner wrote, and lines of an earlier migration: they are derived anew. */
  own: ReadonlySet<Block>;
  bannedFrames: Set<Frame>;
  left: IndexLeft;
}

/** The pieces of an index as code tells them apart, for a model to look at; none for a memory without an index. */
export function indexPieces(snapshot: MemorySnapshot, now: Date): Piece[] {
  const file = snapshot.files.get(snapshot.manifest.index);
  if (file === undefined) return [];
  return workOf({ snapshot, now, heal: false, person: "" }, newMemoryDraft(snapshot, now), file).pieces;
}

/** What a migration starts from: the index read, every piece of it judged. */
export function workOf(input: PlanMigrationInput, draft: MemoryDraft, file: MemoryFile): Work {
  const { manifest } = draft;
  const { markdown } = readMemoryFile(file);
  const outline = outlineOf(markdown);
  const title = titleName(outline);
  const context = contextFor({
    markdown,
    blocks: outline.blocks,
    manifest,
    file: file.path,
    files: draft.files,
    topicFiles: topicFilesOf(draft),
    project: title ?? folderName(draft.snapshot.root),
    title,
  });
  const own = ownRows(draft, file, outline);
  const pieces = labelled(piecesOf(outline.blocks, manifest, context), input);
  const left: IndexLeft = { text: file.text, subIndexes: new Map(), offending: new Set(), frames: new Set() };
  const links = linksOf(markdown.tree, markdown.text);
  return { input, draft, file, outline, context, links, pieces, own, bannedFrames: new Set(), left };
}

function topicFilesOf(draft: MemoryDraft): Map<string, NamedTopic & { aliases: readonly string[] }> {
  return new Map(
    topicHeads(draft)
      .filter((head) => head.row.unit === "topic")
      .map((head) => [
        head.file,
        { kind: head.kind, subject: head.title, aliases: [head.slug, ...head.aliases] },
      ]),
  );
}

function ownRows(draft: MemoryDraft, file: MemoryFile, outline: Outline): ReadonlySet<Block> {
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text);
  const lines = outline.blocks.filter((block) => isWaitingLine(block, draft.manifest));
  if (base.rows.length === 0) return new Set(lines);
  const page = readPage(draft, base, file.path, null);
  const ours = page.rows.filter(({ base: known }) => known !== null).map(({ row }) => row.start);
  const starts = new Set(ours);
  return new Set([...lines, ...outline.blocks.filter((block) => starts.has(block.start))]);
}

/** What a model said of a block holds where code alone would only move or ask. */
function labelled(pieces: Piece[], { labels, snapshot }: PlanMigrationInput): Piece[] {
  if (labels === undefined) return pieces;
  const kinds = new Set(snapshot.manifest.files.map((row) => row.kind));
  return pieces.map((piece) => {
    const said = labels.get(blockKey(piece.block));
    const { how } = piece.classification;
    if (said === undefined || !kinds.has(said.kind) || (how !== "move" && how !== "inbox")) return piece;
    return {
      ...piece,
      classification: {
        kind: said.kind,
        subject: said.subject || piece.classification.subject,
        why: "as the model says",
        how: said.kind === INBOX_KIND ? "inbox" : "move",
      },
    };
  });
}
