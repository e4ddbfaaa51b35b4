import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { contentWords, isNarration, isQuestion, pointsBack } from "../../session/signals/sentence.ts";
import { MAX_UPDATE } from "./ground.ts";

const DANGLING =
  /(?<![\p{L}])(?:this|that|these|those|it|them|above|below|here|there|the (?:former|latter|same)|это|этот|эта|эти|его|её|их|там|здесь|выше|ниже)(?![\p{L}'])/giu;

/**
 * True for a sentence that a reader understands a month later without the session: whole, about named things, no
 * question, no plan of the speaker, nothing in it that points outside it.
 */
export function standsAlone(text: string): boolean {
  if (text.length < 25 || text.length > MAX_UPDATE || text.includes("…")) return false;
  if (isQuestion(text) || isNarration(text) || pointsBack(text) || signal("hedge").test(text)) return false;
  const pointing = text.match(DANGLING)?.length ?? 0;
  const names = identifiersIn(text).length;
  if (pointing > 0 && names < 2) return false;
  return contentWords(text).length >= 5 && pointing <= 1;
}
