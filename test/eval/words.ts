import { head } from "./python-text.ts";

const STOP = new Set(
  "the a an and or of to in on at for is are was were be been it its this that these those i you we they he she with by from as not no do does did have has had will would can could should so if then than but there here just also please let lets me my your our all any now what when where which how why yes ok okay need want make sure use using get into up out about".split(
    " ",
  ),
);

const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/gu;

/** `text` without leading and trailing characters of `marks`. */
export function strip(text: string, marks: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && marks.includes(text[start] ?? "")) start += 1;
  while (end > start && marks.includes(text[end - 1] ?? "")) end -= 1;
  return text.slice(start, end);
}

/** Words of two characters and more without stop words, in lower case, with repeats. */
export function words(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_\-./]{2,}/gu) ?? [];
  return found.filter((word) => strip(word, ".-/_") !== "" && !STOP.has(word));
}

/** Words of a text stripped of marks, and the parts of paths. */
export function wordSet(text: string): Set<string> {
  const set = new Set(words(text).map((word) => strip(word, ".-/_")));
  for (const word of Array.from(set)) for (const part of word.split("/")) set.add(part);
  return set;
}

function cjkCount(text: string): number {
  return text.match(CJK)?.length ?? 0;
}

/** True when at least `threshold` of the item's distinct words (CJK: pairs of signs) occur. */
export function covered(item: string, lower: string, known: ReadonlySet<string>, threshold = 0.6): boolean {
  if (cjkCount(item) > 5) {
    const signs = Array.from(item);
    const pairs = signs.slice(0, -1).map((sign, i) => sign + (signs[i + 1] ?? ""));
    const wanted = pairs.filter((pair) => cjkCount(pair) === 2);
    return (
      wanted.length > 0 && wanted.filter((pair) => lower.includes(pair)).length / wanted.length >= threshold
    );
  }
  const wanted = new Set(
    words(item)
      .map((word) => strip(word, ".-/_"))
      .filter((word) => word !== ""),
  );
  if (wanted.size === 0) return false;
  return [...wanted].filter((word) => known.has(word)).length / wanted.size >= threshold;
}

const IDENTIFIER = /[A-Za-z0-9_\-./]*[A-Za-z_][A-Za-z0-9_\-./:#]{3,}/gu;
const LOOKS = /[a-z][A-Z]|_|\d|\/|\.[a-z]{1,5}$/u;
const NEVER = /^(?:[0-9a-f-]{8,}|\d[\d.:-]*[a-zA-Z]?|https?.*|dev[0-9a-f]{4}.*)$/u;

/** Exact names in a text, in order, with repeats. */
export function identifiers(text: string): string[] {
  const out: string[] = [];
  for (const [raw] of head(text, 20_000).matchAll(IDENTIFIER)) {
    const word = strip(raw, ".-/:#_");
    if (word.length < 5 || word.length > 60 || !LOOKS.test(word) || NEVER.test(word)) continue;
    if (/^(?:toolu_|call_|fc_|msg_)/u.test(word)) continue;
    const base = word.slice(word.lastIndexOf("/") + 1);
    out.push(word.includes("/") && base.includes(".") ? base : word);
  }
  return out;
}

const W = "[\\p{L}\\p{N}_]";
const DECIDES = new RegExp(
  `(?<!${W})(?:decid${W}+|let'?s (?:go with|use|keep|not)|we(?:'ll| will) (?:use|keep|go)|instead of|don'?t (?:use|do|touch|add|commit|push)|never|always|must(?: not)?|prefer|agreed|go with|switch(?:ed|ing)? to|chose|rather than|root cause|the (?:issue|problem|fix|bug) (?:is|was))(?!${W})|(?:решил|будем использовать|нельзя|всегда|никогда|вместо|决定|必须|不要|改用|采用|にする|使わない)`,
  "iu",
);

export function decides(sentence: string): boolean {
  return DECIDES.test(sentence);
}

/** Sentences and lines of 25 to 300 characters. */
export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .filter((part) => {
      const length = Array.from(part.trim()).length;
      return length >= 25 && length <= 300;
    })
    .map((part) => strip(part, " -*#>\t"));
}
