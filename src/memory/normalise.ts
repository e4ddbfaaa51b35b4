import { createHash } from "node:crypto";

/** Zero-width characters, soft hyphen, joiners, variation selectors: invisible, so they never tell two facts apart. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]|[\uFE00-\uFE0F]/gu;
const COMMENT = /<!--[\s\S]*?-->/gu;
const QUOTES = /["'`“”„‟‘’‚‛«»‹›]/gu;
const DASHES = /[\u2010-\u2015\u2212]/gu;
const BRACKETS = /[[\](){}<>|\\!]+/gu;
/** Quote marks, bullets, numbers of a list and checkboxes before the text of a line. */
export const LINE_MARKS = /^(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s)|#{1,6}(?=\s)))+/gmu;
const EMPHASIS = /\*+|~~+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const TRAILING = /[\s.,;:?…。，；：？、·-]+$/u;

/** More passes than any text needs; each pass only takes characters away. */
const MAX_PASSES = 8;

/**
 * The text that hashing and comparison work on: NFKC, folded case, `ё` as `е`, single spaces, Markdown reduced to its
 * words (a link to text and target), no quotes, brackets or trailing punctuation. Idempotent. Not for showing.
 */
export function normalise(text: string): string {
  const words = settle(text.replace(COMMENT, " ").replace(LINE_MARKS, " "));
  if (words !== "") return words;
  // emoji or punctuation alone still has an identity
  const bare = text.normalize("NFKC").trim().replace(/\s+/gu, " ");
  return settle(bare) || bare;
}

/** Reduces until nothing changes. */
function settle(text: string): string {
  let current = reduce(text);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = reduce(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Hash of the normalised text: 16 hex digits. Equal for the same words in other markup, case or line ends. */
export function factHash(text: string): string {
  return shortSha(normalise(text));
}

/** Id of a fact: hash of its first evidence entry and its normalised text, 16 hex digits. */
export function factId(evidence: string, text: string): string {
  return shortSha(`${evidence}\n${normalise(text)}`);
}

function shortSha(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function reduce(text: string): string {
  return text
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(QUOTES, "")
    .replace(DASHES, "-")
    .replace(EMPHASIS, "")
    .replace(BRACKETS, " ")
    .replace(LINE_MARKS, "")
    .replace(/\s+/gu, " ")
    .replace(/ (?=[.,;:?])/gu, "")
    .replace(TRAILING, "")
    .trim()
    .normalize("NFKC");
}
