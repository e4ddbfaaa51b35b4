import { createHash } from "node:crypto";
import { hardTokens, sameTokens } from "./hard-tokens.ts";
import { normalise, factHash } from "./normalise.ts";

/** From here on two texts with equal hard tokens say the same. Measured: paraphrases score 0.47–0.60. */
const DUPLICATE_FROM = 0.8;
/** From here on two texts may speak of the same thing and disagree. */
const CONFLICT_FROM = 0.45;

/** A text made ready for many comparisons. */
export interface Comparable {
  hash: string;
  hardTokens: readonly string[];
  trigrams: ReadonlySet<string>;
  normalised: string;
}

/** How two facts stand to each other. `conflict` is a candidate only: a person or a model decides. */
export type Relation = "same" | "duplicate" | "conflict" | "different";

export function comparable(text: string): Comparable {
  const normalised = normalise(text);
  return { hash: factHash(text), hardTokens: hardTokens(text), trigrams: trigramsOf(normalised), normalised };
}

/** Scripts whose letters are words or syllables: two of them say as much as three of an alphabet. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Character trigrams of a normalised text, its ends included; bigrams inside dense scripts. */
function trigramsOf(normalised: string): ReadonlySet<string> {
  const units = Array.from(` ${normalised} `);
  const trigrams = new Set<string>();
  for (let at = 0; at + 2 < units.length; at += 1) {
    const [first = "", second = "", third = ""] = units.slice(at, at + 3);
    trigrams.add(DENSE.test(first) && DENSE.test(second) ? first + second : first + second + third);
  }
  return trigrams;
}

/** Shared part of two sets, 0 to 1; two empty sets share nothing. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Likeness of two texts as written, 0 to 1. */
export function similarity(a: string, b: string): number {
  return jaccard(trigramsOf(normalise(a)), trigramsOf(normalise(b)));
}

/**
 * `same`: equal once normalised. `duplicate`: equal hard tokens, at least 0.8 alike, and no word put in place of
 * another (in a long sentence one other name still leaves 0.87). `conflict`: at least 0.45 alike otherwise.
 */
export function relate(a: Comparable, b: Comparable): Relation {
  if (a.hash === b.hash) return sameTokens(a.hardTokens, b.hardTokens) ? "same" : "duplicate";
  const likeness = jaccard(a.trigrams, b.trigrams);
  if (likeness < CONFLICT_FROM) return "different";
  const isDuplicate =
    likeness >= DUPLICATE_FROM &&
    sameTokens(a.hardTokens, b.hardTokens) &&
    !substitutes(a.normalised, b.normalised);
  return isDuplicate ? "duplicate" : "conflict";
}

const SKETCH_SIZE = 64;

/**
 * A likeness fingerprint of 64 bytes (base64): one-permutation minhash over the trigrams. Provenance keeps it in place
 * of the text, so that a fact edited by a person is found again.
 */
export function sketchOf(text: string): string {
  const least = Array.from({ length: SKETCH_SIZE }, () => 0x1_00_00);
  for (const trigram of trigramsOf(normalise(text))) {
    const hash = hash32(trigram);
    const bucket = hash % SKETCH_SIZE;
    const value = (hash >>> 8) & 0xff_ff;
    if (value < (least[bucket] ?? 0)) least[bucket] = value;
  }
  // 0 is "no trigram fell here"; else the low byte of the smallest hash, kept off 0
  return Buffer.from(least.map((value) => (value === 0x1_00_00 ? 0 : (value % 255) + 1))).toString("base64");
}

/** Estimated likeness of the texts behind two sketches, 0 to 1 (standard error about 0.06); 0 when one is missing. */
export function sketchSimilarity(a: string, b: string): number {
  const left = Buffer.from(a, "base64");
  const right = Buffer.from(b, "base64");
  if (left.length !== SKETCH_SIZE || right.length !== SKETCH_SIZE) return 0;
  let used = 0;
  let equal = 0;
  for (const [position, value] of left.entries()) {
    const other = right[position] ?? 0;
    if (value === 0 && other === 0) continue;
    used += 1;
    if (value === other) equal += 1;
  }
  return used === 0 ? 0 : equal / used;
}

/** What a provenance record keeps of a fact's text. */
export function identityOf(text: string): { hash: string; hardTokens: string[]; sketch: string } {
  return { hash: factHash(text), hardTokens: hardTokens(text), sketch: sketchOf(text) };
}

/** Salted sha256 of what a fact must not say again: its hard tokens, or its normalised text when it has none. */
export function saltedHash(salt: string, text: string): string {
  const tokens = hardTokens(text);
  const told = tokens.length > 0 ? tokens.join("\n") : normalise(text);
  return createHash("sha256").update(`${salt}\n${told}`).digest("hex");
}

function hash32(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  // finish: FNV alone leaves the low bits of three letters too alike
  hash = Math.imul(hash ^ (hash >>> 16), 0x7f_eb_35_2d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x84_6c_a6_8b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** True when each text has a word that the other lacks and that is no other form of one of its words. */
function substitutes(a: string, b: string): boolean {
  const left = wordsOf(a);
  const right = wordsOf(b);
  const onlyLeft = [...left].filter((word) => !right.has(word));
  const onlyRight = [...right].filter((word) => !left.has(word));
  const isNew = (word: string, others: readonly string[]): boolean =>
    !others.some((other) => akin(word, other));
  return onlyLeft.some((word) => isNew(word, onlyRight)) && onlyRight.some((word) => isNew(word, onlyLeft));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

function wordsOf(normalised: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const part of segmenter.segment(normalised)) if (part.isWordLike === true) words.add(part.segment);
  return words;
}

/** Forms of one word share their beginning; a typing slip leaves most of it. */
function akin(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length);
  let prefix = 0;
  while (prefix < longer && a[prefix] === b[prefix]) prefix += 1;
  return DENSE.test(a) ? prefix >= longer * 0.5 : prefix >= 3 && prefix >= longer * 0.6;
}
