import { CONTRASTS, CORRECTIONS, signal } from "./languages.ts";
import { type Found, PLAIN } from "./named.ts";
import { capitalised } from "./plain-text.ts";
import { namesSingle, restatementIn } from "./restatement.ts";
import { contentWords, pointsBack } from "./sentence.ts";

/** A number or version that tells a value by itself. */
const FIGURE = /\p{Nd}[\p{L}\p{Nd}._:/-]*/gu;
/** Sizes of what is on a screen: an order for the work, not a fact. */
const SIZES = /\p{Nd}\s?(?:px|rem|em|pt|dp|vh|vw)(?!\p{L})/iu;
/** "It is 2", "es 2": the thing itself is not named. */
const NO_SUBJECT =
  /^(?:(?:it|that)(?:'s| is| should be)|es ist|das ist|es|это|应该是|應該是|是)? ?\p{Nd}[\p{L}\p{Nd}._:/-]*$/iu;
const LEAST_LENGTH = 8;
const MOST_TARGET = 100;
/** A contrast that nothing announces is a correction only in a short sentence. */
const MOST_LENGTH = 120;

/**
 * What a sentence corrects: "Correction: X, not Y", "no, X is 2", "X is 2 and not 1". `raw` is the sentence with its
 * openings, `bare` without. A mere contrast counts only between figures, and then names the statement it corrects.
 */
export function correct(bare: string, raw: string): Found | null {
  const label = signal("correcting", "start").exec(raw);
  if (label !== null) return labelled(raw.slice(label[0].length)) ?? byPattern(bare);
  const known = byPattern(bare) ?? restated(bare);
  if (known !== null) return known;
  const objection = signal("objecting", "start").exec(raw);
  if (objection !== null) return objected(raw.slice(objection[0].length));
  return contrasted(bare);
}

/** Said to be a correction in so many words: whatever it states. */
function labelled(rest: string): Found | null {
  const said = trimmed(rest);
  const change = contrastIn(said);
  if (change !== null && contentWords(change.text).length > 0) return found(change.text, change.old);
  if (contentWords(said).length < 2 || pointsBack(said)) return null;
  if (said.length < LEAST_LENGTH && !/\p{Script=Han}{4}/u.test(said)) return null;
  return restated(said) ?? found(said, null);
}

/** "No, …": a figure in place of another, or a thing's one value. */
function objected(rest: string): Found | null {
  const said = trimmed(rest);
  const again = restated(said);
  if (again !== null) return again;
  const change = contrastIn(said);
  if (change !== null && states(said) && isFigures(change)) return found(change.text, change.old);
  const value = restatementIn(said);
  return value?.isSingle === true && states(said) && !pointsBack(said) ? found(said, null) : null;
}

/** "The port is 2 and not 1", with nothing before it: what it corrects is named by all its words. */
function contrasted(sentence: string): Found | null {
  const said = trimmed(sentence);
  if (said.length > MOST_LENGTH || !states(said)) return null;
  const change = contrastIn(said);
  if (change === null || !isFigures(change)) return null;
  const [fresh = "", ...others] = figuresIn(change.text);
  const [old = ""] = figuresIn(change.old);
  if (!namesSingle(change.text) && !NO_SUBJECT.test(change.text)) return null;
  if (others.length > 0 || old.length < 3 || old === fresh) return null;
  const target = pointsBack(said) ? change.old : change.text.replace(fresh, old);
  return found(change.text, target);
}

function states(text: string): boolean {
  if (signal("requestStart", "start").test(text) || SIZES.test(text)) return false;
  return signal("stated").test(text) && !signal("hedge").test(text.replace(/应该是|應該是/gu, "是"));
}

interface Change {
  text: string;
  old: string;
}

function contrastIn(said: string): Change | null {
  for (const { pattern, say, old } of CONTRASTS) {
    const match = pattern.exec(said);
    if (match === null) continue;
    const text = trimmed(say.replace(/\$(\d)/gu, (_, group: string) => match[Number(group)] ?? ""));
    const was = trimmed(match[old] ?? "");
    if (text !== "" && was !== "" && was.length <= MOST_TARGET)
      return { text: text.replace(/\s+/gu, " "), old: was };
  }
  return null;
}

const figuresIn = (text: string): string[] => text.match(FIGURE) ?? [];
const isFigures = ({ text, old }: Change): boolean =>
  figuresIn(text).length > 0 && figuresIn(old).length === 1;

function byPattern(sentence: string): Found | null {
  for (const { pattern, now, old } of CORRECTIONS) {
    const match = pattern.exec(sentence);
    const text = trimmed(match?.[now] ?? "");
    const target = old === null ? null : trimmed(match?.[old] ?? "");
    if (match === null || contentWords(text).length < 1) continue;
    const anew = restated(sentence);
    if (anew !== null) return anew;
    const said = pattern.source.includes("no longer") ? trimmed(sentence) : text;
    if (contentWords(said).length < 2 || pointsBack(said)) continue;
    return found(said, target);
  }
  return null;
}

/** "The API port is 9090, not 8080": said of what has one value only, it needs no word to remember it. */
function restated(sentence: string): Found | null {
  const value = restatementIn(sentence);
  if (value === null || !value.isSingle || (value.old === null && !value.isNow)) return null;
  if (signal("hedge").test(sentence) || signal("onceOnly").test(sentence)) return null;
  return { ...PLAIN, kind: "fact", text: capitalised(trimmed(sentence)), explicit: true };
}

function found(text: string, target: string | null): Found {
  return {
    kind: "fact",
    op: "correct",
    subject: "",
    text: capitalised(text),
    targetText: target,
    scope: "project",
    explicit: target !== null,
  };
}

function trimmed(text: string): string {
  return text.replace(/^[\s,:;.—–，：；。-]+|[\s.;,:!。！；]+$/gu, "").trim();
}
