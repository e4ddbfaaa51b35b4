import type { Manifest } from "../manifest/manifest.ts";
import { INBOX_KIND, MANIFEST_FILE } from "../manifest/pattern.ts";
import { presetManifest } from "../manifest/presets.ts";
import { codePoints } from "../markdown/tree.ts";
import { INDEX_BASE_PATH, parseIndexBase } from "../memory/index-base.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type MemoryDraft, newMemoryDraft, putText, textOf } from "../plan/draft.ts";
import { editsOf } from "../plan/edits.ts";
import { setField } from "../plan/front-matter.ts";
import { deriveIndex } from "../plan/index-derive.ts";
import { readPage } from "../plan/index-page.ts";
import type { Plan } from "../plan/plan.ts";
import { topicHeads } from "../plan/topic-heads.ts";
import { newTopicFile } from "../plan/topic-file.ts";
import { toSource } from "../markdown/tree.ts";
import { type Block, type Frame, type Outline, outlineOf } from "../relocate/blocks.ts";
import { contextFor, type ClassifyContext, type NamedTopic } from "../relocate/context.ts";
import { type Piece, piecesOf } from "../relocate/pieces.ts";
import { type Links, linksOf } from "../relocate/relink.ts";
import { type AccountEntry, accountOf, type Ledger } from "./account.ts";
import { headingSources } from "./heading-source.ts";
import { duplicatesOf } from "./duplicates.ts";
import { indexProblems, type IndexLeft, indexLeft } from "./index-left.ts";
import { leftOver } from "./left-over.ts";
import { blockKey, type Label } from "./labels.ts";
import { newPlacer, type Placed } from "./place.ts";
import { projectName } from "./project-name.ts";
import { receiptOf } from "./receipt.ts";
import { standsAlready } from "./standing.ts";
import { withNotes } from "./notes.ts";
import { notesOf, type SourceText } from "./topic-text.ts";
import { writeTopic } from "./write-topics.ts";

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

/** A migration as planned. */
export interface Migration {
  plan: Plan;
  /** One entry a piece of the index as it was. */
  account: AccountEntry[];
  /** Blocks with secrets as they stood, with their lines; empty when there is none. */
  quarantined: { line: number; text: string }[];
  before: { text: string };
  after: { text: string };
  notes: string[];
}

/** Characters that a migrated index stays under: room for what captures add later. */
const COMFORTABLE_CHARS = 3222;

/**
 * The index of a memory as pointers, and everything else of it where its kind belongs. Pure. Empty (no edits) when the
 * index holds nothing but pointers already.
 */
export function planMigration(input: PlanMigrationInput): Migration {
  const { snapshot, now } = input;
  const file = snapshot.files.get(snapshot.manifest.index);
  const draft = newMemoryDraft(snapshot, now);
  if (file === undefined) return nothing(draft, input, "");
  const work = workOf(input, draft, file);
  settleIndex(work);
  const moved = work.pieces.filter(({ classification }) => classification.how !== "pointer");
  if (moved.length === 0 && work.left.subIndexes.size === 0 && isClean(draft, file)) {
    return nothing(draft, input, file.text);
  }
  const ledger = writeAll(work);
  const indexBase = writeIndex(work);
  putManifest(draft, input);
  const account = accountOf(work.pieces, work.outline, ledger);
  const edits = editsOf(draft, indexBase);
  return {
    plan: { edits, receipt: receiptOf(account, work.pieces, draft.notes) },
    account,
    quarantined: ledger.quarantined,
    before: { text: file.text },
    after: { text: textOf(draft, draft.manifest.index) ?? "" },
    notes: draft.notes,
  };
}

/** Whether no rule objects to the index as it stands; its size alone cannot be helped when nothing can move. */
function isClean(draft: MemoryDraft, file: MemoryFile): boolean {
  const { snapshot, manifest } = draft;
  return indexProblems(snapshot, manifest, file.text).length === 0;
}

/** The pieces of an index as code tells them apart, for a model to look at; none for a memory without an index. */
export function indexPieces(snapshot: MemorySnapshot, now: Date): Piece[] {
  const file = snapshot.files.get(snapshot.manifest.index);
  if (file === undefined) return [];
  return workOf({ snapshot, now, heal: false, person: "" }, newMemoryDraft(snapshot, now), file).pieces;
}

/** A migration in the making. */
interface Work {
  input: PlanMigrationInput;
  draft: MemoryDraft;
  file: MemoryFile;
  outline: Outline;
  context: ClassifyContext;
  links: Links;
  pieces: Piece[];
  /** Rows that the planner wrote: they are derived anew. */
  own: ReadonlySet<Block>;
  bannedFrames: Set<Frame>;
  left: IndexLeft;
}

