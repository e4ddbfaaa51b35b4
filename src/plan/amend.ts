import { hardTokens } from "../memory/hard-tokens.ts";
import { isForm } from "./meant.ts";
import { type Statement, statementsIn, type Word, wordsIn } from "./statements.ts";
import { ARTICLES, DETERMINERS, isTelling, PREPOSITIONS, tellingWords, TIES } from "./telling.ts";

/**
 * What a correction leaves of a fact: nothing beside its own words (`whole`), the fact with the part that it corrects
 * (`part`), or it cannot be told what would be lost (`unclear`).
 */
export type Amended = { as: "whole" } | { as: "part"; text: string } | { as: "unclear" };

interface Span {
  start: number;
  end: number;
}

/** The most words of a value. */
const MOST_VALUE_WORDS = 6;
/** The words that name what is corrected name a value, not the whole fact, up to this share of its words. */
const VALUE_SHARE = 0.5;

/**
 * The text of `fact` after a correction that says `text` and names the old value or the fact by `target`. Only what the
 * correction states or contradicts may go: "the port is 5434, not 5433" leaves the name of the host.
 */
export function amend(fact: string, text: string, target: string | undefined): Amended {
  const said = text.replace(/[\s.!。]+$/u, "");
  const old = target === undefined ? null : valueIn(fact, target);
  if (vanishing(fact, said, old).length === 0) return { as: "whole" };
  const statements = statementsIn(fact);
  const patched =
    (old === null ? null : withValue(fact, said, old)) ??
    withNumber(fact, said, statements) ??
    (statements.length > 1
      ? (withEnd(fact, said, statements) ?? withStatement(fact, said, statements, old))
      : null);
  if (patched !== null) return isSaidBy(patched, said) ? { as: "whole" } : { as: "part", text: patched };
  if (statements.length > 1 || losesNames(fact, said)) return { as: "unclear" };
  return { as: "whole" };
}

/** Words of a fact that neither the correction nor the old value holds. */
function vanishing(fact: string, said: string, old: Span | null): Word[] {
  const kept = wordsIn(said).map(({ key }) => key);
  return wordsIn(fact).filter(
    (word) =>
      isTelling(word.key) &&
      !(old !== null && word.start >= old.start && word.end <= old.end) &&
      !kept.some((other) => isForm(word.key, other)),
  );
}

/** Where the old value stands, without its article or preposition; null when it stands nowhere or twice. */
function valueIn(fact: string, target: string): Span | null {
  const all = wordsIn(target);
  if (all.length === 0 || all.length > Math.max(1, wordsIn(fact).length * VALUE_SHARE)) return null;
  const from = all.findIndex(({ key }) => !PREPOSITIONS.has(key) && !ARTICLES.has(key) && !TIES.has(key));
  const value = target.slice(all[Math.max(0, from)]?.start, all.at(-1)?.end);
  return placeOf(fact, value) ?? numberPlace(fact, target);
}

function numberPlace(fact: string, target: string): Span | null {
  const [number, ...more] = numbersIn(target);
  return number === undefined || more.length > 0 ? null : placeOf(fact, number);
}

/** Where a value stands as whole words, once. */
function placeOf(text: string, value: string): Span | null {
  const places: Span[] = [];
  const words = wordsIn(text);
  const low = text.toLowerCase();
  for (let at = low.indexOf(value.toLowerCase()); at >= 0; at = low.indexOf(value.toLowerCase(), at + 1)) {
    const end = at + value.length;
    const isWhole = words.some(({ start }) => start === at) && words.some((word) => word.end === end);
    if (isWhole || numberAt(text, at) === value) places.push({ start: at, end });
  }
  const [only, ...others] = places;
  return only === undefined || others.length > 0 ? null : only;
}

const NUMBER = /[A-Za-z_./-]*\p{Nd}[\w.:%/-]*/gu;
const numbersIn = (text: string): string[] =>
  (text.match(NUMBER) ?? []).map((number) => number.replace(/^[./-]+|[.:/-]+$/gu, ""));
const numberAt = (text: string, at: number): string | undefined => numbersIn(text.slice(at))[0];

function replaced(text: string, span: Span, by: string): string {
  return text.slice(0, span.start) + by + text.slice(span.end);
}

/** The fact with the new value where the old one stands. */
function withValue(fact: string, said: string, whole: Span): string | null {
  const old = whatChanges(fact, said, whole);
  const value = newValue(fact, said, old);
  if (value === null) return null;
  const here = prepositionBefore(fact, old);
  const there = prepositionBefore(said, value);
  const isTold = here !== null && there !== null;
  const from = isTold ? here.start : old.start;
  return replaced(
    fact,
    { start: from, end: old.end },
    said.slice(isTold ? there.start : value.start, value.end),
  );
}

