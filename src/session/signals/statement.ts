import { lasting, signal } from "./languages.ts";
import { contentWords, isQuestion, pointsBack, withoutFillers } from "./sentence.ts";

const MOST_LENGTH = 260;
const HAN = /\p{Script=Han}/u;

/** "Btw, we use pnpm" → "we use pnpm", and "we use pnpm, by the way" → the same. */
export function withoutAside(sentence: string): string {
  let text = sentence.replace(TRAILS, "");
  for (;;) {
    const opening = lasting("aside", "start").exec(text)?.[0];
    if (opening === undefined) return text;
    const rest = withoutFillers(text.slice(opening.length).replace(/^[\s,.:;!，：。–—-]+/u, ""));
    if (rest === "") return text;
    text = rest;
  }
}

/** The part of a sentence that states something, without the request tied to it; null where nothing can be kept of it. */
export function statement(sentence: string): string | null {
  const text = withoutPassing(ended(sentence.split(REQUEST)[0] ?? ""));
  const least = HAN.test(text) ? 7 : 14;
  if (text.length < least || text.length > MOST_LENGTH || isQuestion(sentence)) return null;
  if (/^["'«“>]|[:：]$|\?|？|…|\.\.\./u.test(text) || signal("hedge").test(text.replace(CONDITION, "")))
    return null;
  if (/^(?:把|将|將|帮|幫)/u.test(text) || COPIED.test(text)) return null;
  if (pointsBack(text) && !NAMES_ALL.test(text)) return null;
  if (contentWords(text).length < 2 || lasting("moment").test(text.replace(HOLDS, ""))) return null;
  return text;
}

function ended(text: string): string {
  return text.replace(/^[\s,:;–—¡-]+|[\s.;,:!。！；，]+$/gu, "").replace(/^\(([^()]+)\)$/u, "$1");
}

/** Clock times with seconds, frames and positions (not "at 04:00"): copied from a terminal. */
const COPIED =
  /\d\d:\d\d:\d\d|[╭╰─│×✗✓➜]|(?<![\d:])(?!\d?\d:\d\d )\d+:\d+ |(?:^|\s)[d-][r-][w-][x-][r-]|\d\d\/\d\d\/\d\d/u;

/** "If you touch the schema, regenerate the client": a rule for whenever it happens. */
export const CONDITION =
  /^(?:if|when) you (?:touch|change|edit|add|modify|bump|rename|create|release|deploy|upgrade) (?=\p{L})/iu;

/** "We deploy with X, that one is broken" → "we deploy with X": a clause that passes says nothing about the one before it. */
function withoutPassing(text: string): string {
  const clauses = text.split(/(?<=[,;，；]) ?/u);
  while (clauses.length > 1) {
    const last = clauses.at(-1) ?? "";
    const tells = lasting("passing").test(last) || points(last);
    if (!tells || lasting("moment").test(last) || lasting("hence").test(last)) break;
    clauses.pop();
  }
  return ended(clauses.join(" ").replace(/([，；]) /gu, "$1"));
}

/** Words of time and past that tell how things are meant to be, or are no more. */
const HOLDS =
  /(?<!\p{L})(?:(?:was|were) (?:supposed|meant) to|no longer|still on|läuft noch auf)(?!\p{L})/giu;

/** What people add behind a statement. */
const TRAILS =
  /[\s,，]+(?:btw|by the way|fyi|please|pls|thanks|thx|lol|кстати|пожалуйста|спасибо|por favor|por cierto|gracias|bitte|übrigens|danke|顺便说一下|顺便提一下|順便說一下|谢谢|謝謝)[\s.!。！]*$/iu;

/** Where a statement ends and an order begins: "…, so can you …", "… and I want …". */
const REQUEST =
  /(?:[,;]| and| but| so)+ (?=(?:you(?:'ll| will)|can you|could you|please (?!never|always|don't)|let's|let me|i want|i need|i'd like|we (?:need|should|have) to|поэтому давай|\p{L}+ давай|можешь|сделай|kannst du|lass uns|puedes)(?!\p{L}))/iu;

/** "This app is …" names what it is about. */
const NAMES_ALL =
  /^(?:this|the) (?:whole |entire )?(?:app|application|project|repo|repository|codebase|product|service|site|tool|library|package|team|company|monorepo|script|server|plugin)(?!\p{L})|^there(?:'s| is| are) (?:also )?(?:an?|another|two|three|one) |^it(?:'s| is) an? (?:public|private|open.?source|regulated) (?:repo|repository|project|app|product|package)(?!\p{L})/iu;

const POINTS =
  /(?<![\p{L}'])(?:it|them|this|these|those|that(?=$|[.,;:!)]| (?:is|was|one|way|file|name|part))|(?<=(?:of|in|for|with|to|on|use|do|like|than|from|at|by|about|want|need|put|fix|keep) )that|he|she|him|her|там|туда|это|этот|эту|его|её|их|dies\p{L}*|das da|esto|eso|ello|这个|那个|它)(?![\p{L}'-])/iu;

/** True where the object of the sentence is only pointed at. */
export function points(text: string): boolean {
  return POINTS.test(text.replace(NAMES_ALL, "").replace(IN_THIS, ""));
}

const IN_THIS = /\bin this (?:codebase|repo|repository|project|monorepo|app|team|company)(?!\p{L})/iu;
