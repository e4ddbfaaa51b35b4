import type { Amended } from "./amend.ts";
import { isForm } from "./meant.ts";
import { type Statement, statementsIn, subjectOf, wordsIn } from "./statements.ts";
import { ARTICLES, PREPOSITIONS, tellingWords } from "./telling.ts";

/** What is left of `fact` when a person takes back `target` of it. */
export function takeBack(fact: string, target: string): Amended {
  const statements = statementsIn(fact);
  const [first] = statements;
  if (first === undefined || statements.length < 2) return { as: "whole" };
  const subject = subjectOf(first.text);
  const own = statements.map((one, at) => tellingWords(one.text.slice(at === 0 ? subject.length : 0)));
  const wanted = tellingWords(target);
  const isMeant = own.map((words, at) =>
    words.some(
      (word) =>
        wanted.some((other) => isForm(word, other)) &&
        own.every((others, index) => index === at || !others.some((other) => isForm(word, other))),
    ),
  );
  if (!isMeant.includes(true) || !isMeant.includes(false)) return { as: "whole" };
  return restOf(fact, statements, isMeant, subject);
}

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
    if (subject === "") return { as: "unclear" };
    text = standsAlone(head.text) ? capital(text) : `${subject}${gapAfter(subject)}${text}`;
  }
  return { as: "part", text: text + fact.slice(last.end) };
}

/** A statement with a subject of its own: it opens with an article, or with a name. */
function standsAlone(statement: string): boolean {
  const [first] = wordsIn(statement);
  return first !== undefined && ARTICLES.has(first.key) && !PREPOSITIONS.has(first.key);
}

const gapAfter = (text: string): string => (/\p{Script=Han}$/u.test(text) ? "" : " ");
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
