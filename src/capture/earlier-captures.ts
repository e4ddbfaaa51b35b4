import type { ProviderId } from "../handoff/handoff.ts";
import { rankOf } from "../handoff/handoff.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { Boundary } from "../session/entry.ts";
import type { Session } from "../session/session.ts";
import { entriesInEffect } from "../store/in-effect.ts";
import { listLedger, readLedger } from "../store/ledger.ts";

/** Receipts of this session that still stand (were not undone), newest first. */
export async function earlierCaptures(root: string, session: Session): Promise<Receipt[]> {
  const standing = new Set(entriesInEffect(listLedger(root)).map((entry) => entry.id));
  return (await readLedger(root, { session: session.id })).filter((receipt) => standing.has(receipt.id));
}

/**
 * Whether the memory holds this session up to its last entry already, by this rank or a higher one: the same boundary,
 * or a later one (the file at hand is a prefix of what was captured).
 */
export function isCovered(session: Session, earlier: readonly Receipt[], provider: ProviderId): boolean {
  const { boundary } = session;
  if (boundary === null) return false;
  const ids = new Set(session.entries.map((entry) => entry.id));
  return earlier.some((receipt) => {
    if (receipt.boundary === null || receipt.provider === null) return false;
    if (receipt.boundary.entryId === boundary.entryId) return rankOf(receipt.provider) >= rankOf(provider);
    return !ids.has(receipt.boundary.entryId) && isLater(receipt.boundary, boundary);
  });
}

function isLater(captured: Boundary, current: Boundary): boolean {
  return captured.at !== null && current.at !== null && captured.at > current.at;
}
