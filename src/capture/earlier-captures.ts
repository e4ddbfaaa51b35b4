import type { ProviderId } from "../handoff/handoff.ts";
import { rankOf } from "../handoff/handoff.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { Boundary } from "../session/entry.ts";
import type { Session } from "../session/session.ts";
import { entriesInEffect } from "../store/in-effect.ts";
import { listLedger, readLedgerCounted } from "../store/ledger.ts";

/** Command of receipts that act on what a person just asked for: they hold no handoff, so they cover nothing. */
export const REQUESTS_COMMAND = "stop";

/** Receipts of captures of a session, newest first: all there ever were, and those that were not undone. */
export function capturesOf(root: string, sessionId: string): { all: Receipt[]; standing: Receipt[] } {
  const inEffect = new Set(entriesInEffect(listLedger(root)).map((entry) => entry.id));
  const { receipts } = readLedgerCounted(root, { session: sessionId });
  const all = receipts.filter(({ command }) => command !== REQUESTS_COMMAND);
  return { all, standing: all.filter((receipt) => inEffect.has(receipt.id)) };
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
