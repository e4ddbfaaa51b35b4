import { z } from "zod";
import type { Entry } from "./entry.ts";

/**
 * Reducer state of a session: everything a handoff needs, bounded, and plain JSON so that it is kept with the cursor
 * and a later read continues it.
 */
export const FoldState = z.object({
  version: z.literal(1),
  humanTurns: z.number().int(),
  compactions: z.number().int(),
});
export type FoldState = z.infer<typeof FoldState>;

export function initialFold(): FoldState {
  return { version: 1, humanTurns: 0, compactions: 0 };
}

/** Takes one entry into the state (in place; the state is owned by the read in progress). */
export function foldEntry(state: FoldState, entry: Entry): void {
  if (entry.kind === "human") state.humanTurns += 1;
  if (entry.kind === "compaction") state.compactions += 1;
}
