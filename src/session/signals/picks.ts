import { ordinalAt, signal } from "./languages.ts";
import { capitalised, clip, ended, flatten, sentencesOf } from "./plain-text.ts";
import { contentWords, isQuestion } from "./sentence.ts";

/** One item of a list that the agent put before a person. */
export interface Offer {
  /** Its number, or its letter in upper case. */
  key: string;
  /** What it stands for, at most 120 characters. */
  label: string;
  /** A piece of work; false: one way among others to do what is asked for already. */
  isWork: boolean;
}

/** What a person took from a list: the turn with the items in place of their keys. */
export interface Pick {
  text: string;
  isWork: boolean;
}

const MAX_LABEL = 120;
const MOST_OFFERS = 12;
/** A longer turn says what it is about by itself. */
const MAX_PICK = 600;

const ROW = /^\s*\|\s*#?(\d{1,2}|[A-H])\s*\|\s*([^|]{3,}?)\s*\|/u;
const ITEM =
  /^[\s#>*_-]*((?:option|approach|variant|choice|вариант|opción|ansatz|方案)\s*)?#?(\d{1,2}|[A-H])\b\**\s*[.):—–-]\**\s+(\S.{2,})$/iu;
/** "#2 (fix the log routing), #3 (clean the state up)". */
const INLINE = /#(\d{1,2}) \(([^()]{6,120})\)/gu;
const WAYS =
  /(?<!\p{L})(?:options?|approach(?:es)?|alternatives?|variants?|prefer\p{L}*|вариант\p{L}*|предпоч\p{L}+|optionen|ansätze|opciones|enfoques?)(?!\p{L})|方案/iu;

/** The last list of at least two keyed items in a text of the agent. */
export function offersIn(said: string): Offer[] {
  let found = new Map<string, string>();
  let areWays = false;
  const add = (key: string, label: string, named: boolean): void => {
    // A key that comes again begins another list.
    if (found.has(key)) found = new Map();
    areWays = named;
    if (found.size < MOST_OFFERS) found.set(key, labelOf(label));
  };
  const lines = said.split("\n");
  for (const line of lines) {
    const row = ROW.exec(line);
    const item = row === null ? ITEM.exec(line) : null;
    if (row?.[1] !== undefined && row[2] !== undefined) add(row[1], row[2], false);
    const key = item?.[2] ?? "";
    // A lower-case letter opens a sentence rather than an item, unless a word for a choice stands before it.
    const isKey = item?.[1] !== undefined || /\d|\p{Lu}/u.test(key);
    if (key !== "" && isKey) add(key.toUpperCase(), item?.[3] ?? "", item?.[1] !== undefined);
  }
  if (found.size < 2)
    found = new Map([...said.matchAll(INLINE)].map(([, key = "", label = ""]) => [key, labelOf(label)]));
  if (found.size < 2) return [];
  const isWork = !areWays && !WAYS.test(lines.slice(-3).join(" "));
  return [...found].map(([key, label]) => ({ key, label, isWork }));
}

/** The first sentence of an item, or its bold lead where that is long. */
function labelOf(text: string): string {
  const [whole = ""] = sentencesOf(flatten(text));
  const lead = /^\*\*(.+?)\*\*/u.exec(text)?.[1];
  const label =
    whole.length > MAX_LABEL && lead !== undefined && contentWords(lead).length > 1 ? flatten(lead) : whole;
  return clip(label, MAX_LABEL).replace(/[.:;,\s—–-]+$/u, "");
}

const KEY = "(?:\\d{1,2}|[A-Ha-h])";
const AND = "\\s*(?:,|&|\\+|/|and|und|y|и|和)\\s*";
const SEVERAL = `${KEY}(?:${AND}#?${KEY})*`;
const AHEAD = new RegExp(`^(?:#|№)?(${SEVERAL})(?:[.):])?(?=$|[\\s,;:!.，。；！—–-]|\\p{Script=Han})`, "u");
const BEHIND = new RegExp(`\\s(?:#|№)?(\\d{1,2}(?:${AND}#?\\d{1,2})*)[.!]?$`, "u");

/**
 * A turn that takes items of a list by their keys ("2", "option B please", "yes, do the second", "tackle 2 and 3"), with
 * what they stand for; null for any other turn. `isOld`: the list is not in what the agent said last, so that a bare
 * number would be no pick.
 */
export function pickedIn(text: string, offers: readonly Offer[], isOld: boolean): Pick | null {
  if (offers.length < 2 || text.length > MAX_PICK || isQuestion(text.trim())) return null;
  return pickAhead(text.trim(), offers, isOld) ?? pickBehind(text.trim(), offers);
}

function pickAhead(text: string, offers: readonly Offer[], isOld: boolean): Pick | null {
  const opening = signal("pickStart", "start").exec(text)?.[0] ?? "";
  const bare = text.slice(opening.length).trimStart();
  if (isOld && opening === "" && !/^[#№]/u.test(bare)) return null;
  const nth = ordinalAt(bare);
  const match = nth === null ? AHEAD.exec(bare) : null;
  const keys = nth === null ? (match?.[1] ?? "") : String(nth.index + 1);
  const rest = bare.slice(nth?.text.length ?? match?.[0].length ?? 0).trimStart();
  const taken = takenFrom(keys, offers, opening !== "" || rest === "");
  if (
    taken === null ||
    !(rest === "" || /^[.,;:!)—–-]/u.test(rest) || signal("afterPick", "start").test(rest))
  )
    return null;
  return { text: joined(taken, text, rest), isWork: taken.every((one) => one.isWork) };
}

/** "…, and then add a fix for 2" → "…, and then add a fix for 2: the log routing". */
function pickBehind(text: string, offers: readonly Offer[]): Pick | null {
  const match = BEHIND.exec(text);
  const keys = match?.[1];
  if (match === null || keys === undefined || !signal("pickEnd").test(text.slice(0, match.index)))
    return null;
  const taken = takenFrom(keys, offers, true);
  if (taken === null) return null;
  const what = taken.map((one) => one.label).join("; ");
  return { text: `${text.replace(/[.!\s]+$/u, "")}: ${what}.`, isWork: true };
}

function takenFrom(keys: string, offers: readonly Offer[], lettersToo: boolean): Offer[] | null {
  const said = keys
    .split(new RegExp(`${AND}#?`, "u"))
    .map((key) => key.trim())
    .filter(Boolean);
  const taken = said.flatMap((key) => offers.find((one) => one.key === key.toUpperCase()) ?? []);
  if (said.length === 0 || taken.length < said.length) return null;
  // "A bigger cache …" opens with a letter too.
  return !lettersToo && said.some((key) => /\p{L}/u.test(key)) ? null : taken;
}

/** What was taken, and what a person adds to it; praise of the choice is quoted, a mere "please" left out. */
function joined(taken: readonly Offer[], text: string, rest: string): string {
  const what = capitalised(taken.map((one) => one.label).join("; "));
  const added = rest.replace(/^[\s.,;:!)—–-]+/u, "");
  const words = contentWords(added).length;
  const praises = signal("pickPraise", "start").test(added);
  if (words < (praises ? 3 : 2)) return ended(what);
  if (praises) return `${what} ("${clip(text, MAX_LABEL)}").`;
  return /^\p{Ll}/u.test(added) ? `${what}, ${added}` : `${what}. ${added}`;
}
