/** A statement that gives one thing one value: "the API port is 8080", "our database is now Postgres 15, not 14". */
export interface Restatement {
  /** The thing, in lower case without its article. */
  subject: string;
  /** What ties the value to it; "is" for every way to say so. */
  verb: string;
  value: string;
  /** The value it had, where the sentence names it. */
  old: string | null;
  /** Says that the value is another one than before. */
  isNow: boolean;
  /** "The X", "our X": there is one of it. */
  isDefinite: boolean;
  /** The thing can have one value only: a port, a version, a host. */
  isSingle: boolean;
  /** The sentence without what no longer holds. */
  text: string;
}

const ARTICLE = /^(?:the|our|my|наш\p{L}*|мо[йяё])\s+/iu;
const RUNS = "runs on|lives on|listens on|deploys to|работает на|слушает|крутится на";
const IS = "is called|is named|is on port|is on|is at|is|называется|это|—|–|-";
/** Words that a name of a thing does not hold: what stands before them is a clause. */
const NO_SUBJECT =
  /(?<!\p{L})(?:that|which|who|if|when|because|it|this|there|what|not|no|and|or|i|we|you|he|she|they|и|или|что|если|когда|это|не|мы|я)(?!\p{L})/iu;
const SINGLE = new Set(
  (
    "port host hostname url uri address ip domain region name version branch database db broker orm bundler linter formatter " +
    "deadline day date owner maintainer lead manager timezone path limit timeout id username registry provider ci " +
    "порт хост адрес домен регион имя название версия ветка база данных дедлайн день дата владелец лид менеджер лимит таймаут"
  ).split(" "),
);
const MOST_WORDS = 5;

/** Reads a sentence as a restatement; null for anything else. */
export function restatementIn(sentence: string): Restatement | null {
  const text = sentence.trim().replace(/[\s.!;]+$/u, "");
  if (text.length > 200 || /[?？]|[.!;](?=\s)/u.test(text)) return null;
  return noLonger(text) ?? changed(text) ?? plain(text);
}

function noLonger(text: string): Restatement | null {
  const match = new RegExp(
    `^(.{2,60}?) (is|runs on|lives on|listens on) (?:no longer|not) (.{1,60}?)(?: any ?more)?(?:[,;:—–-]+ ?|,? but )(?:(?:but|it(?:'s| is)|now|it(?: now)? runs on|is|on)\\s+)*(.{1,80})$`,
    "iu",
  ).exec(text);
  const russian = /^(.{2,60}?) (?:больше|уже) не (.{1,60}?), а (?:теперь )?(.{1,80})$/iu.exec(text);
  if (match !== null && /no longer|any ?more|but|[,;:—–-] ?(?:it|now)/iu.test(text))
    return made(match[1], match[2], match[4], match[3] ?? null, true);
  return russian === null ? null : made(russian[1], "—", russian[3], russian[2] ?? null, true);
}

/** "The database changed from A to B." */
function changed(text: string): Restatement | null {
  const match =
    /^(.{2,60}?) (?:has |was |have )?(?:changed|moved|switched) from (.{1,60}) to (.{1,60})$/iu.exec(text);
  return match === null ? null : made(match[1], "is", match[3], match[2] ?? null, true);
}

function plain(text: string): Restatement | null {
  const match = new RegExp(
    `^(.{2,60}?) (now |теперь )?(${RUNS}|${IS}|теперь) (now |теперь )?(.{1,100})$`,
    "iu",
  ).exec(text);
  if (match === null) return null;
  const [, subject, before, verb = "", after, rest = ""] = match;
  const [, value = rest, old = null] =
    /^(.+?)(?:,? (?:and |but )?not (?:on |at )?(?:the |an? )?|,? а не )(.+)$/iu.exec(rest) ?? [];
  if (/^(?:not|no longer|не)\s/iu.test(rest)) return null;
  const bare = value.replace(/(?:\s|^)(?:now|теперь)$/iu, "");
  const isNow = before !== undefined || after !== undefined || verb === "теперь" || bare !== value;
  return made(subject, verb === "теперь" ? "—" : verb, bare, old, isNow);
}

function made(
  head: string | undefined,
  verb: string | undefined,
  said: string | undefined,
  old: string | null,
  isNow: boolean,
): Restatement | null {
  const value = (said ?? "").replace(/^[\s,:]+|[\s,:]+$/gu, "");
  const whole = (head ?? "").trim();
  const subject = whole.replace(ARTICLE, "").toLowerCase();
  const words = subject.split(/\s+/u);
  if (subject === "" || value === "" || words.length > MOST_WORDS || NO_SUBJECT.test(subject)) return null;
  if (/[,:;"'“”]/u.test(subject)) return null;
  const tie = (verb ?? "is").toLowerCase();
  const [main = subject] = subject.split(/ (?:of|for|des|von|de) /u);
  return {
    subject,
    verb: new RegExp(`^(?:${IS})$`, "iu").test(tie) ? "is" : tie,
    value,
    old: old?.replace(/(?:\s|^)(?:any ?more|now)$/iu, "").trim() ?? null,
    isNow,
    isDefinite: ARTICLE.test(whole),
    isSingle: main
      .split(/\s+/u)
      .some(
        (word, index, all) =>
          (index === all.length - 1 || /\p{Script=Cyrillic}/u.test(word)) && SINGLE.has(word),
      ),
    text: `${whole} ${tie} ${value}`,
  };
}
