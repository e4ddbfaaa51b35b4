import type { Block, Frame } from "../relocate/blocks.ts";
import type { Classification } from "../relocate/classify.ts";
import type { Piece } from "../relocate/pieces.ts";
import { labelsIn, type Links } from "../relocate/relink.ts";
import type { Span } from "./references.ts";

/**
 * Definitions and footnotes go where they are used: they stay when a row that stays needs them, else they go with the
 * first piece that does. One that nothing uses is a piece like any other. `frames`: headings that stay.
 */
export function withNotes(pieces: readonly Piece[], links: Links, frames: ReadonlySet<Frame>): Piece[] {
  const users = usersOf(pieces, links);
  const byHeadings = new Set([...frames].flatMap((frame) => keysIn(frame, links)));
  return pieces.map((piece) => {
    const key = keyOf(piece.block);
    const using = key === null ? [] : (users.get(key) ?? []).filter((user) => user !== piece);
    const [first] = using;
    if (piece.classification.how === "quarantine") return piece;
    if (key !== null && byHeadings.has(key)) return { ...piece, classification: STAYS };
    if (first === undefined) return piece;
    const stays = using.some(({ classification }) => classification.how === "pointer");
    const going = using.find(({ classification }) => classification.how !== "quarantine");
    if (!stays && going === undefined) return piece;
    return {
      ...piece,
      classification: stays ? STAYS : { ...(going ?? first).classification, why: "what uses it" },
    };
  });
}

const STAYS: Classification = { kind: "*", subject: "", why: "a row that stays needs it", how: "pointer" };

function usersOf(pieces: readonly Piece[], links: Links): Map<string, Piece[]> {
  const users = new Map<string, Piece[]>();
  for (const piece of pieces) {
    for (const key of keysIn(piece.block, links)) users.set(key, [...(users.get(key) ?? []), piece]);
  }
  return users;
}

function keysIn(span: Span, links: Links): string[] {
  return (["link", "footnote"] as const).flatMap((of) =>
    labelsIn(span, links, of).map((label) => `${of} ${label}`),
  );
}

function keyOf({ node }: Block): string | null {
  if (node?.type === "definition") return `link ${node.identifier}`;
  return node?.type === "footnoteDefinition" ? `footnote ${node.identifier}` : null;
}
