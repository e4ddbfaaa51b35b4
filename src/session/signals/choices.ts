import { languageOf, signal } from "./languages.ts";
import { type Found, PLAIN } from "./named.ts";
import { neutral } from "./neutral.ts";
import { flatten } from "./plain-text.ts";
import { contentWords } from "./sentence.ts";

const MAX = 300;
/** How an answer to a host's question tool reaches us: `question → answer`, one a line. */
const ANSWER = /^(.{10,400}[?？]) → (.{2,200})$/u;
const ASKED = /^(.*[?？]) \[(.*?)\]?$/u;
const RECOMMENDED = /\s*\((?:recommended|рекоменд\p{L}*)\)/giu;

/** Answers to questions with options, each as one sentence: the question, what was chosen and over what. */
export function answersIn(text: string, asked: string): Found[] {
  const out: Found[] = [];
  const options = optionsAsked(asked);
  for (const line of text.split("\n")) {
    const [, question, given] = ANSWER.exec(line) ?? [];
    if (question === undefined || given === undefined) continue;
    const answer = flatten(given.replace(RECOMMENDED, "")).replace(/[.\s]+$/u, "");
    if (isSteering(question, answer)) continue;
    const others = (options.get(question) ?? []).filter((one) => one !== answer && !answer.includes(one));
    const sentence = answerSentence(flatten(question), answer, others);
    if (sentence !== null) out.push({ ...PLAIN, kind: "decision", text: sentence, explicit: true });
  }
  return out;
}

/** True when every line of a text is an answer to a question tool. */
export function isAnswer(text: string): boolean {
  return text.split("\n").every((line) => line.trim() === "" || ANSWER.test(line));
}

function optionsAsked(asked: string): Map<string, string[]> {
  const options = new Map<string, string[]>();
  for (const line of asked.split("\n")) {
    const [, question, list] = ASKED.exec(line) ?? [];
    // A list that was cut is not known whole.
    if (question === undefined || list === undefined || !line.endsWith("]")) continue;
    options.set(
      question,
      list
        .split(" | ")
        .map((one) => flatten(one.replace(RECOMMENDED, "")))
        .filter(Boolean),
    );
  }
  return options;
}

function isSteering(question: string, answer: string): boolean {
  if (signal("steering").test(question) || signal("steering", "start").test(answer)) return true;
  // "Yes" to a question says something only together with the whole of it, which reads as an open question.
  return (
    contentWords(answer).length === 0 ||
    contentWords(question).length < 2 ||
    /^(?:yes|no|да|нет)\b/iu.test(answer)
  );
}

function answerSentence(question: string, answer: string, others: readonly string[]): string | null {
  const { say } = languageOf(question);
  const plain = question.replace(/ \([^()]*\)/gu, "");
  const last = question.split(/(?<=[.!]) (?=\p{Lu})/u).at(-1) ?? question;
  const tries = [
    say.answer(question, answer, others),
    say.answer(plain, answer, others),
    say.answer(plain, answer, []),
    say.answer(last, answer, []),
  ];
  return tries.find((one) => one.length <= MAX) ?? null;
}

const LABELLED =
  /^[\s#>*_-]*(?:option|approach|variant|choice|вариант)\s*#?(\d|[a-eа-д])\b\**\s*[:.)—–-]+\s*(.{4,200})$/iu;

/** Options that a text lists under "Option 1: …", by number or letter in lower case. */
function optionsListed(said: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const line of said.split("\n")) {
    const [, key, label] = LABELLED.exec(line) ?? [];
    if (key === undefined || label === undefined) continue;
    const text = flatten(label)
      .replace(/\s*\([^()]*\)$/u, "")
      .replace(/[.:;\s]+$/u, "");
    if (!options.has(key.toLowerCase())) options.set(key.toLowerCase(), text);
  }
  return options;
}

/** A person's pick among options that the agent listed by number: what was chosen, over what, and what they added. */
export function optionPicked(text: string, said: string): Found[] {
  const match = signal("option").exec(text);
  const key = match
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.toLowerCase();
  if (match === null || key === undefined || /[?？]/u.test(text) || text.length > 1200) return [];
  if (signal("hedge").test(text.slice(0, match.index)) && !/like/iu.test(text)) return [];
  const options = optionsListed(said);
  const chosen = options.get(key);
  if (chosen === undefined || options.size < 2) return [];
  // "not option 2" refuses it.
  if (
    /(?:not|don't|instead of|rather than|не|вместо)\s+(?:use |with |like )?$/iu.test(
      text.slice(0, match.index),
    )
  )
    return [];
  const others = [...options].filter(([other]) => other !== key).map(([, label]) => label);
  const { say } = languageOf(said);
  const sentence = say.picked(chosen, others);
  const why = reasonsGiven(text);
  const whole = why === "" ? sentence : `${sentence.replace(/\.$/u, "")}: ${why}`;
  const fitting = [whole, `${say.picked(chosen, []).replace(/\.$/u, "")}: ${why}`, sentence].find(
    (one) => one.length <= MAX,
  );
  return fitting === undefined
    ? []
    : [{ ...PLAIN, kind: "decision", text: neutral(fitting), explicit: true }];
}

/** What a person adds to a pick: lines that say what leads to what, else the sentence's own reason. */
function reasonsGiven(text: string): string {
  const lines = text.split("\n").filter((line) => /\s(?:->|→|=>)\s/u.test(line) && line.length < 160);
  if (lines.length > 0)
    return lines
      .map((line) =>
        flatten(line)
          .replace(/->|=>/gu, "→")
          .replace(/[.;]+$/u, ""),
      )
      .join("; ");
  const why = /(?:because|since|so that|потому что|так как|чтобы)\s.{8,160}/iu.exec(
    text.split("\n")[0] ?? "",
  )?.[0];
  return why === undefined ? "" : why.replace(/[.;]+$/u, "");
}
