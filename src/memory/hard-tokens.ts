import { LINE_MARKS } from "./normalise.ts";

/**
 * Hard tokens: what must be equal for two facts to say the same thing. Numbers, versions, paths, flags, code spans and
 * negations ("port 5432" and "port 5433" are 0.77 alike, and two different facts).
 */

const CODE_SPAN = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/gu;
/** The lines around a code block; what lies between is read as plain text. */
const FENCE = /^[\s>]*(?:`{3,}|~{3,})[^`\r\n]*$/gmu;
const URL = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>()[\]"'`]+/giu;
/** A run of characters that numbers, paths and flags are made of; letters of scripts without spaces end it. */
const RUN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}\p{M}~@#$%_./\\:+=-]+/gu;
const EDGE = /^[.:,+=#@-]+(?=[\p{L}\p{Nd}])|[.:,+=@/\\-]+$/gu;
const FLAG = /^--?\p{L}[\p{L}\p{Nd}-]*(?:=\S*)?$/u;
const FILE_NAME = /^[\p{L}\p{Nd}_.@+-]*\p{L}[\p{L}\p{Nd}_.@+-]*\.[a-z][a-z0-9]{0,7}$/iu;

/** Words that turn a sentence around. Prefixes end in `*`. */
const NEGATIONS = new Set(
  (
    "not no never none neither nor nobody nothing cannot without dont doesnt didnt wont cant isnt arent wasnt werent " +
    "shouldnt mustnt couldnt wouldnt hasnt havent aint " +
    "не нет нельзя никогда ни никто ничего без " +
    "nunca jamás sin ni ningún ninguna ninguno tampoco nada não sem nem " +
    "nicht kein keine keinen keinem keiner keines nie niemals ohne weder nichts " +
    "ne pas jamais sans aucun aucune rien"
  ).split(" "),
);

/** Switch words: the other half of a pair that trigrams hardly see. */
const SWITCHES = new Set(
  (
    "true false off yes enable enabled disable disabled allow allowed deny denied forbid forbidden " +
    "включен включена включено выключен выключена выключено"
  ).split(" "),
);

/** "on" is a preposition too: only after a verb of state it is a switch. */
const SWITCHED_ON = /(?:\b(?:is|are|be|stays?|turn(?:ed)?|switch(?:ed)?)\s+|[:=]\s*)on\b/iu;

/** Chinese and Japanese negations; they stand inside words, so each occurrence counts. */
const CJK_NEGATIONS = /不|没|沒|無|无|勿|未|莫|非|别|ない|ません|禁止/gu;

/** Sorted, unique hard tokens of a fact as written. The number of negations is one token: `not` × n. */
export function hardTokens(text: string): string[] {
  const tokens = new Set<string>();
  const bare = text.replace(FENCE, " ").replace(LINE_MARKS, " ").normalize("NFKC");
  const plain = bare.replace(CODE_SPAN, (_, _ticks: string, code: string) => {
    tokens.add(code.trim().replace(/\s+/gu, " "));
    return " ";
  });
  const withoutUrls = plain.replace(URL, (url) => {
    tokens.add(url.replace(/[.,;:!?]+$/u, "").toLowerCase());
    return " ";
  });
  for (const [run] of withoutUrls.matchAll(RUN)) {
    const token = run.replace(EDGE, "");
    if (isHard(token, run)) tokens.add((isFlag(run) ? run : token).toLowerCase());
  }
  const negations = countNegations(withoutUrls);
  if (negations > 0) tokens.add(`not×${negations}`);
  for (const word of words(withoutUrls)) if (SWITCHES.has(word)) tokens.add(word);
  if (SWITCHED_ON.test(withoutUrls)) tokens.add("on");
  return [...tokens].sort();
}

/** True when both sorted lists hold the same tokens. */
export function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, position) => token === b[position]);
}

function isHard(token: string, run: string): boolean {
  if (token === "") return false;
  return /\p{Nd}/u.test(token) || isFlag(run) || isPath(token);
}

function isFlag(run: string): boolean {
  return FLAG.test(run);
}

function isPath(token: string): boolean {
  if (/^(?:~|\.{1,2})?[/\\]./u.test(token)) return true;
  if (/^[a-z]:[/\\]/iu.test(token)) return true;
  if (FILE_NAME.test(token)) return true;
  // "and/or" and "client/server" are words; a path has two separators, an extension or an underscore
  return /^[^/\\]+[/\\][^/\\]/u.test(token) && /[/\\].*[/\\.]|[_.]/u.test(token);
}

function countNegations(text: string): number {
  let count = text.match(CJK_NEGATIONS)?.length ?? 0;
  for (const word of words(text)) if (NEGATIONS.has(word)) count += 1;
  return count;
}

/** Single words in lower case without apostrophes; parts of a compound ("trade-off") turn nothing around. */
function* words(text: string): Generator<string> {
  for (const [written] of text.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu)) {
    const word = written.replace(/['’]|-+$/gu, "");
    if (!word.includes("-")) yield word;
  }
}
