/** How much a piece of a session counts: a person's words first, tools last. */
export const DIGEST_TIERS = ["human", "summary", "final", "assistant", "tool"] as const;
export type DigestTier = (typeof DIGEST_TIERS)[number];

/** One line of a digest before selection. */
export interface DigestItem {
  tier: DigestTier;
  /** Position of its first entry in the session, from 1: its reference is `e<position>`. */
  position: number;
  /** Entries it stands for, oldest first. */
  entryIds: string[];
  /** Who or what it is: `user`, `assistant`, `ran` … */
  label: string;
  text: string;
}
