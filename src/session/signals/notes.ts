import type { Note } from "../fold/state.ts";
import { type HeadingKind, headingKind, signal } from "./languages.ts";
import { isNameRow, isPassing, isSubjectless } from "./passing.ts";
import { type Passage, capitalised, isPasted, passages, sentencesOf, typedSentences } from "./plain-text.ts";
import { isChoiceList } from "./plan-text.ts";
import {
  LABEL,
  contentWords,
  isNarration,
  isQuestion,
  pointsBack,
  standalone,
  substance,
  withoutFillers,
} from "./sentence.ts";

type Found = Pick<Note, "kind" | "text" | "weight">;
type Speaker = Note["by"];

/** Sentences of a text that are worth keeping, in order, at most 24 of them. */
export function notesOf(text: string, by: Speaker): Found[] {
  const out: Found[] = [];
  const all = passages(text);
  for (const [index, passage] of all.entries()) {
    const heading = headingKind(passage.heading);
    if (heading === "quoted") continue;
    const sentences = by === "human" ? typedSentences(passage.text) : sentencesOf(passage.text);
    for (const sentence of sentences) {
      const note =
        by === "human"
          ? fromHuman(sentence)
          : fromAgent(sentence, by, placeOf(sentence, passage, heading), index === all.length - 1);
      if (note !== null) out.push(note);
    }
  }
  return out.length <= 24 ? out : strongest(out, 24);
}

function strongest(notes: Found[], count: number): Found[] {
  const limit = notes.map((note) => note.weight).sort((a, b) => b - a)[count - 1] ?? 0;
  return notes.filter((note) => note.weight >= limit).slice(0, count);
}

function fromHuman(said: string): Found | null {
  const sentence = withoutOpinion(said);
  if (isPasted(sentence)) return null;
  const wish = wishIn(sentence);
  if (wish !== null) return { kind: "decision", text: wish, weight: 2.6 + substance(wish) };
  if (isQuestion(sentence) || signal("questionStart", "start").test(withoutFillers(sentence))) return null;
  const text = standalone(sentence);
  if (text === null || pointsBack(text)) return null;
  if (signal("hedge").test(text)) return null;
  if (signal("humanDecision").test(sentence) || signal("agentDecision").test(sentence))
    return { kind: "decision", text, weight: 3 + substance(text) };
  if (signal("cause").test(text)) return { kind: "finding", text, weight: 2 + substance(text) };
  return null;
}

/** "I think the cache must …": a person's own view of a thing is no doubt about it. */
function withoutOpinion(sentence: string): string {
  return withoutFillers(sentence).replace(signal("opinion", "start"), "");
}

/** "Can we make the list open always, so that …" → "Make the list open always, …": how a thing is to be, politely put. */
function wishIn(sentence: string): string | null {
  const asked = signal("politeStart", "start").exec(sentence)?.[0];
  if (asked === undefined) return null;
  const order = sentence.slice(asked.length).trim();
  if (!signal("binding").test(order) || !signal("requestStart", "start").test(order)) return null;
  const text = standalone(order.replace(/[?？\s]+$/u, "."));
  return text === null || signal("onceOnly").test(text) ? null : text;
}

/** "This means that X", "That is why X" → "X": the opening only ties it to what stood before. */
function withoutAnnouncement(sentence: string): string {
  return withoutFillers(sentence).replace(signal("announces", "start"), "").trimStart();
}

