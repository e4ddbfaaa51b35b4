import { signal } from "../session/signals/languages.ts";
import type { Amended } from "./amend.ts";
import { isForm } from "./meant.ts";
import { type Statement, statementsIn, subjectOf, wordsIn } from "./statements.ts";
import { ARTICLES, PREPOSITIONS, tellingWords } from "./telling.ts";

/** What is left of `fact` when a person takes back `target` of it. */
export function takeBack(fact: string, target: string): Amended {
  const statements = statementsIn(fact);
  const [first] = statements;
  if (first === undefined || statements.length < 2) return { as: "whole" };
  const subject = isSure(first.text) ? subjectOf(first.text) : "";
  const own = statements.map((one, at) => tellingWords(one.text.slice(at === 0 ? subject.length : 0)));
  const wanted = tellingWords(target);
  const isMeant = own.map((words, at) =>
    words.some(
      (word) =>
        wanted.some((other) => isForm(word, other)) &&
        own.every((others, index) => index === at || !others.some((other) => isForm(word, other))),
    ),
  );
  const goes = withConsequences(statements, isMeant);
  if (!goes.includes(true) || !goes.includes(false)) return { as: "whole" };
  return restOf(fact, statements, goes, subject);
}

/** "…, so don't count on it" says nothing without what it follows from. */
const CONSEQUENCE =
  /^(?:so|therefore|hence|thus|that's why|deshalb|daher|darum|also|así que|por eso|por lo tanto|поэтому|так что|значит)(?!\p{L})|^(?:所以|因此|因而|于是)/iu;

function withConsequences(statements: readonly Statement[], isGone: readonly boolean[]): boolean[] {
  const goes: boolean[] = [];
  for (const [at, { text }] of statements.entries())
    goes.push(isGone[at] === true || (goes.at(-1) === true && CONSEQUENCE.test(text)));
  return goes;
}

/** Where no verb is known, only of a short statement all but the last word is taken for its subject. */
function isSure(statement: string): boolean {
  return signal("stated").test(statement) || wordsIn(statement).length <= SHORT;
}

const SHORT = 4;

function restOf(
  fact: string,
  statements: readonly Statement[],
  isGone: readonly boolean[],
  subject: string,
): Amended {
  const left = statements.filter((_, at) => isGone[at] !== true);
  const [head] = left;
  const last = statements.at(-1);
  if (head === undefined || last === undefined) return { as: "whole" };
  let text = head.text;
  for (const [at, one] of left.entries()) {
    const before = left[at - 1];
    if (before === undefined) continue;
    const place = statements.indexOf(one);
    // the words that joined it to the statement before it
    text += fact.slice(statements[place - 1]?.end ?? one.start, one.start) + one.text;
  }
  if (isGone[0] === true) {
    const joint = fact.slice(statements[statements.indexOf(head) - 1]?.end ?? head.start, head.start);
    if (standsAlone(head.text)) text = capital(text);
    else if (subject !== "" && goesOn(joint, head.text)) text = `${subject}${gapAfter(subject)}${text}`;
    else return { as: "unclear" };
  }
  return { as: "part", text: text + fact.slice(last.end) };
}

/** A statement with a subject of its own: it opens with an article, or with a name. */
function standsAlone(statement: string): boolean {
  const [first] = wordsIn(statement);
  return first !== undefined && ARTICLES.has(first.key) && !PREPOSITIONS.has(first.key);
}

/**
 * A statement that goes on with the subject before it: tied to it by "and", or opening with what it says of it. A comma
 * alone ties an order to a fact just as well ("…, don't rely on it").
 */
function goesOn(joint: string, statement: string): boolean {
  const isTied = /\p{L}/u.test(joint) || /\p{Script=Han}/u.test(statement);
  return isTied || signal("stated", "start").test(statement);
}

const gapAfter = (text: string): string => (/\p{Script=Han}$/u.test(text) ? "" : " ");
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
