import type { Update } from "../handoff/update.ts";
import { normalise } from "../memory/normalise.ts";
import { hardTokens } from "../memory/hard-tokens.ts";
import { similarity } from "../memory/overlap.ts";
import { restatementIn } from "../session/signals/restatement.ts";
import { type Draft, matchedFacts } from "./draft.ts";
import { comparableFact, factFiles, type Standing } from "./known.ts";
import { statementsIn } from "./statements.ts";

/** Which fact a correction or removal means: one (which may stand in several places), none, or not clear. */
export type Meant = { as: "one"; facts: Standing[] } | { as: "none" } | { as: "many" };

/** Share of the words, by weight, that a fact must hold to be meant. */
const MEANT_FROM = 0.65;
/** The next best fact must be this much less likely. */
const CLEAR_BY = 0.08;
/** Without words that name it, the old fact is the one that the new one is most like. */
const ALIKE_FROM = 0.5;
/** What likeness to the new text counts beside the words that name the old one. */
const LIKENESS_WEIGHT = 0.3;
/** Short words say little about which fact is meant. */
const SHORT_WORD = 3;
const SHORT_WEIGHT = 0.25;

interface Scored extends Standing {
  score: number;
}

/** Finds the fact by id, else by the words that name it, else (for a correction) by likeness to the new text. */
export function meantFacts(draft: Draft, update: Update): Meant {
  const standing = standingFacts(draft);
  if (update.target !== undefined) {
    const target = update.target;
    const byId = standing.find(
      ({ match }) => match.record?.id === target || match.record?.supersedes.includes(target),
    );
    if (byId !== undefined) return { as: "one", facts: everywhere(standing, byId) };
  }
  const scored = standing.flatMap((candidate) => {
    const score = scoreOf(update, candidate);
    return score === null ? [] : [{ ...candidate, score }];
  });
  const meant = clearest(scored, standing);
  return meant.as === "none" && update.targetText === undefined && update.op === "correct"
    ? holderOfValue(update.text, standing)
    : meant;
}

/** The one fact that names the thing and gives it one other figure: "the port is 2" means "X listens on port 1". */
function holderOfValue(text: string, standing: readonly Standing[]): Meant {
  const value = restatementIn(text);
  const [fresh, ...others] = figuresOf(text);
  if (value?.isSingle !== true || fresh === undefined || others.length > 0) return { as: "none" };
  const holders = standing.filter(
    ({ match: { fact } }) => names(fact.text, value.subject) && figuresOf(fact.text).length === 1,
  );
  const [only] = holders;
  if (only === undefined) return { as: "none" };
  const isOne = holders.every(({ match }) => match.fact.hash === only.match.fact.hash);
  return isOne ? { as: "one", facts: everywhere(standing, only) } : { as: "many" };
}

const figuresOf = (text: string): string[] =>
  hardTokens(text).filter((token) => /\p{Nd}/u.test(token) && !token.startsWith("not×"));

/** Every fact of the memory where it stands. */
export function standingFacts(draft: Draft): Standing[] {
  return factFiles(draft).flatMap((path) =>
    matchedFacts(draft, path).map((match): Standing => ({ path, match })),
  );
}

function clearest(scored: Scored[], standing: readonly Standing[]): Meant {
  const ordered = scored.sort((a, b) => b.score - a.score);
  const [best] = ordered;
  if (best === undefined) return { as: "none" };
  const rival = ordered.find(({ match }) => match.fact.hash !== best.match.fact.hash);
  if (rival !== undefined && best.score - rival.score < CLEAR_BY) return { as: "many" };
  return { as: "one", facts: everywhere(standing, best) };
}

/** Null: not meant. A fact must hold every hard token that names it. */
function scoreOf(update: Update, { match }: Standing): number | null {
  const fact = comparableFact(match);
  if (update.targetText === undefined) {
    if (match.record !== null && !isOfKind(match.record.kind, update.kind)) return null;
    const said = [match.fact.text, ...statementsIn(match.fact.text).map((one) => one.text)];
    const likeness = Math.max(...said.map((one) => similarity(one, update.text)));
    return likeness >= ALIKE_FROM ? likeness : null;
  }
  const needed = hardTokens(update.targetText).filter((token) => !token.startsWith("not×"));
  if (!needed.every((token) => fact.hardTokens.includes(token))) return null;
  const share = shareOfWords(normalise(update.targetText), fact.normalised);
  if (share < MEANT_FROM) return null;
  const likeness = similarity(match.fact.text, `${update.targetText} ${update.text}`);
  return share + LIKENESS_WEIGHT * likeness;
}

/** Kinds of facts that state how things are: a person who corrects one does not name its kind. */
const STATING: ReadonlySet<string> = new Set(["fact", "project", "infrastructure"]);
const isOfKind = (a: string, b: string): boolean => a === b || (STATING.has(a) && STATING.has(b));

/** How much of the wanted words a text holds, 0 to 1; other forms of a word count. */
export function shareOfWords(wanted: string, text: string): number {
  const words = wordsOf(text);
  let all = 0;
  let found = 0;
  for (const word of wordsOf(wanted)) {
    const weight = word.length <= SHORT_WORD ? SHORT_WEIGHT : 1;
    all += weight;
    if (words.some((other) => isForm(word, other))) found += weight;
  }
  return all === 0 ? 0 : found / all;
}

/** A text names a word: in any form of it. */
export function names(text: string, name: string): boolean {
  const words = wordsOf(normalise(text));
  const wanted = wordsOf(normalise(name)).filter((word) => !ARTICLES.test(word));
  return wanted.length > 0 && wanted.every((word) => words.some((other) => isForm(word, other)));
}

const ARTICLES = /^(?:the|an?|our|my|el|la|los|las|der|die|das|den|dem)$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words of a normalised text. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text)].filter((part) => part.isWordLike === true).map((part) => part.segment);
}

export function isForm(a: string, b: string): boolean {
  if (a === b) return true;
  if (CYRILLIC.test(a) && CYRILLIC.test(b) && stem(a) === stem(b)) return true;
  const longer = Math.max(a.length, b.length);
  let shared = 0;
  while (shared < longer && a[shared] === b[shared]) shared += 1;
  return shared >= 4 && shared >= longer * 0.7;
}

const CYRILLIC = /^\p{Script=Cyrillic}+$/u;
const ENDING = /(?<=.{3})(?:ами|ями|ого|его|ому|ему|ой|ей|ом|ем|ам|ям|ах|ях|ов|ев|[аеиоуыэюяйь])$/u;
/** A Russian word without the ending of its case: short names differ in it by half of their letters. */
const stem = (word: string): string => word.replace(ENDING, "");

/** The fact wherever it stands in the same words. */
export function everywhere(standing: readonly Standing[], one: Standing): Standing[] {
  return standing.filter(({ match }) => match.fact.hash === one.match.fact.hash);
}
