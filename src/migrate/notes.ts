import type { Block } from "../relocate/blocks.ts";
import type { Classification } from "../relocate/classify.ts";
import type { Piece } from "../relocate/pieces.ts";
import { labelsIn, type Links } from "../relocate/relink.ts";

/**
 * Definitions and footnotes go where they are used: they stay when a row that stays needs them, else they go with the
 * first piece that does. One that nothing uses is a piece like any other.
 */
export function withNotes(pieces: readonly Piece[], links: Links): Piece[] {
  const users = usersOf(pieces, links);
  return pieces.map((piece) => {
    const key = keyOf(piece.block);
    const using = key === null ? [] : (users.get(key) ?? []).filter((user) => user !== piece);
    const [first] = using;
    if (first === undefined || piece.classification.how === "quarantine") return piece;
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
    for (const of of ["link", "footnote"] as const) {
      for (const label of labelsIn(piece.block, links, of)) {
        const key = `${of} ${label}`;
        users.set(key, [...(users.get(key) ?? []), piece]);
      }
    }
  }
  return users;
}

function keyOf({ node }: Block): string | null {
  if (node?.type === "definition") return `link ${node.identifier}`;
  return node?.type === "footnoteDefinition" ? `footnote ${node.identifier}` : null;
}
