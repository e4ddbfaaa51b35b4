/** Something with words to be compared by. */
export interface Candidate {
  /** `softWords` of its text. */
  words: readonly string[];
}

/** Two texts are compared in full when they share at least this part of their words. */
const SHARED_FROM = 0.7;
/** A word that stands in more texts than this tells nothing; texts of such words alone are not compared. */
const COMMON_FROM = 50;

const WORD = /[\p{L}\p{M}]+/gu;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DENSE_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Link destinations. */
const TARGET = /\]\([^)\s]*\)/gu;
/** Names of files: a line of these alone points to something and says nothing. */
const NAME = /[\p{L}\p{N}_-]\.\p{L}{1,5}[^\p{L}\p{N}]*$/u;

/** Different words of a text without digits and names of files; scripts without spaces as pairs of letters. */
export function softWords(text: string): string[] {
  const words = new Set<string>();
  const plain = text.toLowerCase().replaceAll("ё", "е").replace(TARGET, "] ");
  for (const piece of plain.split(/\s+/u)) {
    if (piece.includes(".") && NAME.test(piece)) continue;
    if (piece.includes("://")) continue;
    for (const [word] of piece.matchAll(WORD)) {
      if (!DENSE.test(word)) words.add(word);
      else for (const [run] of word.matchAll(DENSE_RUN)) addPairs(run, words);
    }
  }
  return [...words];
}

function addPairs(run: string, words: Set<string>): void {
  if (run.length === 1) words.add(run);
  for (let at = 0; at + 2 <= run.length; at += 1) words.add(run.slice(at, at + 2));
}

/**
 * Pairs that share at least seven tenths of their words. Each text is filed under its rarest words only: two texts that
 * share so many must share one of those.
 */
export function* likelyPairs<Item extends Candidate>(items: readonly Item[]): Generator<[Item, Item]> {
  const frequency = new Map<string, number>();
  for (const { words } of items)
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const filed = new Map<string, number[]>();
  const sets = items.map(({ words }) => new Set(words));
  for (const [position, item] of items.entries()) {
    const seen = new Set<number>();
    for (const word of rarestWords(item.words, frequency)) {
      const others = filed.get(word) ?? [];
      for (const other of others) seen.add(other);
      others.push(position);
      filed.set(word, others);
    }
    for (const other of seen) {
      const earlier = items[other];
      if (earlier !== undefined && shares(sets[other], sets[position])) yield [earlier, item];
    }
  }
}

function rarestWords(words: readonly string[], frequency: ReadonlyMap<string, number>): string[] {
  const count = (word: string): number => frequency.get(word) ?? 0;
  const shared = words.filter((word) => count(word) > 1);
  // Words of this text alone may be among those that differ.
  const alone = words.length - shared.length;
  const needed = words.length - Math.ceil(words.length * SHARED_FROM) + 1 - alone;
  if (needed <= 0) return [];
  const rarest = shared.toSorted((a, b) => count(a) - count(b) || Number(a > b) - Number(a < b));
  return rarest.slice(0, needed).filter((word) => count(word) < COMMON_FROM);
}

function shares(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size < large.size * SHARED_FROM) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared >= (a.size + b.size - shared) * SHARED_FROM;
}
