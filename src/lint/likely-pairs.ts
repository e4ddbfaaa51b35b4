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
  const { texts, alone, common } = ranked(items);
  const filed: number[][] = [];
  /** By text, the last one that it was looked at for, counted from one. */
  const seenFor = new Int32Array(items.length);
  for (const [position, item] of items.entries()) {
    const words = texts[position] ?? NO_WORDS;
    for (const word of rarest(words, alone, common)) {
      const others = (filed[word] ??= []);
      for (const other of others) {
        if (seenFor[other] === position + 1) continue;
        seenFor[other] = position + 1;
        const earlier = items[other];
        if (earlier !== undefined && shares(texts[other] ?? NO_WORDS, words)) yield [earlier, item];
      }
      others.push(position);
    }
  }
}

/** Words as numbers, the rarest lowest. */
interface Ranked {
  /** The words of each text, rarest first. */
  texts: Int32Array[];
  /** From this number on words stand in more than one text. */
  alone: number;
  /** From this number on words stand in too many texts. */
  common: number;
}

const NO_WORDS = new Int32Array();

function ranked(items: readonly Candidate[]): Ranked {
  const frequency = new Map<string, number>();
  for (const { words } of items)
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const known = [...frequency].sort((a, b) => a[1] - b[1]);
  const ranks = new Map(known.map(([word], rank) => [word, rank]));
  const from = (times: number): number => {
    const first = known.findIndex(([, count]) => count >= times);
    return first === -1 ? known.length : first;
  };
  const texts = items.map(({ words }) => Int32Array.from(words, (word) => ranks.get(word) ?? 0).sort());
  return { texts, alone: from(2), common: from(COMMON_FROM) };
}

/** Words of a text alone may be among those that differ; they are counted, but nothing is filed under them. */
function rarest(words: Int32Array, alone: number, common: number): Int32Array {
  const needed = words.length - Math.ceil(words.length * SHARED_FROM) + 1;
  return words.subarray(0, needed).filter((word) => word >= alone && word < common);
}

function shares(a: Int32Array, b: Int32Array): boolean {
  const least = Math.min(a.length, b.length);
  if (least < Math.max(a.length, b.length) * SHARED_FROM) return false;
  let shared = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length;) {
    const difference = (a[left] ?? 0) - (b[right] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return shared >= (a.length + b.length - shared) * SHARED_FROM;
}
