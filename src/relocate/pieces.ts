import type { Manifest } from "../manifest/manifest.ts";
import type { Block } from "./blocks.ts";
import { type Classification, classify } from "./classify.ts";
import type { ClassifyContext } from "./context.ts";
import { sentencesOf } from "./sentences.ts";

/** A block and what is to become of it. */
export interface Piece {
  block: Block;
  classification: Classification;
}

/**
 * What is to become of each block of a text, in order. A paragraph whose sentences go different ways is cut into them; a
 * line that introduces something goes with it, and code without a sign of its own with what stands before it.
 */
export function piecesOf(blocks: readonly Block[], manifest: Manifest, context: ClassifyContext): Piece[] {
  const pieces = blocks.flatMap((block) => judged(block, manifest, context));
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    if (before !== undefined && follows(piece, before)) piece.classification = before.classification;
  }
  // from behind: a lead may introduce another one
  for (let at = pieces.length - 2; at >= 0; at -= 1) {
    const [piece, next] = [pieces[at], pieces[at + 1]];
    if (piece?.block.form === "lead" && next !== undefined) goWith(piece, next);
  }
  return pieces;
}

function judged(block: Block, manifest: Manifest, context: ClassifyContext): Piece[] {
  const whole = classify(block, manifest, context);
  const asWhole = [{ block, classification: whole }];
  if (block.form !== "paragraph") return asWhole;
  const sentences = sentencesOf(block).map((sentence) => ({
    block: sentence,
    classification: classify(sentence, manifest, context),
  }));
  if (sentences.length < 2 || sentences.every(({ classification }) => classification.how === whole.how))
    return asWhole;
  // what goes no way of its own goes with the paragraph's kind
  const main = sentences.find(({ classification }) => classification.how === "move")?.classification;
  const rest = main ?? sentences.find(({ classification }) => classification.how === "inbox")?.classification;
  return joined(
    sentences.map(({ block: sentence, classification }) => ({
      block: sentence,
      classification:
        rest !== undefined && (classification.how === "move" || classification.how === "inbox")
          ? rest
          : classification,
    })),
    block,
  );
}

/** Neighbouring sentences that go the same way are one block again. */
function joined(pieces: readonly Piece[], whole: Block): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const { how, kind, subject } = piece.classification;
    const same =
      last?.classification.how === how &&
      last.classification.kind === kind &&
      last.classification.subject === subject;
    if (last === undefined || !same) {
      out.push(piece);
      continue;
    }
    const text = whole.text.slice(last.block.start - whole.start, piece.block.end - whole.start);
    last.block = { ...last.block, end: piece.block.end, text };
  }
  return out;
}

function follows({ block, classification }: Piece, before: Piece): boolean {
  if (block.form !== "code" && block.form !== "quote") return false;
  if (classification.how === "quarantine" || classification.how === "archive") return false;
  if (before.classification.how !== "move" && before.classification.how !== "todo") return false;
  return block.headings.at(-1)?.start === before.block.headings.at(-1)?.start && before.block.form !== "lead";
}

function goWith(lead: Piece, next: Piece): void {
  const { how } = next.classification;
  if (lead.classification.how === "quarantine" || how === "quarantine") return;
  lead.classification = next.classification;
}
