import type { Manifest } from "../manifest/manifest.ts";
import { findSecrets } from "../privacy/find-secrets.ts";
import type { Block, Frame, Outline } from "../relocate/blocks.ts";
import { pureConcept } from "../relocate/concepts.ts";
import { isGeneric } from "../relocate/generic.ts";
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
  /** Headings that name nothing. */
  empty: Frame[];
  /** Headings with a secret in them, and those below which nothing but secrets stood. */
  secret: Frame[];
}

interface LeftOverInput {
  outline: Outline;
  /** Frames that stay in the index. */
  frames: ReadonlySet<Frame>;
  placed: readonly Placed[];
  /** Every piece of the source. */
  all: readonly Piece[];
  manifest: Manifest;
  text: string;
  sources: ReadonlyMap<number, HeadingSource>;
}

/** Finds headings whose words would be gone: nothing below them took them along, and no file is called that. */
export function leftOver(input: LeftOverInput): LeftOver {
  const { outline, frames, placed, manifest, text, sources } = input;
  const out: LeftOver = { pieces: [], named: [], empty: [], secret: [] };
  const secrets = overSecrets(input.all);
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
    else if (isGeneric(frame.text)) out.empty.push(frame);
    else if (secrets.has(frame.start)) out.secret.push(frame);
    else out.pieces.push(pieceOf(frame, outline, text));
  }
  return out;
}

/** Headings below which nothing but secrets stands, by their offset: they say what the secrets are for. */
function overSecrets(pieces: readonly Piece[]): ReadonlySet<number> {
  const secret = new Set<number>();
  const other = new Set<number>();
  for (const { block, classification } of pieces) {
    const into = classification.how === "quarantine" ? secret : other;
    for (const { start } of block.headings) into.add(start);
  }
  return new Set([...secret].filter((start) => !other.has(start)));
}

/** Long headings say more than a kind whatever they begin with. */
function frameConcept({ text }: Frame): ReturnType<typeof pureConcept> | undefined {
  const concept = pureConcept(text);
  return concept !== null && text.trim().split(/\s+/u).length <= 3 ? concept : undefined;
}

/** A heading as one with marks, below the title of the file it goes to. One with a link keeps its bytes. */
function asSection(text: string, { form, depth }: Frame): string {
  if (form !== "heading" || /\]\(|\]\[|<|\[\^/u.test(text)) return text;
  const words = text.replace(/^#{1,6}[ \t]+/u, "");
  if (words !== text) return depth === 1 ? `#${text}` : text;
  const [line = "", ...rest] = text.split(/\r\n|\n|\r/u);
  return rest.length === 1 && !/^\s*[#>|*+-]|^\s*\d+[.)]/u.test(line) ? `## ${line.trim()}` : text;
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
    text: asSection(text.slice(frame.start, frame.end), frame),
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
