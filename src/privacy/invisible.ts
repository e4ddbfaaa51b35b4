import type { Span } from "./mask.ts";

/** Zero-width, bidi, filler, variation and tag characters: all that may have to go. */
const SUSPECT =
  /[\uFE00-\uFE0F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E01EF}]/u;
const SUSPECTS = new RegExp(`${SUSPECT.source}+`, "gu");

const JOINER = /^[\u200C\u200D]$/;
const PICTURE_END = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u;
const PICTURE_START = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})/u;
const JOINING_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Subdivision flags: a black flag, the letters of the region as tags, the closing tag. */
const FLAG_TAGS = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u;
const VARIATION = /^[\uFE00-\uFE0F]$/;
const IDEOGRAPHIC_VARIATION = /^[\u{E0100}-\u{E01EF}]$/u;

/**
 * Places of characters that nobody sees: zero-width, bidi controls, tags. Joiners inside emoji and in scripts that
 * need them, single variation selectors, subdivision flags and a BOM at the very start are left alone.
 */
export function findInvisible(text: string): Span[] {
  if (!SUSPECT.test(text)) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(SUSPECTS)) {
    const start = match.index;
    const end = start + match[0].length;
    const before = before2(text, start);
    const after = text.slice(end, end + 2);
    const kept = keptAtStart(match[0], before, after, start);
    if (kept < match[0].length) spans.push({ start: start + kept, end });
  }
  return spans;
}

/** The character before an offset with its second half. */
function before2(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - 2), offset);
}

/** How many units of a run of suspects are legitimate: all of it, its first variation selector, or none. */
function keptAtStart(run: string, before: string, after: string, offset: number): number {
  if (offset === 0 && run.startsWith("\uFEFF")) return 1;
  if (FLAG_TAGS.test(run)) return before === "\u{1F3F4}" ? run.length : 0;
  if (JOINER.test(run)) return joins(before, after) ? 1 : 0;
  if (run === "\uFE0F\u200D" && PICTURE_END.test(before) && PICTURE_START.test(after)) return 2;
  if (IDEOGRAPHIC_VARIATION.test(run)) return /\p{Script=Han}$/u.test(before) ? run.length : 0;
  const first = run.charAt(0);
  return VARIATION.test(first) && /[^\s]$/u.test(before) ? 1 : 0;
}

function joins(before: string, after: string): boolean {
  if (PICTURE_END.test(before) && PICTURE_START.test(after)) return true;
  return JOINING_SCRIPT.test(before.slice(-1)) && JOINING_SCRIPT.test(after.charAt(0));
}
