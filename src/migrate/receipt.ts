import type { Disposition } from "../handoff/receipt.ts";
import type { ReceiptDraft } from "../handoff/receipt.ts";
import type { Piece } from "../relocate/pieces.ts";
import type { AccountEntry } from "./account.ts";

/** The receipt of a migration: one disposition a piece of the index as it was. */
export function receiptOf(
  account: readonly AccountEntry[],
  pieces: readonly Piece[],
  notes: readonly string[],
): ReceiptDraft {
  const byStart = new Map(pieces.map((piece) => [piece.block.start, piece]));
  const counts: Record<string, number> = {
    blocks: account.length,
    moved: 0,
    kept: 0,
    dropped: 0,
    quarantined: 0,
  };
  for (const { fate } of account) counts[fate] = (counts[fate] ?? 0) + 1;
  return {
    command: "migrate",
    key: null,
    boundary: null,
    provider: null,
    fallback: null,
    usage: null,
    counts,
    updates: account.map((entry) => dispositionOf(entry, byStart.get(entry.start))),
    topicsToReview: [],
    notes: [...notes],
    undoes: null,
  };
}

function dispositionOf(entry: AccountEntry, piece: Piece | undefined): Disposition {
  const { how = "move", kind = "*" } = piece?.classification ?? {};
  const inbox = entry.fate === "quarantined" || how === "inbox";
  return {
    kind,
    subject: "",
    outcome: entry.fate === "dropped" ? "duplicate" : inbox ? "inbox" : "added",
    file: entry.file,
    factId: null,
    reason: `line ${entry.line}: ${entry.fate}, ${entry.reason}`,
  };
}
