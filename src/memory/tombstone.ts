import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { hardTokens } from "./hard-tokens.ts";
import { normalise } from "./normalise.ts";
import { saltedHash } from "./overlap.ts";
import { jsonOf } from "./provenance.ts";

/** What keeps a forgotten fact forgotten. Holds no text of it. */
export const Tombstone = z.object({
  id: z.string(),
  at: z.string(),
  /** Entry ids the fact rested on. */
  evidence: z.array(z.string()),
  /** Hex salt and salted sha256 of the sorted hard tokens (or of the normalised text when it has none). */
  salt: z.string(),
  /** How many hard tokens the fact had; 0: the hash is that of its normalised text. */
  tokens: z.number().int().default(1),
  hash: z.string(),
  /** Salted sha256 of the normalised text: the very words are held back whatever their hard tokens. */
  words: z.string().default(""),
});
export type Tombstone = z.infer<typeof Tombstone>;

export const TombstoneFile = z.object({ version: z.literal(1), tombstones: z.array(Tombstone) });
export type TombstoneFile = z.infer<typeof TombstoneFile>;

/** Relative path of the tombstones of a memory. */
export const TOMBSTONES_PATH = ".handoff/tombstones.json";

/** A tombstone for a forgotten fact. `salt` is random unless given. */
export function buryFact(
  fact: { id: string; text: string; evidence: readonly string[] },
  at: Date,
  salt: string = randomBytes(16).toString("hex"),
): Tombstone {
  return {
    id: fact.id,
    at: at.toISOString(),
    evidence: [...fact.evidence],
    salt,
    tokens: hardTokens(fact.text).length,
    hash: saltedHash(salt, fact.text),
    words: saltedWords(salt, fact.text),
  };
}

/**
 * The tombstone that holds this text back, or null when it may land. Held: the same hard tokens, when they are telling
 * or the entries are shared; the same words; and, from an entry of the forgotten fact, any text without hard tokens if
 * that fact had none either (a model says it in other words each time).
 */
export function tombstoneFor(
  candidate: { text: string; evidence: readonly string[] },
  tombstones: readonly Tombstone[],
): Tombstone | null {
  if (tombstones.length === 0) return null;
  const tokens = hardTokens(candidate.text);
  const isTelling = tokens.length === 0 || tokens.length > 1 || tokens.some((token) => token.length > 5);
  const held = tombstones.find((stone) => {
    const isShared = stone.evidence.some((entry) => candidate.evidence.includes(entry));
    if (stone.words === saltedWords(stone.salt, candidate.text)) return true;
    if (stone.hash === saltedHash(stone.salt, candidate.text)) return isShared || isTelling;
    return isShared && stone.tokens === 0 && tokens.length === 0;
  });
  return held ?? null;
}

function saltedWords(salt: string, text: string): string {
  return createHash("sha256")
    .update(`${salt}\n${normalise(text)}`)
    .digest("hex");
}

/** Tombstones in a JSON text; none for a text that is not one. Single broken ones are left out. */
export function parseTombstones(text: string): Tombstone[] {
  const whole = z.object({ version: z.literal(1), tombstones: z.array(z.unknown()) }).safeParse(jsonOf(text));
  if (!whole.success) return [];
  return whole.data.tombstones.flatMap((stone) => {
    const parsed = Tombstone.safeParse(stone);
    return parsed.success ? [parsed.data] : [];
  });
}
