import { z } from "zod";
import { PROVIDER_IDS } from "../config/settings.ts";
import { Boundary } from "../session/entry.ts";
import { WorkingState } from "../session/working-state.ts";
import { Update } from "./update.ts";

export const ProviderId = z.enum(PROVIDER_IDS);
export type ProviderId = z.infer<typeof ProviderId>;

/** The typed result of a summarizer: where things stand, and what is worth keeping. */
export const Handoff = z.object({
  version: z.literal(1),
  boundary: Boundary,
  session: z.object({
    cwd: z.string().nullable(),
    gitBranch: z.string().nullable(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    compactions: z.number().int(),
    humanTurns: z.number().int(),
  }),
  provider: ProviderId,
  state: WorkingState,
  updates: z.array(Update),
});
export type Handoff = z.infer<typeof Handoff>;

/** Rank of a provider: a later refinement of higher rank replaces untouched facts of a lower one. */
export function rankOf(provider: ProviderId): number {
  return provider === "extractive" ? 0 : 1;
}
