import { DIGEST_TIERS, type DigestItem, type DigestTier } from "./digest/item.ts";
import { digestItems } from "./digest/items.ts";
import { cutMiddle } from "./plain-text.ts";
import type { Session } from "./session.ts";
import { estimateTokens } from "./tokens.ts";

/** What is left of a session after pruning and masking: the summarizer's only input. */
export interface Digest {
  /** Chronological; every piece begins a line with `[e<n>] <who>: `, its further lines are indented. */
  text: string;
  /** Entry ids that a reference (`e12`) stands for, oldest first. */
  refs: ReadonlyMap<string, readonly string[]>;
  /** Estimated tokens of `text`. */
  tokens: number;
  /** Pieces left out, by tier. */
  dropped: Readonly<Record<DigestTier, number>>;
}

/** Tokens of a digest unless told otherwise. */
const DIGEST_TOKENS = 12_000;

/**
 * Share of the budget that a tier may take while lower ones wait: a person who pastes logs must not hide what was done.
 * What is left over goes to the tiers in their order.
 */
const SHARES: Readonly<Record<DigestTier, number>> = {
  human: 0.4,
  summary: 0.15,
  final: 0.25,
  assistant: 0.1,
  tool: 0.1,
};
/** A piece is shortened to fit when at least so many tokens are left for it. */
const WORTH_SHORTENING = 60;

/** Condenses a session to at most `tokens` estimated tokens: by tier, newest first inside each. */
export function digest(session: Session, options: { tokens?: number } = {}): Digest {
  const budget = options.tokens ?? DIGEST_TOKENS;
  const items = digestItems(session.entries);
  return digestOf(items, choose(items, budget, budget));
}

/**
 * The same in parts, oldest first, each of at most `tokens` estimated tokens: one where that holds all of the session,
 * else as many as it takes, at most `most`. Only what even so many parts cannot hold is left out.
 */
export function digestParts(session: Session, { tokens, most }: { tokens: number; most: number }): Digest[] {
  const items = digestItems(session.entries);
  // Lines are not cut at the end of a part: each leaves some of its room free.
  for (let share = 1; ; share *= 0.9) {
    const chosen = choose(items, Math.floor(tokens * most * share), tokens);
    const parts = packed(items, chosen, tokens);
    if (parts.length <= most) return parts.map((part) => digestOf(part, chosen));
  }
}

/** The chosen items in groups whose lines fit into `tokens`; what was not chosen goes with its neighbours. */
function packed(
  items: DigestItem[],
  chosen: ReadonlyMap<DigestItem, string>,
  tokens: number,
): DigestItem[][] {
  const parts: DigestItem[][] = [[]];
  let left = tokens;
  for (const item of items) {
    const cost = costOf(chosen.get(item) ?? "");
    if (chosen.has(item) && cost > left) {
      parts.push([]);
      left = tokens;
    }
    parts.at(-1)?.push(item);
    if (chosen.has(item)) left -= cost;
  }
  return parts;
}

function digestOf(items: readonly DigestItem[], chosen: ReadonlyMap<DigestItem, string>): Digest {
  const lines = items.flatMap((item) => chosen.get(item) ?? []);
  const text = lines.join("\n");
  const dropped = { human: 0, summary: 0, final: 0, assistant: 0, tool: 0 };
  const refs = new Map<string, readonly string[]>();
  for (const item of items) {
    if (chosen.has(item)) refs.set(`e${item.position}`, item.entryIds);
    else dropped[item.tier] += 1;
  }
  return { text, refs, tokens: estimateTokens(text), dropped };
}

/** The lines that fit into `budget` together and `most` each, by item. */
function choose(items: DigestItem[], budget: number, most: number): Map<DigestItem, string> {
  const chosen = new Map<DigestItem, string>();
  let left = budget;
  const take = (tier: DigestTier, ceiling: number): void => {
    let room = Math.min(ceiling, left);
    for (const item of items.toReversed()) {
      if (item.tier !== tier || chosen.has(item)) continue;
      const line = fitting(item, Math.min(room, most));
      if (line === null) return;
      chosen.set(item, line);
      room -= costOf(line);
      left -= costOf(line);
    }
  };
  for (const tier of DIGEST_TIERS) take(tier, Math.floor(budget * SHARES[tier]));
  for (const tier of DIGEST_TIERS) take(tier, left);
  return chosen;
}

/** The item's line, shortened if need be; null when there is no room worth it. */
function fitting(item: DigestItem, room: number): string | null {
  const line = lineOf(item, item.text);
  if (costOf(line) <= room) return line;
  if (room < WORTH_SHORTENING) return null;
  // Characters that surely fit: a token is at least 3 / 1.15 characters, or 4 / 1.15 bytes.
  const bytesPerUnit = Buffer.byteLength(line, "utf8") / line.length;
  const chars = Math.floor((room / 1.15) * Math.min(3, 4 / bytesPerUnit) * 0.85) - item.label.length - 12;
  const short = lineOf(item, cutMiddle(item.text, Math.max(chars, 8)));
  return costOf(short) <= room ? short : null;
}

/** Further lines are indented, so that no text can pass for a line of its own. */
function lineOf({ position, label }: DigestItem, text: string): string {
  return `[e${position}] ${label}: ${text.replaceAll(/\n(?=[^\n])/g, "\n  ")}`;
}

/** Estimated tokens of a line with its newline. Rounded up, so that the sum is never below the whole. */
function costOf(line: string): number {
  return estimateTokens(`${line}\n`);
}
