import type { Candidate } from "../fold/state.ts";
import { lasting, signal } from "./languages.ts";
import { type Found, PLAIN } from "./named.ts";
import { neutral } from "./neutral.ts";
import { contentWords, pointsBack, standalone } from "./sentence.ts";

/** A rule that a person states for all times ("always run the linter first"), or null. */
export function rule(sentence: string): Found | null {
  const text = standalone(sentence) ?? shortRule(sentence);
  if (text === null) return null;
  const house = signal("houseRule").test(text);
  if (!house && !signal("rule").test(text)) return null;
  if (signal("onceOnly").test(text) || signal("hedge").test(text) || pointsBack(text)) return null;
  if (CRIES_OUT.test(text) || POINTED.test(text) || FOR_CASE.test(text)) return null;
  if (describes(text)) return null;
  // What a thing of the product must always do is decided about it, not a rule of work.
  const opens = signal("rule", "start").test(text);
  if (!house && !opens && signal("ofProduct", "start").test(text) && !SOMEONE.test(text)) return null;
  if (!house && !opens && !signal("requestStart", "start").test(text) && !signal("told").test(text))
    return null;
  return {
    ...PLAIN,
    kind: "preference",
    text: neutral(unended(text.replace(ANNOUNCES, ""))),
    scope: scopeOf(text),
    explicit: true,
  };
}

/** "Never push to main", "always use pnpm": few words say a rule where an order follows the word that makes it one. */
function shortRule(sentence: string): string | null {
  const text = standalone(sentence, { characters: 12, words: 3 });
  const opening = text === null ? undefined : signal("rule", "start").exec(text)?.[0];
  if (text === null || opening === undefined || contentWords(text).length < 2) return null;
  const rest = text.slice(opening.length).trimStart();
  const orders = (["requestStart", "shipping", "housekeeping"] as const).some((list) =>
    signal(list, "start").test(rest),
  );
  return orders ? text : null;
}

/** A complaint about the agent tells what it did; what is to be done instead is said elsewhere, if at all. */
const COMPLAINS =
  /^(?:i (?:don'?t|do not|really don'?t) (?:like|get|understand) (?:that|how|why|it when) you|i hate (?:that|how|it when) you|you (?:broke|just|again|still)(?!\p{L})|you (?:never|always|keep) (?!must|should|have to)\p{L}+|mir gefällt nicht,? dass du|du (?:hast|machst) (?:schon wieder|ständig|wieder)|no me gusta que (?:no |nunca |siempre )?\p{L}+s(?!\p{L})|(?:has vuelto|siempre (?:rompes|olvidas))|мне не нравится,? что ты|ты (?:опять|снова|вс[её] время|постоянно|сломал\p{L}*))|^(?:我不喜欢你|你(?:又|总是|从来不|老是))/iu;

/** True for a complaint ("I don't like that you never ask"), whatever word of a rule stands in it. */
export function complains(sentence: string): boolean {
  return COMPLAINS.test(sentence);
}

/** "… and got a crash, that should never happen": said of what just happened. */
const CRIES_OUT =
  /(?<!\p{L})(?:that|this|it|das|dies|eso|esto|это|такое) (?:should|must|can|darf|sollte|debe|debería|должно) (?:\p{L}+ )?(?:never|not|always|nie|niemals|nunca|никогда)(?!\p{L})/iu;

/** "For the future: …" says no more than the file of rules does. */
const ANNOUNCES = /^(?:for (?:the )?future|para (?:el )?futuro|für die zukunft)[,:]\s*/iu;

/** "Each time I run it, it hangs", "by default it opens the wrong tab": tells what happens, orders nothing. */
function describes(text: string): boolean {
  const opening = signal("rule", "start").exec(text)?.[0];
  if (opening === undefined || signal("told").test(text)) return false;
  const rest = text.slice(opening.length).trim();
  if (signal("requestStart", "start").test(rest)) return false;
  return EACH_TIME.test(text) || HAPPENS.test(rest) || lasting("passing").test(rest);
}

const EACH_TIME = /^(?:each|every) time|^(?:каждый раз|jedes ?mal|cada vez)|^每次/iu;
const HAPPENS =
  /^(?:mind|it|they|he|she|i|the same|es|das|er|sie|lo|la misma|el mismo|он|она|оно)(?!\p{L})/iu;

/** "… in case we want another one in the future": a reason, no rule. */
const FOR_CASE = /(?<!\p{L})in case (?:we|you|i|it|the).{4,120} in (?:the )?future/iu;

/** "Never do that to me again": what is not to be done was said elsewhere. */
const POINTED =
  /^(?:please )?(?:never|always|don'?t ever) (?:\p{L}+ )(?:that|this|it|them|so)(?![\p{L}'])|^(?:мы )?никогда (?:больше )?так не|^(?:mach|tu) das (?:nie|niemals)|^nunca (?:más )?\p{L}+ (?:es[aeo]|est[aeo])(?!\p{L})/iu;

/** Someone is spoken to or of: the people who work on it. */
const SOMEONE = /(?<!\p{L})(?:you|we|i|du|wir|ich|tú|nosotros|yo)(?!\p{L})|[你我您]/iu;

/** An order that becomes a rule when it has to be given again, or null. */
export function reproof(sentence: string): Found | null {
  const text = standalone(sentence);
  if (text === null || !signal("reproof", "start").test(sentence) || pointsBack(text)) return null;
  if (POINTED.test(text)) return null;
  if (signal("onceOnly").test(text) || signal("hedge").test(text) || DANGLING.test(text)) return null;
  if (contentWords(text).length < 3 || text.length > 200) return null;
  return { ...PLAIN, kind: "preference", text: unended(text), scope: scopeOf(text), explicit: false };
}

/** A line of a list has no full stop. */
function unended(text: string): string {
  return text.replace(/[\s.;!。！；]+$/u, "");
}

/** Wishes about manner go with the person, the rest with the project. */
export function scopeOf(text: string): Candidate["scope"] {
  return signal("manner").test(text) ? "user" : "project";
}

/** The object of the sentence is only pointed at: what it is, only the talk knows. */
export const DANGLING =
  /(?<![\p{L}'])(?:this|that|these|those|it|them|that one|это|этот|эту|его|её|их|так)(?:$|[.,;:!]| (?:instead|too|as well|again|here|now|then)(?!\p{L}))/iu;
