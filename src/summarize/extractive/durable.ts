import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { contentWords, isNarration, isQuestion, pointsBack } from "../../session/signals/sentence.ts";
import { MAX_UPDATE } from "./ground.ts";

const DANGLING =
  /(?<![\p{L}])(?:this|that|these|those|it|them|above|below|here|there|the (?:former|latter|same)|это|этот|эта|эти|его|её|их|там|здесь|выше|ниже)(?![\p{L}'])/giu;
/** Places and numbers that mean nothing a month later; marks of code and of one machine. */
const PASSES =
  /\b(?:on )?lines? ~?\d+|строк\p{L}+ \d+|\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|cc?|cpp|h|md|ya?ml|json|toml|sh|css|html|sql|vue|cs|php):\d+|```|…|(?:^|\s)\/(?:Users|home|tmp|private|var\/folders)\/|\bPR #?\d+|(?<!\p{L})\d+ (?:tests?|checks?|errors?|warnings?|files?) (?:pass|fail|chang|now)/iu;
/** Someone speaks to someone. */
const TALK =
  /(?<!\p{L})(?:let me|i'll|i will|i've|i have|i'm|let's|you're|your|i (?:ran|need|forgot|used|added|changed|updated|tried|found|saw|made|moved|removed|did|was|had|can|should))(?!\p{L})/iu;

/** True for a text that holds nothing of the moment or of one machine. */
export function lasts(text: string): boolean {
  // A Chinese sign says as much as two letters.
  const spelled = text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
  return spelled >= 12 && text.length <= MAX_UPDATE && !PASSES.test(text);
}

/** True for a text that was of use at that moment or on that machine only. */
export function ofTheMoment(text: string): boolean {
  return PASSES.test(text);
}

/** True for a text that lasts and is no talk: fit for a memory. */
export function readsWell(text: string): boolean {
  return lasts(text) && !TALK.test(text);
}

/**
 * True for a sentence that a reader understands a month later without the session: whole, about named things, no
 * question, no plan of the speaker, nothing in it that points outside it.
 */
export function standsAlone(text: string): boolean {
  if (text.length < 25 || !readsWell(text)) return false;
  if (isQuestion(text) || isNarration(text) || pointsBack(text) || signal("hedge").test(text)) return false;
  const pointing = text.match(DANGLING)?.length ?? 0;
  const names = identifiersIn(text).length;
  if (pointing > 0 && names < 2) return false;
  return contentWords(text).length >= 5 && pointing <= 1;
}
