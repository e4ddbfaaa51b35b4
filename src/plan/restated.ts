import type { Update } from "../handoff/update.ts";
import { hardTokens } from "../memory/hard-tokens.ts";
import { LINE_MARKS, normalise } from "../memory/normalise.ts";
import { slugOf } from "../manifest/slug.ts";
import { signal } from "../session/signals/languages.ts";
import { type Restatement, restatementIn } from "../session/signals/restatement.ts";
import type { Draft } from "./draft.ts";
import type { Standing } from "./known.ts";
import { meantFacts, standingFacts, wordsOf } from "./meant.ts";
import { statementsIn } from "./statements.ts";
import { routeUpdate } from "./route.ts";

/** What a statement about a thing's one value finds: the fact that it replaces, the same value, or a contradiction. */
export type Restated =
  | { as: "corrects"; standing: Standing; text: string; old: string | null }
  | { as: "same"; standing: Standing }
  | { as: "conflict"; standing: Standing }
  | { as: "new" };

/** Kinds of facts that state how things are; rules, decisions and lessons are corrected only on request. */
const KINDS: ReadonlySet<string> = new Set(["fact", "project", "infrastructure"]);
/** A place, time or condition in a value: another value may hold elsewhere at once. */
const CONDITION =
  /(?<!\p{L})(?:in|on|for|at|of|with|when|if|during|by|from|under|until|and|or|also|except|auf|für|bei|mit|unter|wenn|und|oder|en|para|con|y|o|si|в|на|для|при|если|когда|до|и|или|также)(?!\p{L})|[,;/(]/iu;
const MOST_WORDS = 4;

/**
 * The stored fact that a person's statement says anew with another value: "The database is Postgres 15, not 14." It
 * must speak of the same thing in the same topic; without a word for the change ("not 14", "now") only what has one
 * value at a time is replaced. Anything less clear is a conflict at most, and both stay.
 */
export function restatedBy(draft: Draft, update: Update): Restated {
  const fresh = update.confidence === "stated" && KINDS.has(update.kind) ? restatementIn(update.text) : null;
  if (fresh === null) return { as: "new" };
  const mayMean = scopeOf(draft, update);
  const rivals = standingFacts(draft).flatMap((standing) => {
    const told = mayMean(standing) ? restatementIn(standing.match.fact.text.replace(LINE_MARKS, "")) : null;
    return told === null || !isOfSameThing(told, fresh) ? [] : [{ standing, told }];
  });
  const same = rivals.find(({ told }) => normalise(told.value) === normalise(fresh.value));
  if (same !== undefined) return { as: "same", standing: same.standing };
  const clear = rivals.filter(({ standing, told }) => isReplaced(told, fresh, standing));
  const [only] = clear;
  const isOne = new Set(clear.map(({ standing }) => standing.match.fact.hash)).size === 1;
  const corrects = (standing: Standing): Restated => ({
    as: "corrects",
    standing,
    text: textOf(fresh, update),
    old: saysMore(standing) ? fresh.old : null,
  });
  if (only !== undefined && isOne) return corrects(only.standing);
  const named = rivals.length === 0 && fresh.old !== null ? holderOf(draft, update, fresh) : null;
  if (named !== null && mayMean(named)) return corrects(named);
  const conflict = rivals.find(
    ({ told }) => fresh.isNow || fresh.old !== null || isExact(told.value, fresh.value),
  );
  return conflict === undefined ? { as: "new" } : { as: "conflict", standing: conflict.standing };
}

/** The one fact that names the thing and its old value among other statements. */
function holderOf(draft: Draft, update: Update, { subject, old }: Restatement): Standing | null {
  const meant = meantFacts(draft, { ...update, op: "correct", targetText: `${subject} ${old ?? ""}` });
  const [first] = meant.as === "one" ? meant.facts : [];
  if (first === undefined || !saysMore(first)) return null;
  // one word may name another thing as well ("the reports database")
  return words(subject).length > 1 || isStatedOf(subject, old ?? "", first) ? first : null;
}

/** One of the fact's statements gives the old value to just this thing: "… and listens on port 1". */
function isStatedOf(subject: string, old: string, { match }: Standing): boolean {
  const known = new Set([...words(subject), ...words(old)]);
  return statementsIn(match.fact.text).some(({ text }) => {
    const said = words(text).filter((word) => word.length > 2 && !signal("stated", "whole").test(word));
    return (
      words(old).every((word) => words(text).includes(word)) &&
      said.every((word) => known.has(word) || DEFINITE.test(word))
    );
  });
}

const DEFINITE = /^(?:the|der|die|das|el|la)$/u;

/** The words of the person, without the value that no longer holds. */
function textOf(fresh: Restatement, update: Update): string {
  if (fresh.old === null) return update.text;
  return /[.!]$/u.test(update.text) ? `${fresh.text}.` : fresh.text;
}

/** Facts of the topic where the statement belongs, and of topics that are no other project's. */
function scopeOf(draft: Draft, update: Update): (standing: Standing) => boolean {
  const route = routeUpdate(draft, update, false);
  const folder = draft.handoff.session.cwd?.split(/[\\/]/u).findLast((part) => part !== "") ?? "";
  const subjects = new Set([update.subject, folder].filter((name) => name !== "").map(slugOf));
  return ({ path, match: { record } }) => {
    if (route.to === "file" && path === route.path) return record === null || KINDS.has(record.kind);
    if (record === null || !KINDS.has(record.kind)) return false;
    return record.kind !== "project" || subjects.has(slugOf(record.subject));
  };
}

function isOfSameThing(told: Restatement, fresh: Restatement): boolean {
  const key = (one: Restatement): string => normalise(one.subject);
  return key(told) === key(fresh) && told.verb === fresh.verb;
}

function isReplaced(told: Restatement, fresh: Restatement, standing: Standing): boolean {
  const { match } = standing;
  if (fresh.old !== null) return holds(told.value, fresh.old, fresh.value, saysMore(standing));
  // a person's own line is replaced only where the sentence names what it says
  if (match.record === null || match.edited) return false;
  if (!fresh.isNow && (!fresh.isDefinite || match.record.confidence !== "stated")) return false;
  if ([told.value, fresh.value].some((value) => CONDITION.test(value) || words(value).length > MOST_WORDS))
    return false;
  return isRenumbered(told.value, fresh.value) || (fresh.isSingle && isExact(told.value, fresh.value));
}

/** The stored value holds the old one and, beside it and other statements, no word that the new one lacks. */
function holds(value: string, old: string, fresh: string, saysMore: boolean): boolean {
  const held = words(value);
  const known = new Set([...words(old), ...words(fresh)]);
  return (
    words(old).every((word) => held.includes(word)) && (saysMore || held.every((word) => known.has(word)))
  );
}

/** A fact that makes more statements than one: a correction of one leaves the others. */
const saysMore = ({ match }: Standing): boolean => statementsIn(match.fact.text).length > 1;

/** The same words with other numbers. */
function isRenumbered(a: string, b: string): boolean {
  const bare = (value: string): string =>
    words(value)
      .filter((word) => !/\p{Nd}/u.test(word))
      .join(" ");
  return bare(a) === bare(b) && /\p{Nd}/u.test(a) && /\p{Nd}/u.test(b);
}

/** Both are names or figures; "slow" and "GitHub Actions" say different things of one thing. */
function isExact(a: string, b: string): boolean {
  return [a, b].every(
    (value) => /^\p{Lu}/u.test(value) || hardTokens(value).length > 0 || /[\w-]+[.-][\w-]+/u.test(value),
  );
}

const words = (value: string): string[] =>
  wordsOf(normalise(value)).filter((word) => !/^(?:the|an?)$/u.test(word));
