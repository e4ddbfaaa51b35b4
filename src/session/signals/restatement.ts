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

const ARTICLE =
  /^(?:the|our|my|наш\p{L}*|мо[йяё]|der|die|das|unser\p{L}*|mein\p{L}*|el|la|nuestr[oa]|mi)\s+/iu;
const RUNS =
  "runs on|lives on|listens on|deploys to|работает на|слушает|крутится на|läuft auf|lauscht auf|hört auf|corre en|escucha en";
const IS = "is called|is named|is on port|is on|is at|is|называется|это|—|–|-|ist|heißt|lautet|es|se llama";
const NOW = "now|теперь|jetzt|nun|ahora";
/** Words that a name of a thing does not hold: what stands before them is a clause. */
const NO_SUBJECT =
  /(?<!\p{L})(?:that|which|who|if|when|because|it|this|there|what|not|no|and|or|i|we|you|he|she|they|и|или|что|если|когда|это|не|мы|я|und|oder|nicht|dass|wenn|weil|wir|ich|es|y|o|que|si|cuando|eso|esto)(?!\p{L})/iu;
const SINGLE = new Set(
  (
    "port host hostname url uri address ip domain region name version branch database db broker orm bundler linter formatter " +
    "deadline day date owner maintainer lead manager timezone path limit timeout id username registry provider ci " +
    "порт хост адрес домен регион имя название версия ветка база данных дедлайн день дата владелец лид менеджер лимит таймаут " +
    "adresse datenbank frist version zweig zeitzone puerto servidor dirección dominio región nombre versión rama plazo fecha límite"
  ).split(" "),
);
const SINGLE_HAN =
  /(?:端口|主机|主機|地址|域名|区域|區域|名称|名稱|版本|分支|数据库|資料庫|期限|日期|时区|時區)$/u;
const MOST_WORDS = 5;

/** Reads a sentence as a restatement; null for anything else. */
export function restatementIn(sentence: string): Restatement | null {
  const text = sentence.trim().replace(/[\s.!;]+$/u, "");
  if (text.length > 200 || /[?？]|[.!;](?=\s)/u.test(text)) return null;
  return noLonger(text) ?? changed(text) ?? plain(text) ?? plainHan(text);
}

/** True when a sentence names a thing that has one value only. */
export function namesSingle(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return words.some(
    (word) =>
      SINGLE.has(word) || SINGLE_HAN.test(word.replace(/(?:应该|應該|现在|現在)?[是为為不叫].*$/u, "")),
  );
}

/** "端口是 5434": Chinese marks no words. */
function plainHan(text: string): Restatement | null {
  const match =
    /^(?:我们的|我們的)?([\p{Script=Han}\w\s-]{1,30}?)(现在|現在)?(?:应该|應該)?(?:是|为|為|叫|改为|改為|改成) ?([^，,；;]{1,60})$/u.exec(
      text,
    );
  const [, subject = "", now, value = ""] = match ?? [];
  if (match === null || !SINGLE_HAN.test(subject.trim()) || value.startsWith("不")) return null;
  return {
    subject: subject.trim().toLowerCase(),
    verb: "is",
    value: value.trim(),
    old: null,
    isNow: now !== undefined,
    isDefinite: true,
    isSingle: true,
    text,
  };
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
    `^(.{2,60}?) ((?:${NOW}) )?(${RUNS}|${IS}|теперь) ((?:${NOW}) )?(.{1,100})$`,
    "iu",
  ).exec(text);
  if (match === null) return null;
  const [, subject, before, verb = "", after, rest = ""] = match;
  const [, value = rest, old = null] =
    /^(.+?)(?:,? (?:and |but )?not (?:on |at )?(?:the |an? )?|,? а не |,? (?:und |aber )?nicht (?:mehr )?|(?:, (?:y )?| y )no )(.+)$/iu.exec(
      rest,
    ) ?? [];
  if (/^(?:not|no longer|не|nicht|kein\p{L}*|no)\s/iu.test(rest)) return null;
  const bare = value.replace(new RegExp(`(?:\\s|^)(?:${NOW})$`, "iu"), "");
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
