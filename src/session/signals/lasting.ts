import { lasting, signal } from "./languages.ts";
import { COMMON_NAMES, type Found, PLAIN } from "./named.ts";
import { aboutUser } from "./neutral.ts";
import { capitalised } from "./plain-text.ts";
import { contentWords } from "./sentence.ts";
import { CONDITION, points, statement, withoutAside } from "./statement.ts";

const HAN = /\p{Script=Han}/u;

/**
 * What a person states as lasting although nobody asked to keep it: how things are done here ("we use pnpm here, not
 * npm"), where a thing is ("the payments code lives in services/pay"), what recurs, who they are, what they like. Null
 * for an order, a question and anything that is so at the moment only.
 */
export function lastingIn(sentence: string): Found | null {
  const announced = lasting("aside", "start").test(sentence);
  const text = statement(withoutAside(sentence));
  if (text === null) return null;
  return (
    aboutSpeaker(text) ??
    permission(text) ??
    ruleOfHouse(text) ??
    generic(text) ??
    practice(text) ??
    place(text) ??
    recurring(text) ??
    (announced ? identity(text) : null)
  );
}

/** So at the moment, about the work at hand, or about what only this talk knows. */
function passes(text: string): boolean {
  return lasting("passing").test(text) || lasting("ofTheWork", "start").test(text);
}

function fact(text: string): Found {
  // "(Übrigens) nehmen wir X": the announcement turned the words around.
  const said = text.replace(/^(\p{L}+en) wir (?=\p{L})/iu, (_, verb: string) => `wir ${verb.toLowerCase()} `);
  return { ...PLAIN, kind: "fact", text: capitalised(said), explicit: false };
}

function wish(text: string, scope: Found["scope"]): Found {
  const said = aboutUser(text.replace(/^(?:please|pls|plz) /iu, ""));
  return { ...PLAIN, kind: "preference", text: said, scope, explicit: true };
}

/** "I'm the only tester", "I hate default exports". */
function aboutSpeaker(text: string): Found | null {
  const isSelf = lasting("self", "start").test(text) || (HAN.test(text) && lasting("self").test(text));
  if (!isSelf && !lasting("taste", "start").test(text)) return null;
  if (lasting("passing").test(text.replace(/\bgood (?:at|with)\b/giu, ""))) return null;
  return wish(text, "user");
}

/** "Ask me before you delete anything", "no new packages without my ok". */
function permission(text: string): Found | null {
  const conditional = CONDITION.test(text) && CONSEQUENCE.test(text);
  if ((!conditional && !lasting("permission", "start").test(text)) || points(text)) return null;
  if (signal("onceOnly").test(text)) return null;
  return wish(text, signal("manner").test(text) ? "user" : "project");
}

const CONSEQUENCE =
  /(?:, | )(?:(?:also|always|please|then) )?(?:run|regenerate|update|bump|rebuild|add|write|restart|change|tell|ask|you (?:must|have to|need to)|make sure) \p{L}+/iu;

/** "All dates are stored in UTC", "the legacy folder is frozen", "prod runs on Debian 11". */
function generic(text: string): Found | null {
  const states = ["generic", "forGood", "runsUnder"] as const;
  const holds = states.some((list) => lasting(list, "start").test(text)) || isCharge(text);
  if (!holds || lasting("passing").test(text) || points(text)) return null;
  return OF_SELF.test(text) ? wish(text, "user") : fact(text);
}

const OF_SELF = /^(?:(?:i|я|у меня|ich|yo|uso|trabajo)(?![\p{L}])|我(?![们們]))/iu;

/** "Priya handles the mobile app": by one name it may be a person or a program. */
function isCharge(text: string): boolean {
  const [, what = ""] = /^\p{Lu}\p{Ll}{2,} (.{6,80})$/u.exec(text) ?? [];
  return signal("owns", "start").test(what) && !OF_CODE.test(what) && !COMMON_NAMES.test(text);
}

const OF_CODE =
  /(?<!\p{L})(?:errors?|events?|exceptions?|cases?|requests?|clicks?|state|input|output|null|values?|it|this|that|файл\p{L}*|ошибк\p{L}*|dateien?|fehler|archivos?|errores)(?!\p{L})/iu;

/** "… in this codebase", "that's our style", "…, so never rely on the network". */
function ruleOfHouse(text: string): Found | null {
  if (isReasoned(text)) return wish(text, "project");
  if (!lasting("everywhere").test(text) || lasting("ofTheWork", "start").test(text)) return null;
  if (lasting("passing").test(text.replace(lasting("everywhere"), ""))) return null;
  const rules = RULES.test(text);
  return rules || habit(text) ? wish(text, "project") : null;
}

/** "Our users are on slow phones, so keep bundles small": a lasting state of things, and what follows from it. */
function isReasoned(text: string): boolean {
  if (passes(text.replace(/\bslow\b/iu, ""))) return false;
  if (lasting("hence").test(text)) return true;
  const [, state = "", norm = ""] = HENCE.exec(text) ?? [];
  return STATE.test(state) && !points(norm) && contentWords(norm).length >= 2;
}

