import { z } from "zod";

/** What keeps a forgotten fact forgotten. Holds no text of it. */
export const Tombstone = z.object({
  id: z.string(),
  at: z.string(),
  /** Entry ids the fact rested on. */
  evidence: z.array(z.string()),
  /** Hex salt and salted sha256 of the sorted hard tokens (or of the normalised text when it has none). */
  salt: z.string(),
  hash: z.string(),
});
export type Tombstone = z.infer<typeof Tombstone>;

export const TombstoneFile = z.object({ version: z.literal(1), tombstones: z.array(Tombstone) });
export type TombstoneFile = z.infer<typeof TombstoneFile>;
