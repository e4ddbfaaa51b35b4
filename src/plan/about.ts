import { hardTokens } from "../memory/hard-tokens.ts";
import { normalise } from "../memory/normalise.ts";
import { slugOf } from "../manifest/slug.ts";
import type { Draft } from "./draft.ts";
import { comparableFact, type Standing } from "./known.ts";
import { everywhere, isForm, names, standingFacts, wordsOf } from "./meant.ts";

/** Facts that name something: `clear` where that is what they are about, `vague` where they say more or only mention it. */
export interface About {
  clear: Standing[];
  vague: Standing[];
}

/** A name that stands this early is the subject of its sentence ("the staging database runs on …"). */
const SUBJECT_WORDS = 3;
/** Two statements in one: taking the fact out would lose the other one. */
const TWO_CLAUSES = /[;.](?=\s+\S)|,\s+(?:and|but|while|so|а|и|но|und|y)\s|\s(?:and|while|but|но)\s/iu;

/**
 * Facts about a name. A fact is clearly about it when its topic or heading is that name, or when it is one statement
 * that has the name as its subject or as the only name. `isSure`: a person asked for all about it; else only what the
 * facts write as a name is one ("forget about the tests" may put something off).
 */
export function factsAbout(draft: Draft, name: string, isSure: boolean): About {
  const standing = standingFacts(draft);
  const tokens = hardTokens(name);
  const found = standing.filter((one) => {
    const { hardTokens: held } = comparableFact(one.match);
    return (
      tokens.every((token) => held.includes(token)) &&
      (hasTopic(one, name) || names(one.match.fact.text, name))
    );
  });
  const about: About = { clear: [], vague: [] };
  for (const one of found) {
    const isClear = hasTopic(one, name) || isAbout(one.match.fact.text, name, isSure);
    const others = everywhere(standing, one);
    if (!about.clear.some((known) => known === one) && isClear)
      about.clear.push(...others.filter((other) => !about.clear.includes(other)));
    else if (!isClear) about.vague.push(one);
  }
  about.vague = about.vague.filter((one) => !about.clear.includes(one));
  return about;
}

/** A single word that names something by itself. */
export function isOneWord(name: string): boolean {
  return wordsOf(normalise(name)).filter((word) => word.length > 2 && word !== "the").length === 1;
}

function hasTopic({ match }: Standing, name: string): boolean {
  const titles = [
    match.record?.kind === "project" ? "" : (match.record?.subject ?? ""),
    ...match.fact.headings,
  ];
  return titles.some((title) => title !== "" && slugOf(title) === slugOf(name));
}

function isAbout(text: string, name: string, isSure: boolean): boolean {
  if (TWO_CLAUSES.test(text.trim())) return false;
  const wanted = wordsOf(normalise(name));
  const written = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*/gu) ?? [];
  const isOfName = (word: string): boolean => wanted.some((other) => isForm(normalise(word), other));
  const at = written.findIndex(isOfName);
  const others = written.slice(1).filter((word) => /^\p{Lu}/u.test(word) && !isOfName(word));
  const isNamed = written.some((word, index) => isOfName(word) && /\p{Lu}/u.test(word) && index > 0);
  if (!isSure && !isNamed) return false;
  return (at >= 0 && at < SUBJECT_WORDS) || others.length === 0;
}
