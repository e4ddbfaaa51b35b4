import { readMemoryFile } from "../memory/topic.ts";
import { isWaitingLine } from "../plan/waiting-lines.ts";
import type { Block } from "../relocate/blocks.ts";
import type { ClassifyContext } from "../relocate/context.ts";
import { piecesOf } from "../relocate/pieces.ts";
import { framesLeft, indexLeft } from "./index-left.ts";
import { withNotes } from "./notes.ts";
import type { Work } from "./work.ts";

/** Rounds after which no more rows leave the index for a rule: each round takes what the one before uncovered. */
const MAX_ROUNDS = 6;

/** Lets go of rows and headings that break a rule of the index, until none does. */
export function settleIndex(work: Work): void {
  const { draft, outline, context } = work;
  const { manifest } = draft;
  const asContent: ClassifyContext = { ...context, files: new Map() };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const staying = framesLeft({ outline, kept: keptBlocks(work), banned: work.bannedFrames });
    work.pieces = withNotes(work.pieces, work.links, staying);
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

function keptBlocks({ pieces, own, outline, draft }: Work): ReadonlySet<Block> {
  const kept = pieces.filter(({ classification }) => classification.how === "pointer");
  const starts = new Set(kept.map(({ block }) => block.start));
  // lines of an earlier migration are written anew
  const staying = outline.blocks.filter((block) => own.has(block) || starts.has(block.start));
  return new Set(staying.filter((block) => !isWaitingLine(block, draft.manifest)));
}