function workOf(input: PlanMigrationInput, draft: MemoryDraft, file: MemoryFile): Work {
  const { manifest } = draft;
  const { markdown } = readMemoryFile(file);
  const outline = outlineOf(markdown);
  const context = contextFor({
    markdown,
    blocks: outline.blocks,
    manifest,
    file: file.path,
    files: draft.files,
    topicFiles: topicFilesOf(draft),
    project: projectName(outline, draft.snapshot.root),
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
  if (base.rows.length === 0) return new Set();
  const page = readPage(draft, base, file.path, null);
  const ours = page.rows.filter(({ base: known }) => known !== null).map(({ row }) => row.start);
  const starts = new Set(ours);
  return new Set(outline.blocks.filter((block) => starts.has(block.start)));
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

/** Rounds after which no more rows leave the index for a rule: each round takes what the one before uncovered. */
const MAX_ROUNDS = 6;

/** Lets go of rows and headings that break a rule of the index, until none does. */
function settleIndex(work: Work): void {
  const { draft, outline, context } = work;
  const { manifest } = draft;
  const asContent: ClassifyContext = { ...context, files: new Map() };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    work.pieces = withNotes(work.pieces, work.links);
    work.left = indexLeft({
      outline,
      source: readMemoryFile(work.file).markdown,
      manifest,
      snapshot: { ...draft.snapshot, files: draft.files },
      kept: keptBlocks(work),
      own: work.own,
      banned: work.bannedFrames,
    });
    const { offending } = work.left;
    if (offending.size === 0) return;
    const gone = new Set<Block>();
    for (const one of offending) {
      if (!("table" in one)) work.bannedFrames.add(one);
      if (!("table" in one) && one.form === "table-head") {
        for (const block of outline.blocks) if (block.table?.start === one.start) gone.add(block);
      } else if ("table" in one) gone.add(one);
    }
    work.pieces = work.pieces.flatMap((piece) =>
      gone.has(piece.block) ? piecesOf([{ ...piece.block }], manifest, asContent) : [piece],
    );
  }
}

function keptBlocks({ pieces, own, outline }: Work): ReadonlySet<Block> {
  const kept = pieces
    .filter(({ classification }) => classification.how === "pointer")
    .map(({ block }) => block);
  const starts = new Set(kept.map(({ start }) => start));
  return new Set(outline.blocks.filter((block) => own.has(block) || starts.has(block.start)));
}

/** Writes topics, sub-indexes and archive into the draft and says where each piece is now. */
function writeAll(work: Work): Ledger {
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
    manifest: draft.manifest,
    text: markdown.text,
    sources,
  });
  for (const frame of rest.named) ledger.headings.set(frame, "named by its kind");
  for (const frame of rest.secret)
    ledger.quarantined.push({ line: frame.line, text: source.markdown.text.slice(frame.start, frame.end) });
  staying.push(...rest.pieces.flatMap((piece) => placer.place(piece) ?? []));
  for (const group of byFile(staying).values()) {
    const [first] = group;
    if (first === undefined) continue;
    for (const [one, path] of writeTopic(draft, first.target, group, source))
      ledger.files.set(one.piece, path);
  }
  for (const [path, sub] of work.left.subIndexes) writeSubIndex(work, path, sub);
  return ledger;
}

function byFile(placed: readonly Placed[]): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const one of placed) groups.set(one.target.file, [...(groups.get(one.target.file) ?? []), one]);
  return groups;
}

function writeSubIndex(
  { draft, file }: Work,
  path: string,
  { title, text }: { title: string; text: string },
): void {
  const eol = readMemoryFile(file).markdown.lineEnding;
  const base = (textOf(draft, path) ?? newTopicFile(title, []).replaceAll("\n", eol)).trimEnd();
  putText(draft, path, `${base}${eol}${eol}${text}`, "rows that the index has no room for");
}

/** Puts the index that is left, then lets the planner add its rows under the migration's own limit. */
function writeIndex({ draft, file, left }: Work): string | null {
  const { manifest } = draft;
  const { markdown } = readMemoryFile(file);
  putText(draft, manifest.index, toSource(markdown, left.text), "its content moved to topic files");
  const indexChars = Math.min(manifest.limits.indexChars, COMFORTABLE_CHARS);
  const tight: Manifest = { ...manifest, limits: { ...manifest.limits, indexChars } };
  return deriveIndex({ ...draft, manifest: codePoints(left.text) < indexChars ? tight : manifest });
}

/** A memory without MANIFEST.md gets that of its preset; the wish to heal is written into it. */
function putManifest(draft: MemoryDraft, { heal, snapshot }: PlanMigrationInput): void {
  const { manifest } = draft;
  const preset = presetManifest(manifest.preset ?? "openclaw").text;
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

function nothing(draft: MemoryDraft, input: PlanMigrationInput, text: string): Migration {
  const wishes = input.heal && draft.manifest.heal !== "relocate";
  if (wishes) putManifest(draft, input);
  return {
    plan: { edits: wishes ? editsOf(draft, indexBaseText(draft)) : [], receipt: receiptOf([], [], []) },
    account: [],
    quarantined: [],
    before: { text },
    after: { text },
    notes: [],
  };
}

function indexBaseText(draft: MemoryDraft): string | null {
  return draft.snapshot.internal.get(INDEX_BASE_PATH)?.text ?? null;
}