const HENCE =
  /^(.{8,140}?),? (?:so|therefore|поэтому|так что|also|daher|deshalb|así que|por eso) ((?:please |bitte |por favor )?(?:don'?t|do not|no|nothing|never|always|only|keep|give|use|avoid|не|ничего|никаких|только|nicht|nichts|kein\p{L}*|nur|nada|solo)(?!\p{L}).{4,})$/iu;
const STATE =
  /^(?:our|we(?:'re| are)|i(?:'m| am)? (?!think|guess|saw|got|need|want)|it(?:'s| is) an? (?:public|private|open.?source|shared|legacy|regulated)|the (?:\p{L}+ )?(?:customers?|clients?|team|users?|prod|production|server|cluster|db|database|ci|repo|app|service|project|company)(?!\p{L})|наш\p{L}*|у нас|unser\p{L}*|prod|nuestr[oa]s?|de[rm] kunde|die kunden|das team|die firma|el cliente|los clientes|el equipo|клиент\p{L}*|заказчик\p{L}*|команда)(?=.*\s)/iu;

const RULES =
  /^(?:(?:don'?t|do not|never|always|no|use|avoid|prefer)(?!\p{L})|\p{L}+ \p{L}+ (?:must|should))/iu;

/** "We deploy with X", "we don't use Y", "our api returns cents". */
function practice(text: string): Found | null {
  if (lasting("passing").test(text)) return null;
  if (lasting("neverDone", HAN.test(text) ? "anywhere" : "start").test(text) && !points(text))
    return wish(text, "project");
  if (lasting("ranks").test(text) && !points(text) && !passes(text)) return fact(text);
  if (lasting("ours", "start").test(text)) return points(text) || passes(text) ? null : fact(text);
  return habit(text) && !points(text) ? fact(text) : null;
}

function habit(text: string): boolean {
  return lasting("practice", HAN.test(text) ? "anywhere" : "start").test(text);
}

/** An address, a host, a port, a folder: no file of code, which moves with the work. */
const SPOT =
  /https?:\/\/\S+|(?<![\w./-])(?:[\w-]+\.){1,}[a-z]{2,}(?![\w(])|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<!\p{L})(?:port|порт\p{L}*|puerto|端口)\s?\d{2,5}|(?:~|\.{1,2})?\/?[\w@.-]+\/[\w@./-]*/u;
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|cc?|cpp|h|php|vue|css|html)\b/iu;
const MOST_SUBJECT = 9;

/** "The payments code lives in services/pay": a thing, what ties it to its place, and the place. */
function place(text: string): Found | null {
  const tie = lasting("stands").exec(text);
  if (tie === null || passes(text)) return null;
  const subject = text.slice(0, tie.index).trim();
  if (subject === "" && !HAN.test(text)) return null;
  if (subject.split(/\s+/u).length > MOST_SUBJECT || TELLS.test(subject) || points(subject)) return null;
  if (isOrder(text)) return null;
  const spot = SPOT.exec(text.slice(tie.index))?.[0];
  return spot === undefined ||
    CODE_FILE.test(spot) ||
    /^(?:and|or)?\/|\d+\/\d+$|^[a-z]+\/(?:or|no)$/iu.test(spot)
    ? null
    : fact(text);
}

/** Chinese names of things may begin as an order does ("测试服务器"). */
function isOrder(text: string): boolean {
  if (HAN.test(text)) return /^(?:请|請|帮|幫|麻烦|把|给我|給我)/u.test(text);
  return signal("requestStart", "start").test(text) || signal("requestAnywhere").test(text);
}

/** Someone speaks of what they did or see: "I found that …". */
const TELLS =
  /(?<![\p{L}'])(?:i|you|we|he|she|they|there|what|which|why|how|if|when|я|ты|он|она|они|что|ich|du|er|yo|tú)(?![\p{L}])/iu;

/** "Staging gets wiped every Sunday night." */
function recurring(text: string): Found | null {
  const time = lasting("cadence").exec(text);
  if (time === null || passes(text) || isOrder(text)) return null;
  const before = text.slice(0, time.index);
  const recurs = lasting("recurs").test(text);
  if (HAN.test(text)) return recurs && contentWords(before).length > 0 ? fact(text) : null;
  // "Mittwochs wird die Demo geleert": the time may come first.
  const what = before.length < 3 ? text.slice(time.index + time[0].length) : before;
  const isHour = !/\p{L}{4}/u.test(time[0]);
  if (points(text) || TELLS.test(what) || (isHour && !recurs)) return null;
  return contentWords(what).length > 0 ? fact(text) : null;
}

/** Said by the way, of a named thing: "fyi the deploy branch is trunk". */
function identity(text: string): Found | null {
  if (passes(text) || points(text) || TELLS.test(text)) return null;
  if (signal("requestStart", "start").test(text)) return null;
  const is = /^((?:the |our )?[\p{L}\d][\p{L}\d ./'-]{2,50}?) (?:is|are|uses?|has|—|ist|es) (\S.*)$/iu.exec(
    text,
  );
  if (is === null || contentWords(is[1] ?? "").length === 0) return null;
  const value = is[2] ?? "";
  return /\p{Lu}\p{L}+|[\w-]+[./-][\w-]+|\d/u.test(value.slice(1) + value[0]) ? fact(text) : null;
}
