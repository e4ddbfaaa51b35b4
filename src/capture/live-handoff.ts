import { type HandoffDocument, parseHandoffDocument, renderHandoffDocument } from "../handoff/document.ts";
import type { Handoff } from "../handoff/handoff.ts";
import { withoutForgotten } from "../recall/forgotten.ts";
import type { Cursor } from "../session/cursor.ts";
import { sessionOfCursor } from "../session/session-of-cursor.ts";
import { maskHandoff } from "../summarize/mask-handoff.ts";
import { summarizeExtractive } from "../summarize/extractive/extractive.ts";

/** The handoff as its file would say it, without the file. */
export function asDocument(handoff: Handoff): HandoffDocument | null {
  return parseHandoffDocument(renderHandoffDocument(handoff));
}

/** Where a session stood when it was read last, from its cursor alone; null when nobody said anything by then. */
export async function handoffAtCursor(cursor: Cursor): Promise<Handoff | null> {
  if (cursor.lastEntryId === null || cursor.state.humanTurns === 0) return null;
  const handoff = summarizeExtractive(sessionOfCursor(cursor));
  const state = withoutForgotten(handoff.state, cursor.state.candidates);
  return maskHandoff({ ...handoff, state });
}
