import type { RuleSettings } from "../../lint/run-rules.ts";
import { settingsFor } from "../../lint/rule-settings.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { INBOX_KIND } from "../../manifest/pattern.ts";
import { isSubIndex, matchRow } from "../../manifest/routes.ts";
import { INDEX_BASE_PATH } from "../../memory/index-base.ts";
import type { MemoryFile, MemorySnapshot } from "../../memory/snapshot.ts";
import { isArchived } from "../../relocate/archive.ts";
import { type MemoryDraft, newMemoryDraft, textOf } from "../draft.ts";
import { editsOf } from "../edits.ts";
import { deriveIndex } from "../index-derive.ts";
import type { Plan } from "../plan.ts";
import { attempt } from "./attempt.ts";
import { copiesFound, dropCopies } from "./duplicates.ts";
import { moveOff } from "./fix-page.ts";
import type { Work } from "./groups.ts";
import { fixableMessages, marksOf } from "./marks.ts";
import { movingOn } from "./moving.ts";
import { piecesOf, readPage } from "./page.ts";
import { orderRecent, shortenRecent } from "./recent.ts";
import { shortenIndex } from "./shorten.ts";
import { pointToWaiting } from "./waiting-pointer.ts";

/** More rounds than any index needs: each one leaves less to do. */
const MAX_ROUNDS = 400;

export interface PlanFixInput {
  snapshot: MemorySnapshot;
  settings: RuleSettings;
  now: Date;
  /** Whether a file is among those to fix. */
  includes: (file: string) => boolean;
}

/** Pieces that a file got: paragraphs, items, rows, code. */
export interface Arrival {
  /** Relative path. */
  file: string;
  pieces: number;
  /** `inbox`: nothing told their kind; `archive`: they age with the next run or push. */
  where: "topic" | "inbox" | "archive" | "sub-index";
}

/** The plan, how many fixable findings it does away with, and where pieces of the index went. */
export interface FixPlan {
  plan: Plan;
  fixed: number;
  moved: Arrival[];
}

/**
 * What `handoff lint --fix` changes: content of the index goes, as it stands, to the files its kinds route to, pointers
 * stay; a list that is too long, or pointers that the index has no room for, go to a sub-index. Nothing is deleted. What
 * cannot be moved without changing what stands around it, or holds a secret, is left. A second run finds nothing to do.
 */
export function planFix({ snapshot, settings, now, includes }: PlanFixInput): FixPlan {
  const draft = newMemoryDraft(snapshot, now);
  const { index } = snapshot.manifest;
  let indexBase = snapshot.internal.get(INDEX_BASE_PATH)?.text ?? null;
  const before = countOf(draft, settings);
  if (includes(index)) {
    fixIndex(draft, settings);
    if (isBehind(draft, settings)) indexBase = deriveIndex(draft);
  }
  const moved = arrivalsIn(draft);
  const copies = copiesFound(standing(draft), settings, includes);
  const dropped = dropCopies(draft, copies);
  const edits = editsOf(draft, indexBase);
  const fixed = edits.length === 0 ? 0 : Math.max(0, before - countOf(draft, settings)) + dropped;
  return { plan: { edits, receipt: receiptOf(draft, { fixed, files: edits.length }) }, fixed, moved };
}

/**
 * Moves what others wrote into the index to where it belongs, as `--fix` does: what `heal: relocate` asks of a capture.
 */
export function healIndex(draft: MemoryDraft): void {
  if (draft.manifest.heal === "relocate") fixIndex(draft, settingsFor(draft.manifest));
}

function fixIndex(draft: MemoryDraft, settings: RuleSettings): void {
  const before = new Map(draft.files);
  for (let round = 0; round < MAX_ROUNDS; round += 1) if (!fixRound(draft, settings, before)) break;
}

/** One round over the index: content first, then Recent, then its length. True when something changed. */
function fixRound(
  draft: MemoryDraft,
  settings: RuleSettings,
  before: ReadonlyMap<string, MemoryFile>,
): boolean {
  const source = textOf(draft, draft.manifest.index);
  const page = source === null ? null : readPage(draft.manifest.index, source);
  if (page === null) return false;
  const marks = marksOf(page, standing(draft), settings);
  const work: Work = { draft, page, marks, moving: movingOn(page, marks, draft.files) };
  if (moveOff(work)) return true;
  if (marks.recent.disordered && orderRecent(work)) return true;
  if (marks.recent.tooMany !== null && attempt(draft, () => shortenRecent(work))) return true;
  if (pointToWaiting(work, before)) return true;
  return marks.tooLong && shortenIndex(work, Number(settings.get("index-max-chars")?.options["max"]));
}

/** The memory as the plan stands, for rules that look at all of it. */
function standing(draft: MemoryDraft): MemorySnapshot {
  return { ...draft.snapshot, files: draft.files, provenance: draft.provenance };
}

/** What the files besides the index have more than in the snapshot, by path. */
function arrivalsIn(draft: MemoryDraft): Arrival[] {
  const { manifest, snapshot } = draft;
  return [...draft.files.values()]
    .filter(({ path, text }) => path !== manifest.index && text !== snapshot.files.get(path)?.text)
    .map(({ path, text }): Arrival => {
      const pieces = contentPieces(text) - contentPieces(snapshot.files.get(path)?.text ?? "");
      return { file: path, pieces, where: placeOf(manifest, path) };
    })
    .filter(({ pieces }) => pieces > 0)
    .sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file));
}

function contentPieces(source: string): number {
  const pieces = piecesOf(source) ?? [];
  return pieces.filter((piece) => !/^(?:heading|table-head|rule|front-matter) /u.test(piece)).length;
}

function placeOf(manifest: Manifest, path: string): Arrival["where"] {
  if (isSubIndex(manifest, path)) return "sub-index";
  if (isArchived(manifest, path)) return "archive";
  return matchRow(manifest, path)?.kind === INBOX_KIND ? "inbox" : "topic";
}

function isBehind(draft: MemoryDraft, settings: RuleSettings): boolean {
  const { index } = draft.manifest;
  const source = textOf(draft, index);
  const page = source === null ? null : readPage(index, source);
  return page !== null && marksOf(page, standing(draft), settings).stale;
}

function countOf(draft: MemoryDraft, settings: RuleSettings): number {
  const { index } = draft.manifest;
  const source = textOf(draft, index);
  return source === null ? 0 : fixableMessages(index, source, standing(draft), settings).length;
}

function receiptOf(draft: MemoryDraft, counts: Record<string, number>): Plan["receipt"] {
  return {
    command: "lint --fix",
    key: null,
    boundary: null,
    provider: null,
    fallback: null,
    usage: null,
    counts,
    updates: [],
    topicsToReview: [],
    notes: [...draft.notes],
    undoes: null,
  };
}
