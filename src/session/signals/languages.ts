import { compilePattern, WORD } from "./compile-pattern.ts";
import type { LanguageWords, LastingWords } from "./language.ts";
import { german } from "./languages/de.ts";
import { english } from "./languages/en.ts";
import { spanish } from "./languages/es.ts";
import { FURTHER, type FurtherWords } from "./languages/further.ts";
import { germanLasting } from "./languages/lasting-de.ts";
import { englishLasting } from "./languages/lasting-en.ts";
import { spanishLasting } from "./languages/lasting-es.ts";
import { russianLasting } from "./languages/lasting-ru.ts";
import { chineseLasting } from "./languages/lasting-zh.ts";
import { russian } from "./languages/ru.ts";
import { chinese } from "./languages/zh.ts";

/** Every language understood; the first one is used where a text shows none. */
const LANGUAGES: readonly LanguageWords[] = [english, russian, german, spanish, chinese];

/** The words of what lasts, in the same order. */
const LASTING: readonly LastingWords[] = [
  englishLasting,
  russianLasting,
  germanLasting,
  spanishLasting,
  chineseLasting,
];

type WordList = {
  [K in keyof LanguageWords]: LanguageWords[K] extends readonly string[] ? K : never;
}[keyof LanguageWords];

const NOT_WORD_BEFORE = `(?<!${WORD})`;
const NOT_WORD_AFTER = `(?!${WORD})`;

/** An expression that finds one of the fragments, without case, at word borders of any script. */
function anyOf(fragments: readonly string[], where: "start" | "anywhere" | "whole" = "anywhere"): RegExp {
  if (where === "start") return compilePattern(`^(?:${oneOf(fragments)})`, "iu");
  if (where === "whole") return compilePattern(`^(?:(?:${oneOf(fragments)})[\\s,.!…:)(-]*)+$`, "iu");
  // Words of a script without spaces have no borders.
  const unspaced = fragments.filter((one) => UNSPACED.test(one));
  const spaced = fragments.filter((one) => !UNSPACED.test(one));
  const anywhere = [...(spaced.length > 0 ? [`${NOT_WORD_BEFORE}(?:${oneOf(spaced)})`] : []), ...unspaced];
  return compilePattern(anywhere.join("|"), "iu");
}

/** The fragments as alternatives in their order; those that end with a word, only where it ends. */
function oneOf(fragments: readonly string[]): string {
  const runs: { isWord: boolean; all: string[] }[] = [];
  for (const one of fragments) {
    const isWord = /(?<!\\)[\p{L}\p{N}]$|[)+*?]$/u.test(one) && !UNSPACED.test(one);
    const last = runs.at(-1);
    if (last?.isWord === isWord) last.all.push(one);
    else runs.push({ isWord, all: [one] });
  }
  // The border once for a run of words: compiling each of its copies takes as long as a word of ten letters.
  return runs
    .map(({ isWord, all }) => (isWord ? `(?:${all.join("|")})${NOT_WORD_AFTER}` : all.join("|")))
    .join("|");
}

const UNSPACED = /\p{Script=Han}/u;

const compiled = new Map<string, RegExp>();

/** The words of one list in all languages at once: transcripts mix languages sentence by sentence. */
export function signal(list: WordList, where: "start" | "anywhere" | "whole" = "anywhere"): RegExp {
  return once(`${list} ${where}`, () =>
    anyOf([...LANGUAGES.flatMap((language) => language[list]), ...furtherWords(list)], where),
  );
}

/** The same for the words by which a statement shows that it lasts. */
export function lasting(list: keyof LastingWords, where: "start" | "anywhere" = "anywhere"): RegExp {
  return once(`lasting ${list} ${where}`, () =>
    anyOf(
      LASTING.flatMap((language) => language[list]),
      where,
    ),
  );
}

function once(key: string, make: () => RegExp): RegExp {
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = make();
  compiled.set(key, made);
  return made;
}

function furtherWords(list: WordList): readonly string[] {
  return FURTHER.flatMap((language) => (list in language ? language[list as keyof FurtherWords] : []));
}

/** The ordinal a text opens with, and its place: 0 for "the first". */
export function ordinalAt(text: string): { text: string; index: number } | null {
  for (const { ordinals } of LANGUAGES) {
    const index = ordinals.findIndex((one) => anyOf([one], "start").test(text));
    const said = index < 0 ? undefined : anyOf([ordinals[index] ?? ""], "start").exec(text)?.[0];
    if (said !== undefined) return { text: said, index };
  }
  return null;
}

/** What a heading announces, or null. */
export type HeadingKind = keyof LanguageWords["headings"];
const HEADINGS: readonly (readonly [HeadingKind, RegExp])[] = (
  ["quoted", "next", "decisions", "findings", "done"] as const
).map((kind) => [kind, anyOf(LANGUAGES.flatMap((language) => language.headings[kind]))]);

export function headingKind(heading: string): HeadingKind | null {
  return HEADINGS.find(([, pattern]) => pattern.test(heading))?.[0] ?? null;
}

/** Correction patterns of all languages. */
export const CORRECTIONS = LANGUAGES.flatMap((language) => language.correct).map((one) => ({
  pattern: compilePattern(`${NOT_WORD_BEFORE}(?:${one.pattern})`, "iu"),
  now: one.now,
  old: one.old,
}));

/** Sentences that set a new value against an old one, in all languages. */
export const CONTRASTS = LANGUAGES.flatMap((language) => language.contrast).map((one) => ({
  pattern: compilePattern(`^(?:${one.pattern})$`, "iu"),
  say: one.say,
  old: one.old,
}));

/** How choices open, at the start of a sentence, and what stands there in the memory. */
export const CHOSE = LANGUAGES.flatMap((language) => language.chose).map(({ pattern, say }) => ({
  pattern: compilePattern(`^(?:${pattern})(?:${NOT_WORD_AFTER}|(?<=\\s))`, "iu"),
  say,
}));

/** The first person anywhere in a sentence; the first group is what stands before it. */
export const SPEAKER = LANGUAGES.flatMap((language) => language.speaker).map(({ pattern, say }) => ({
  pattern: compilePattern(`(^|[\\s,;:(])(?:${pattern})${NOT_WORD_AFTER}`, "giu"),
  say,
}));

/** How many of the frequent words of each language a text holds, by tag. */
export function languageCounts(text: string): Record<string, number> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts: Record<string, number> = {};
  for (const language of LANGUAGES) {
    const common = new Set(language.common);
    // A language without spaces is told by its signs: two to a word.
    counts[language.tag] =
      common.size > 0
        ? words.filter((word) => common.has(word)).length
        : Math.floor((text.match(new RegExp(language.letter, "gu"))?.length ?? 0) / 2);
  }
  return counts;
}

/** Tag of the language with most frequent words; the first language when none shows. */
export function prevailingLanguage(counts: Readonly<Record<string, number>>): LanguageWords {
  let best = LANGUAGES[0];
  for (const language of LANGUAGES) {
    if ((counts[language.tag] ?? 0) > (counts[best?.tag ?? ""] ?? 0)) best = language;
  }
  return best ?? english;
}

/** Language of one text: by its frequent words, else by its script. */
export function languageOf(text: string): LanguageWords {
  const counts = languageCounts(text);
  if (Object.values(counts).some((count) => count > 0)) return prevailingLanguage(counts);
  return LANGUAGES.find((language) => language.letter.test(text)) ?? english;
}
