import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { opensChoice } from "../../session/signals/neutral.ts";
import { capitalised, ended, sentencesOf, typedSentences } from "../../session/signals/plain-text.ts";
import { contentWords, isQuestion, withoutFillers } from "../../session/signals/sentence.ts";

/** What a sentence asks for, by strength: 0 nothing, below 1 only to hand on or settle, 2 and more a piece of work. */
function requestRank(sentence: string): number {
  const bare = withoutFillers(sentence);
  const order = withoutPolite(bare);
  const polite = order !== bare || signal("politeStart", "start").test(sentence);
  if (FORBIDS.test(order) || signal("setAside", "start").test(order)) return 0;
  if (signal("shipping", "start").test(order) || opensChoice(bare)) return 0.5;
  if (isRecall(sentence, order)) return 0;
  if (isQuestion(sentence) && !polite && !signal("requestAnywhere").test(bare)) return 0;
  const about =
    Math.min(2, identifiersIn(sentence).length) * 0.3 + Math.min(12, contentWords(bare).length) / 12;
  // "Fix is pushed" tells, "fix the push" asks.
  if (signal("requestStart", "start").test(order) && !/^\S+ (?:is|was|are|were|has|had)\b/iu.test(order))
    return 3 + about;
  if (polite) return 2.5 + about;
  const asks = signal("requestAnywhere").exec(bare);
  if (asks === null) return 0;
  const clause = withoutPolite(bare.slice(asks.index + asks[0].length).trim());
  return signal("shipping", "start").test(clause) ? 0.5 : 2 + about;
}

/** "Can you remember what the host was?" asks for an answer; as an order it would be another sentence. */
function isRecall(sentence: string, order: string): boolean {
  return isQuestion(sentence) && RECALLS.test(order);
}

const RECALLS = /^(?:remember|recall|think of|know|guess|помнишь|вспомнить|вспомни)(?!\p{L})/iu;
const FORBIDS = /^(?:do not|don't|dont|never|не |никогда)/iu;

/** "Can you please look into X" → "look into X". */
function withoutPolite(text: string): string {
  let bare = text;
  for (;;) {
    const opening = signal("politeStart", "start").exec(bare)?.[0];
    if (opening === undefined) return bare;
    bare = bare.slice(opening.length).replace(/^[\s,!.]+/u, "");
  }
}

/** From this rank on a sentence is an order by its first word. */
const ORDER = 3;

/** The sentence of a turn that carries its request, its place, and its strength. */
export function carrierOf(text: string): { sentences: string[]; at: number; rank: number } {
  const sentences = typedSentences(text);
  let at = 0;
  let rank = 0;
  for (const [index, sentence] of sentences.entries()) {
    const own = requestRank(sentence);
    // Of several orders the first one opens the request; the others follow it.
    if (own > rank + (index === 0 ? 0 : rank >= ORDER ? 0.6 : 0.2)) {
      at = index;
      rank = own;
    }
  }
  return { sentences, at, rank };
}

/** "Can you look into X?" → "Look into X." */
function asOrder(text: string): string {
  const fit = withoutFillers(text);
  const bare = withoutPolite(fit);
  if (bare === fit || contentWords(bare).length < 2 || isRecall(sentencesOf(fit)[0] ?? "", bare))
    return capitalised(fit);
  const [first = "", ...rest] = sentencesOf(bare);
  return capitalised([first.replace(/\?+$/u, "."), ...rest].join(" "));
}

/** A shorter request that nothing follows is told with the sentence before it. */
const SHORT = 60;
/** A request that is understood: what follows it is left out. */
const ENOUGH = 110;

/**
 * The request of a turn in at most `max` characters: its carrying sentence as an order, behind it in brackets the
 * sentence before where it only points at that one ("add a cache in front of it") or is short, then what follows up to a
 * sensible length. `titled`: the first sentence is the title of a plan and carries the request.
 */
export function requestText(text: string, max: number, titled: boolean): string {
  const out = orderText(text, max, titled);
  const { sentences, at } = carrierOf(text);
  const before = sentences[at - 1];
  if (titled || before === undefined || at < sentences.length - 1 || out.length >= SHORT) return out;
  if (told(out, before)) return out;
  return withContext(out, before, max) ?? out;
}

function orderText(text: string, max: number, titled: boolean): string {
  const { sentences, at } = titled ? { sentences: typedSentences(text), at: 0 } : carrierOf(text);
  const before = sentences[at - 1];
  let out = asOrder(sentences[at] ?? "");
  const named = before !== undefined && pointsAtEarlier(out) ? withContext(out, before, max) : null;
  if (named !== null) return named;
  if (out.length > max) return cut(out, max);
  for (const sentence of sentences.slice(at + 1)) {
    if ((out.length >= ENOUGH && !out.endsWith(":")) || out.length + sentence.length + 1 > max) break;
    out = `${out} ${sentence}`;
  }
  return out;
}

/** "Put a cache in front of it (the route endpoint sorts all stops).", or null where that says nothing or is too long. */
function withContext(order: string, before: string, max: number): string | null {
  if (contentWords(before).length < 2) return null;
  const bare = (sentence: string): string => sentence.replace(/[.!?。！？]+$/u, "");
  const named = `${bare(order)} (${lowered(bare(before))}).`;
  return named.length <= max ? named : null;
}

/** A turn in as many of its sentences as fit into `max`: from its start, or its request first where that comes later. */
export function wholeText(text: string, max: number, titled = false): string {
  const { sentences, at } = titled ? { sentences: typedSentences(text), at: 0 } : carrierOf(text);
  let out = at === 0 ? "" : orderText(text, max, false);
  for (const sentence of sentences) {
    if (told(out, sentence)) continue;
    const said = out === "" ? asOrder(sentence) : sentence;
    const next = out === "" ? said : `${at === 0 ? out : ended(out)} ${said}`;
    if (next.length > max) {
      if (max - out.length > 60)
        out = `${at === 0 ? out : ended(out)} ${cut(said, max - out.length - 2)}`.trim();
      break;
    }
    out = next;
  }
  return out;
}

/** True when a text holds a sentence already, whatever was taken off its start and end. */
function told(text: string, sentence: string): boolean {
  const core = withoutPolite(withoutFillers(sentence))
    .slice(1)
    .replace(/[.!?]+$/u, "");
  return core !== "" && text.includes(core);
}

/** True when the object of an order is only pointed at and nothing in it is named exactly. */
export function pointsAtEarlier(order: string): boolean {
  return (
    signal("standIns").test(order) && identifiersIn(order).length === 0 && contentWords(order).length < 9
  );
}

/** A sentence as it stands inside another one: a small word loses its capital, a name keeps it. */
function lowered(sentence: string): string {
  const first = /^\p{Lu}\p{Ll}*(?= )/u.exec(sentence)?.[0];
  const small = first !== undefined && contentWords(first).length === 0;
  return small ? sentence.slice(0, 1).toLowerCase() + sentence.slice(1) : sentence;
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\s,;:(–—-]*\s\S*$/u, "")}…`;
}