/** A report of finished work without its speaker ("I updated X to say Y" → "Updated X to say Y"); null for any other. */
function didIn(text: string): string | null {
  const isChoice = signal("decided", "start").test(text);
  const bare = isChoice
    ? text
    : text.replace(/^I(?:'ve| have)? (?:also |just |now |already )?(?=\p{L}+ed )/iu, "");
  // "Created: 2026-02-18 …" is a field.
  return signal("doneStart", "start").test(bare) && !/^\p{L}+: \S*\d/u.test(bare) ? capitalised(bare) : null;
}

/** Under which heading a sentence stands, as one of its items. */
interface Standing {
  heading: HeadingKind | null;
  isItem: boolean;
  /** "Design" and "Approach" head steps and parts as often as choices; "Decisions" heads choices. */
  headsChoices: boolean;
}

/** A label opens its own list of one: "Next: add the June statement". */
function placeOf(sentence: string, passage: Passage, heading: HeadingKind | null): Standing {
  const label = LABEL.exec(sentence)?.[1];
  const named = label === undefined ? null : headingKind(label);
  if (named !== null && named !== "quoted")
    return { heading: named, isItem: true, headsChoices: isChoiceList(label ?? "") };
  return { heading, isItem: passage.isItem, headsChoices: isChoiceList(passage.heading) };
}

const LEAD =
  /^(?:now|next|first|then|so|and|also|finally|теперь|затем|далее)[,:]? (?:(?:let me|let's|i'll|i will|i need to|i(?:'m going| am going) to|we need to|need to) )?(?:also |now |first )?/iu;
const PLAN = /^(?:let me|let's|i'll|i will|i need to|i'm going to|i should|need to) (?:also |now |first )?/iu;

/** "Now let me update X to use Y" → "Update X to use Y": what is being done, without the speaker. */
function stepOf(sentence: string): string | null {
  const bare = sentence.replace(LEAD, "").replace(PLAN, "");
  if (bare === sentence || !signal("requestStart", "start").test(bare)) return null;
  if (
    /^(?:check|look|read|verify|see|find|run|review|explain|show|list|start|take|test|commit|push|search|continue|investigate)\b/iu.test(
      bare,
    )
  )
    return null;
  // "Update the helpers" says nothing later; "Update mergeRows to skip blanks" does.
  return substance(bare) < 0.5 ? null : standalone(bare.replace(/\s*[:：]$/u, "."));
}

/** "I'm checking that branch so that …": what someone does at the moment; "I'm cutting X instead of keeping Y" chooses. */
function isUnderWay(sentence: string): boolean {
  return DOING.test(withoutFillers(sentence)) && !signal("agentDecision").test(sentence);
}

const DOING = /^(?:i'm|i am|we're|we are) (?:now |also |still |just |currently )?\p{L}+ing(?!\p{L})/iu;

/** "The problem is clear", "TruncatedText doesn't do this": what is found stands elsewhere. */
function saysNothing(text: string): boolean {
  const words = contentWords(text).length;
  if (isNameRow(text) && words < 6) return true;
  return words < 4 || (words < 6 && ENDS_POINTING.test(text));
}

const OWN_PLAN = /[,;] (?:so |and |then )?(?:i'm|i am) \p{L}+ing |(?<!\p{L})then i'll(?!\p{L})/iu;
/** A subject and a verb that tells how things are, near the start: no step reads like that. */
const TELLS =
  /^(?:\S+ ){1,6}?(?:is|are|was|were|fails?|failed|has|have|does|doesn't|don't|did|didn't|cannot|can't|won't|ist|sind|war|waren|schlägt|schlagen|hat|haben|es|son|está|están|falla|fallan|падает|падают|не работа\p{L}+)(?!\p{L})/iu;
const ORDERS_NOT = /^(?:don't|do not|never|не |nicht |no )/iu;
const ENDS_POINTING =
  /(?<!\p{L})(?:this|that|it|so|these|those|them|clear|correct|right|sound|fine|это|этого|так)[.!]?$/iu;

function fromAgent(
  sentence: string,
  by: Speaker,
  { heading, isItem, headsChoices }: Standing,
  isLast: boolean,
): Found | null {
  if (isQuestion(sentence)) {
    if (!isLast || signal("offer").test(sentence)) return null;
    const text = standalone(sentence);
    return text === null ? null : { kind: "question", text, weight: 2 };
  }
  if (isPasted(sentence)) return null;
  const step = stepOf(sentence);
  if (step !== null) {
    const reasoned = signal("agentDecision").test(step) ? 1 : 0;
    return { kind: reasoned > 0 ? "decision" : "step", text: step, weight: 1 + reasoned + substance(step) };
  }
  if (isNarration(sentence) || isUnderWay(sentence) || isPassing(sentence)) return null;
  const text = standalone(withoutAnnouncement(sentence));
  if (text === null) return null;
  if (pointsBack(text) && (substance(text) < 0.5 || text.length < 50)) return null;
  const weight = substance(text) - (pointsBack(text) ? 0.6 : 0) - (by === "host" ? 2 : 0);
  const isPart = isNameRow(text) || isSubjectless(text);
  const did = didIn(text);
  if (did !== null) return { kind: "done", text: did, weight: 2 + weight };
  const hedged = signal("hedge").test(text) ? 1 : 0;
  // "Fix the same bug in X", "don't commit Y", "so I'm trying Z" is to be done.
  const isOrder = signal("requestStart", "start").test(text) || ORDERS_NOT.test(text) || OWN_PLAN.test(text);
  const explains = signal("cause").test(text) && !isOrder && !signal("next").test(text) && TELLS.test(text);
  // "X may still have value" under "Next" weighs, it plans nothing; "Y still fails because …" was found.
  if (heading === "next" && isItem && !explains)
    return hedged > 0 || isSubjectless(text) || isNameRow(text)
      ? null
      : { kind: "next", text, weight: 2 + weight };
  const chooses = headsChoices || signal("agentDecision").test(text) || signal("reason").test(text);
  const isDecision = hedged === 0 && heading === "decisions" && isItem && chooses && !isPart;
  // "I decided to use split because …" is a choice, whatever reason follows.
  const isChoice = hedged === 0 && signal("decided", "start").test(text);
  if (isDecision || isChoice) return { kind: "decision", text, weight: 2.2 + weight };
  if (signal("cause").test(text) && !isOrder)
    return saysNothing(text) ? null : { kind: "finding", text, weight: 3.2 + weight - hedged };
  if (heading === "findings" && isItem && substance(text) >= 0.5 && !isPart && !isOrder)
    return { kind: "finding", text, weight: 1.6 + weight - hedged };
  if (isPart) return null;
  if (hedged === 0 && signal("agentDecision").test(text))
    return { kind: "decision", text, weight: 2.2 + weight };
  if (signal("next").test(text) && !signal("offer").test(text) && !pointsBack(text))
    return { kind: "next", text, weight: 1.5 + weight };
  if (signal("doneAnywhere").test(text) || (heading === "done" && isItem && substance(text) > 0.5))
    return { kind: "done", text, weight: 1.5 + weight };
  if (signal("finding").test(text) && substance(text) >= 0.5 && !saysNothing(text) && !isOrder)
    return { kind: "finding", text, weight: 1 + weight - hedged };
  return null;
}