/** Of "Debian 11" in "prod runs on Debian 12" the "11": words at its edges that the correction says as well stay. */
function whatChanges(fact: string, said: string, old: Span): Span {
  const kept = new Set(wordsIn(said).map(({ key }) => key));
  const words = wordsIn(fact).filter(({ start, end }) => start >= old.start && end <= old.end);
  const from = words.findIndex(({ key }) => !kept.has(key));
  const to = words.findLastIndex(({ key }) => !kept.has(key));
  const [start, end] = [words[from]?.start, words[to]?.end];
  if (start === undefined || end === undefined) return old;
  // signs before the first and behind the last word belong to the value
  return { start: from === 0 ? old.start : start, end: to === words.length - 1 ? old.end : end };
}

function prepositionBefore(text: string, span: Span): Word | null {
  const before = wordsIn(text).findLast((word) => word.end <= span.start);
  return before !== undefined && PREPOSITIONS.has(before.key) ? before : null;
}

/** The words of a correction that the fact does not hold: for a number the one other number, else the last of them. */
function newValue(fact: string, said: string, old: Span): Span | null {
  const was = fact.slice(old.start, old.end);
  if (numbersIn(was)[0] === was) {
    const [fresh, ...more] = numbersIn(said).filter((number) => placeOf(fact, number) === null);
    if (fresh !== undefined && more.length === 0) return placeOf(said, fresh);
  }
  const known = new Set(wordsIn(fact).map(({ key }) => key));
  const words = wordsIn(said);
  const last = words.findLastIndex(({ key }) => !known.has(key) && !TIES.has(key));
  let first = last;
  const belongs = (word: Word | undefined): boolean =>
    word !== undefined && !known.has(word.key) && !TIES.has(word.key) && !PREPOSITIONS.has(word.key);
  while (belongs(words[first - 1])) first -= 1;
  const [start, end] = [words[first]?.start, words[last]?.end];
  if (start === undefined || end === undefined || last - first >= MOST_VALUE_WORDS) return null;
  return { start, end };
}

/** The fact with another number, where it and the correction differ in just one. */
function withNumber(fact: string, said: string, statements: readonly Statement[]): string | null {
  const [fresh, ...others] = numbersIn(said).filter((number) => !numbersIn(fact).includes(number));
  const [old, ...rest] = numbersIn(fact).filter((number) => !numbersIn(said).includes(number));
  if (fresh === undefined || old === undefined || others.length + rest.length > 0) return null;
  const place = placeOf(fact, old);
  if (place === null) return null;
  const holder = statements.find(({ start, end }) => start <= place.start && place.end <= end);
  const wanted = tellingWords(said);
  const isNamed =
    statements.length === 1 ||
    tellingWords(holder?.text ?? "").some((word) => wanted.some((other) => isForm(word, other)));
  return isNamed ? replaced(fact, place, fresh) : null;
}

/** The fact with another end of the statement that opens like the correction. */
function withEnd(fact: string, said: string, statements: readonly Statement[]): string | null {
  const fresh = withoutDeterminer(wordsIn(said));
  for (const statement of statements) {
    const words = withoutDeterminer(wordsIn(statement.text));
    let shared = 0;
    while (shared < words.length && words[shared]?.key === fresh[shared]?.key) shared += 1;
    const from = words[shared];
    const to = words.at(-1);
    const start = fresh[shared]?.start;
    if (shared < 2 || from === undefined || to === undefined || start === undefined) continue;
    if (!words.slice(0, shared).some(({ key }) => isTelling(key))) continue;
    const span = { start: statement.start + from.start, end: statement.start + to.end };
    return replaced(fact, span, said.slice(start));
  }
  return null;
}

/** "Our portal" and "the portal" are one. */
function withoutDeterminer(words: Word[]): Word[] {
  const [first] = words;
  return first !== undefined && (ARTICLES.has(first.key) || DETERMINERS.has(first.key))
    ? words.slice(1)
    : words;
}

/** The fact with the correction in place of the statement it speaks of; never of the first one, which names the thing. */
function withStatement(
  fact: string,
  said: string,
  statements: readonly Statement[],
  old: Span | null,
): string | null {
  const wanted = tellingWords(said);
  const shared = statements.map(({ text, start, end }) => {
    if (old !== null) return start <= old.start && old.end <= end ? 1 : 0;
    return tellingWords(text).filter((word) => wanted.some((other) => isForm(word, other))).length;
  });
  const most = Math.max(...shared);
  const at = shared.indexOf(most);
  const statement = statements[at];
  if (most === 0 || at === 0 || shared.lastIndexOf(most) !== at || statement === undefined) return null;
  const [first] = wordsIn(said);
  const opening =
    first !== undefined && ARTICLES.has(first.key) ? said.slice(0, 1).toLowerCase() : said.slice(0, 1);
  return replaced(fact, statement, opening + said.slice(1));
}

/** Every telling word of a text stands in the correction. */
const isSaidBy = (text: string, said: string): boolean => vanishing(text, said, null).length === 0;

/** More names and figures go than come. */
function losesNames(fact: string, said: string): boolean {
  const tokens = (text: string): string[] => hardTokens(text).filter((token) => !token.startsWith("not×"));
  const [old, fresh] = [tokens(fact), tokens(said)];
  const gone = old.filter((token) => !fresh.includes(token)).length;
  return gone > fresh.filter((token) => !old.includes(token)).length + 1;
}
