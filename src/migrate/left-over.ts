import type { Manifest } from "../manifest/manifest.ts";
import { findSecrets } from "../privacy/find-secrets.ts";
import type { Block, Frame, Outline } from "../relocate/blocks.ts";
import { pureConcept } from "../relocate/concepts.ts";
import { ephemeraOf } from "../relocate/ephemera.ts";
import { isPureKind } from "../relocate/kinds.ts";
import type { Piece } from "../relocate/pieces.ts";
import type { HeadingSource } from "./heading-source.ts";
import type { Placed } from "./place.ts";

export interface LeftOver {
  /** Headings and table heads that stand nowhere yet, as pieces of their own. */
  pieces: Piece[];
  /** Headings that only name a kind. */
  named: Frame[];
  /** Headings with a secret in them. */
  secret: Frame[];
}

interface LeftOverInput {
  outline: Outline;
  /** Frames that stay in the index. */
  frames: ReadonlySet<Frame>;
  placed: readonly Placed[];
  manifest: Manifest;
  text: string;
  sources: ReadonlyMap<number, HeadingSource>;
}

/** Finds headings whose words would be gone: nothing below them took them along, and no file is called that. */
export function leftOver({ outline, frames, placed, manifest, text, sources }: LeftOverInput): LeftOver {
  const out: LeftOver = { pieces: [], named: [], secret: [] };
  const written = new Set(placed.flatMap(({ path }) => path.map(({ start }) => start)));
  const titles = new Set(placed.map(({ target }) => target.title));
  const tables = new Set(
    placed.flatMap(({ piece }) => (piece.block.table === null ? [] : [piece.block.table.start])),
  );
  const rows = new Set(outline.blocks.flatMap(({ table }) => (table === null ? [] : [table.start])));
  for (const frame of outline.frames) {
    if (frames.has(frame) || frame.form === "rule" || frame.form === "front-matter") continue;
    if (frame.form === "table-head") {
      if (!tables.has(frame.start) && !rows.has(frame.start)) out.pieces.push(pieceOf(frame, outline, text));
      continue;
    }
    if (frame.text === "") continue;
    const hasSecret = findSecrets(frame.text).length > 0;
    if (hasSecret) out.secret.push(frame);
    else if (
      written.has(sources.get(frame.start)?.start ?? -1) ||
      titles.has(sources.get(frame.start)?.text ?? "")
    )
      continue;
    else if (isPureKind(manifest, frame.text) || pureConcept(frame.text) === frameConcept(frame))
      out.named.push(frame);
    else out.pieces.push(pieceOf(frame, outline, text));
  }
  return out;
}

/** Long headings say more than a kind whatever they begin with. */
function frameConcept({ text }: Frame): ReturnType<typeof pureConcept> | undefined {
  const concept = pureConcept(text);
  return concept !== null && text.trim().split(/\s+/u).length <= 3 ? concept : undefined;
}

/** A heading without anything below it says something itself; it is kept as a line. */
function pieceOf(frame: Frame, outline: Outline, text: string): Piece {
  const above = outline.frames.filter(
    (other) => other.form === "heading" && other.start < frame.start && other.depth < frame.depth,
  );
  const block: Block = {
    form: "paragraph",
    start: frame.start,
    end: frame.end,
    line: frame.line,
    text: text.slice(frame.start, frame.end),
    headings: above.slice(-1).map(({ depth, text: words, start }) => ({
      depth,
      text: words,
      start,
    })),
    lead: null,
    cells: [],
    table: null,
    language: null,
    checked: null,
    node: null,
  };
  const raw = ephemeraOf(block);
  return {
    block,
    classification:
      raw === null
        ? { kind: "*", subject: "", why: "a heading with nothing below it", how: "inbox" }
        : { kind: "*", subject: raw, why: "a heading that ages", how: "archive" },
  };
}
