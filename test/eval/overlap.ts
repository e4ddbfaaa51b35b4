/** Words of a run that counts as copied. */
const GRAM = 8;

/** How much of a memory stands word for word in the transcript. */
export interface Overlap {
  /** Characters of the longest run of words that both hold, 0 when none has eight words. */
  longest_run: number;
  /** Share (0–1) of the memory's runs of eight words that the transcript holds. */
  copied: number;
}

/** Compares words in order, without case, marks between them and line ends; `source` in pieces that no run crosses. */
export function overlapOf(memory: string, source: readonly string[]): Overlap {
  const words = wordsOf(memory);
  const places = new Map<string, number[]>();
  for (let at = 0; at + GRAM <= words.length; at += 1) {
    const gram = words.slice(at, at + GRAM).join(" ");
    places.set(gram, [...(places.get(gram) ?? []), at]);
  }
  const held = new Set<string>();
  let longest = 0;
  for (const piece of source) {
    const told = wordsOf(piece);
    for (let from = 0; from + GRAM <= told.length; from += 1) {
      const gram = told.slice(from, from + GRAM).join(" ");
      const starts = places.get(gram);
      if (starts === undefined) continue;
      held.add(gram);
      for (const start of starts) longest = Math.max(longest, runAt(words, start, told, from));
    }
  }
  return { longest_run: longest, copied: places.size === 0 ? 0 : held.size / places.size };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?/gu) ?? [];
}

/** Characters of the run that begins at both places. */
function runAt(words: readonly string[], start: number, told: readonly string[], from: number): number {
  let length = 0;
  while (words[start + length] !== undefined && words[start + length] === told[from + length]) length += 1;
  return words.slice(start, start + length).join(" ").length;
}
