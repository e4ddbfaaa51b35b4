import { identifiersIn } from "./identifiers.ts";
import { headingKind, signal } from "./languages.ts";
import { capitalised } from "./plain-text.ts";

/** Longest sentence kept, in characters. */
const MAX_SENTENCE = 300;
const MIN_SENTENCE = 20;

/** A sentence that only says what its speaker does next, or thinks aloud. */
export function isNarration(sentence: string): boolean {
  return signal("narration", "start").test(sentence);
}

export function isQuestion(sentence: string): boolean {
  return /[?？]["')\]]*$/u.test(sentence);
}

/** Openings that are words of the sentence ("no need", "so far") unless a mark, another opening or an order follows. */
const TWO_FACED = /^(?:no|now|good|great|well|then|so|right|actually|нет|так|теперь|тогда)$/iu;

/** What parts a greeting from what is said; a hyphen may make one word of both ("hello-world"). */
const PARTED = /^\s*(?:[,.!:;，。！：；—–]|-\s)/u;

/** Text without openings that carry no content ("okay, so ", "hello, "). */
export function withoutFillers(sentence: string): string {
  let text = sentence;
  for (;;) {
    const cut = withoutGreeting(text) ?? withoutFiller(text);
    if (cut === null) return text;
    text = cut;
  }
}

function withoutGreeting(text: string): string | null {
  const opening = signal("greetings", "start").exec(text)?.[0];
  if (opening === undefined) return null;
  const rest = text.slice(opening.length);
  const cut = rest.replace(/^[\s,.!:;，。！：；—–-]+/u, "");
  return cut !== "" && (PARTED.test(rest) || startsOver(cut)) ? cut : null;
}

function withoutFiller(text: string): string | null {
  const opening = signal("fillers", "start").exec(text)?.[0];
  if (opening === undefined) return null;
  const rest = text.slice(opening.length);
  const cut = rest.replace(/^[\s,.!:;—–-]+/u, "");
  if (cut === "") return null;
  return TWO_FACED.test(opening) && !/^\s*[,.!:;—–-]/u.test(rest) && !startsOver(cut) ? null : cut;
}

function startsOver(text: string): boolean {
  return (["fillers", "requestStart", "politeStart", "remember", "forget", "forgetAbout"] as const).some(
    (list) => signal(list, "start").test(text),
  );
}

/** The fewest characters and words of a sentence that says something by itself. */
const FEWEST = { characters: MIN_SENTENCE, words: 4 };

/** Sentence fit to stand alone in a list: one line, whole, of a sensible length; null when it is not. */
export function standalone(sentence: string, fewest = FEWEST): string | null {
  const text = capitalised(
    withoutFillers(withoutLabel(sentence.replace(/^(?:[-–—•:;,)\]\s]|\.(?=[\s.]))+/u, "").trim())),
  );
  if (spelled(text) < fewest.characters || text.length > MAX_SENTENCE) return null;
  if (/[:：,;(–—-]$/u.test(text) || text.split(" ").length + hanSigns(text) / 2 < fewest.words) return null;
  if (/^["'«“]/u.test(text) || unbalanced(text) || proseShare(text) < 0.5 || /\S….|…['’]/u.test(text))
    return null;
  return text;
}

/** Signs of a script that writes a word in one or two of them, without spaces. */
function hanSigns(text: string): number {
  return text.match(HAN)?.length ?? 0;
}

const HAN = /\p{Script=Han}/gu;

/** Length as a script of letters would spell it: a Chinese sign says as much as two or three of them. */
function spelled(text: string): number {
  return text.length + hanSigns(text);
}

/** True when the sentence starts with a word that points to something said before. */
export function pointsBack(sentence: string): boolean {
  return signal("pointers", "start").test(sentence);
}

/** Names and figures make a sentence worth more than general talk. */
export function substance(sentence: string): number {
  return Math.min(3, identifiersIn(sentence).length) / 2 + (/\d/u.test(sentence) ? 0.2 : 0);
}

/** A few words and a colon before the sentence itself. */
export const LABEL = /^([\p{L} ]{3,30})[:：]\s*(?=\S)/u;

/** "Optional next step: X" → "X": a label that names the list it stands in says nothing more there. */
function withoutLabel(text: string): string {
  const label = LABEL.exec(text);
  const says =
    /^(?:optional |immediate )?(?:next|summary|done|pending|status|note|fix|solution|decision|todo|bottom line|found it|result|answer)s?(?: steps?)?$/iu;
  if (label?.[1] === undefined) return text;
  const namesList = ["next", "decisions", "done"].includes(headingKind(label[1]) ?? "");
  return namesList || says.test(label[1]) ? text.slice(label[0].length) : text;
}

function unbalanced(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count("(") < count(")") || count("(") > count(")") + 1 || count('"') % 2 === 1;
}

function proseShare(text: string): number {
  const letters = text.match(/[\p{L} ,.]/gu)?.length ?? 0;
  return letters / Math.max(1, text.length);
}

const STOP = new Set(
  "the a an and or of to in on at for is are was were be been it its this that these those i you we they he she with by from as not no do does did have has had will would can could should so if then than but there here just also please let lets me my your our all any now what when where which how why yes ok okay need want make sure use using get into up out about и в не на что с это как по но из за то же для от так бы мы вы если или уже а".split(
    " ",
  ),
);

/** Distinct words that carry content, in lower case. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(WORDS) ?? [];
  const trimmed = words.flatMap((word) =>
    HAN_RUN.test(word) ? pairsOf(word) : [word.replace(/^[./-]+|[./-]+$/gu, "")],
  );
  return [...new Set(trimmed.filter((word) => word !== "" && !STOP.has(word)))];
}

const WORDS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_./-]){2,}/gu;
const HAN_RUN = /^\p{Script=Han}/u;

/** "运行测试" → 运行, 行测, 测试: every two signs that stand together, as a script without spaces marks no words. */
function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  return signs.length < 2 ? [] : signs.slice(1).map((sign, at) => `${signs[at] ?? ""}${sign}`);
}

const wordSets = new Map<string, ReadonlySet<string>>();
const MOST_SETS = 2000;

/** Content words as a set; remembered, as notes are compared with each other again and again. */
function wordSet(text: string): ReadonlySet<string> {
  const known = wordSets.get(text);
  if (known !== undefined) return known;
  if (wordSets.size >= MOST_SETS) wordSets.clear();
  const made = new Set(contentWords(text));
  wordSets.set(text, made);
  return made;
}

/** Share (0–1) of the smaller text's content words that the other one holds. */
function overlap(a: string, b: string): number {
  const left = wordSet(a);
  const right = wordSet(b);
  const smaller = Math.min(left.size, right.size);
  if (smaller === 0) return 0;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return shared / smaller;
}

/** True when two sentences say the same: their words overlap, and neither names what the other does not. */
export function sameClaim(a: string, b: string, threshold: number): boolean {
  if (a === b) return true;
  if (overlap(a, b) < threshold) return false;
  const left = exactTokens(a);
  const right = exactTokens(b);
  const [few, all] = left.length <= right.length ? [left, new Set(right)] : [right, new Set(left)];
  return few.every((token) => all.has(token));
}

/** Words that two wishes share at least, and the share of the shorter one's words from which on they are the same. */
const WISH_SHARES = 2;
const WISH_ALIKE = 0.6;

/** True when two sentences ask for the same, as people ask for a thing again: in most of the same words. */
export function sameWish(a: string, b: string): boolean {
  const [few, many] = [wordSet(a), wordSet(b)].sort((x, y) => x.size - y.size);
  const shared = [...(few ?? [])].filter((word) => many?.has(word)).length;
  return shared >= WISH_SHARES && sameClaim(a, b, WISH_ALIKE);
}

/** Names and figures: what must agree before two sentences count as one. */
function exactTokens(text: string): string[] {
  return [...identifiersIn(text), ...(text.match(/\d[\d.,]*/gu) ?? [])];
}
