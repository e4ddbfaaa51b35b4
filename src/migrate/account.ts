import type { Block, Frame, Outline } from "../relocate/blocks.ts";
import type { Piece } from "../relocate/pieces.ts";

/** Why a piece of the source is nowhere in the result. */
type DropReason =
  /** The same stands elsewhere: in the result, or in a file of before. */
  | "exact duplicate"
  /** A rule, or the head of a table whose rows all stand elsewhere. */
  | "empty"
  /** A heading that says no more than the kind of what stood below it. */
  | "named by its kind"
  /** A heading that names nothing ("Misc", "Secrets") and below which nothing is left. */
  | "names nothing";

/** What became of one piece of the source: exactly one entry a piece. */
export interface AccountEntry {
  /** 1-based line of the source, and offsets into its text without BOM. */
  line: number;
  start: number;
  end: number;
  /** File of the memory it is in now; null: dropped, or in quarantine. */
  file: string | null;
  fate: "moved" | "kept" | "dropped" | "quarantined";
  /** In our own words. */
  reason: string;
  /** Of a duplicate: line of the piece that stands for it, or null when a file of before does. */
  duplicateOf: number | null;
}

/** Reasons for which only headings go. */
export const HEADING_REASONS: ReadonlySet<string> = new Set<DropReason>([
  "named by its kind",
  "names nothing",
]);

/** Entries of pieces that are nowhere in the result. */
export function droppedOf(account: readonly AccountEntry[]): AccountEntry[] {
  return account.filter(({ fate }) => fate === "dropped");
}

/** What the planner noted while it wrote. */
export interface Ledger {
  /** File of each piece that was written. */
  files: Map<Piece, string>;
  /** Pieces that were not, with the one that stands for them; null: it stood in a file of before. */
  duplicates: Map<Piece, Piece | null>;
  quarantined: { line: number; text: string }[];
  /** Headings that went to quarantine. */
  secretHeadings: Frame[];
  /** Headings that went, with the reason. */
  headings: Map<Frame, DropReason>;
  /** Rows of ours: derived anew, so they are no pieces of a person's. */
  own: ReadonlySet<Block>;
}

/** One entry a piece, in the order of the source. */
export function accountOf(pieces: readonly Piece[], outline: Outline, ledger: Ledger): AccountEntry[] {
  const entries = [
    ...pieces.filter(({ block }) => !ledger.own.has(block)).map((piece) => entryOf(piece, ledger)),
    ...extraEntries(pieces, ledger),
    ...[...ledger.headings].map(([frame, reason]) => frameEntry(frame, reason)),
    ...ledger.secretHeadings.map((frame): AccountEntry => ({
      ...frameEntry(frame, "names nothing"),
      fate: "quarantined",
      reason: "the heading of a secret",
    })),
    ...outline.frames.filter(({ form }) => form === "rule").map((frame) => frameEntry(frame, "empty")),
  ];
  return entries.sort((a, b) => a.start - b.start);
}

function entryOf(piece: Piece, { files, duplicates }: Ledger): AccountEntry {
  const { block, classification } = piece;
  const base = { line: block.line, start: block.start, end: block.end, duplicateOf: null };
  const file = files.get(piece);
  if (file !== undefined) return { ...base, file, fate: "moved", reason: classification.why };
  if (duplicates.has(piece)) {
    const of = duplicates.get(piece) ?? null;
    return {
      ...base,
      file: null,
      fate: "dropped",
      reason: "exact duplicate",
      duplicateOf: of?.block.line ?? null,
    };
  }
  if (classification.how === "quarantine") {
    return { ...base, file: null, fate: "quarantined", reason: classification.why };
  }
  return { ...base, file: null, fate: "kept", reason: classification.why };
}

/** Headings that became pieces of their own. */
function extraEntries(pieces: readonly Piece[], ledger: Ledger): AccountEntry[] {
  const known = new Set(pieces);
  return [...ledger.files.keys()].filter((piece) => !known.has(piece)).map((piece) => entryOf(piece, ledger));
}

function frameEntry(frame: Frame, reason: DropReason): AccountEntry {
  const { line, start, end } = frame;
  return { line, start, end, file: null, fate: "dropped", reason, duplicateOf: null };
}
