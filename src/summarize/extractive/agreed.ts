import type { FoldState, Note } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { contentWords, isQuestion, pointsBack, sameClaim } from "../../session/signals/sentence.ts";
import type { Statement } from "../../session/working-state.ts";
import { ranked } from "./rank.ts";

const MOST = 20;

/**
 * What was decided, most useful first: the person's choices with the question they answered, newest first, then
 * decisions noted in passing that are understood alone. Rules, people and machines are told elsewhere.
 */
export function decisionsOf(state: FoldState, since: number): Statement[] {
  const chosen = state.candidates.filter((one) => one.kind === "decision" && one.op === "add").reverse();
  const told = state.candidates.map((one) => one.text);
  const noted = ranked(state, ["decision"], MOST * 2, since).filter(
    (note) =>
      isUnderstood(note, isSpecified(note, state)) && !told.some((text) => sameClaim(text, note.text, 0.6)),
  );
  return [...chosen, ...noted].slice(0, MOST).map(({ text, id }) => ({ text, evidence: [id] }));
}

/** Said in a long specification, whose orders are what was decided. */
function isSpecified(note: Note, state: FoldState): boolean {
  const turn = [...state.firstTurns, ...state.turns].find((one) => one.id === note.id);
  return turn !== undefined && turn.text.length >= 1000;
}

/** A word that stands for something said before; "these rows" names what it means. */
const POINTS =
  /(?<![\p{L}'])(?:(?:it|them|there|его|её|их|там)(?![\p{L}'])|(?:this|that|these|those|это)(?=$|[.,;:!)]|\s(?:is|was|are|were|will|would|has|had|in|on|at|for|to|as|out|up|and|или|и)(?!\p{L})))/iu;
/** What a pronoun late in a sentence stands for was named in the same sentence. */
const NAMED_BY = 30;

function pointsOutside(text: string): boolean {
  const at = text.search(POINTS);
  return at >= 0 && at < NAMED_BY;
}

/** "Keep as-is: …", "Still there: …" are items of a list: options that nobody took, or findings. */
const OPTION =
  /^(?:keep|revert|leave|do nothing|option|alternative|still|bottom line|later|оставить|откатить|вариант)(?:\p{L}|[\s'-]){0,24}(?::\s| from\s)/iu;
/** The speaker's own plan, a case that may never come, or a request about something pointed at. */
const OWN =
  /(?<!\p{L})(?:i'll|i will|i'm going to|let me|and will|я сам|я сама|if (?:this|that|we|you|it)|depends on|если|so (?:this|that|it|these) [\p{L} ]{0,20}should be)(?!\p{L})|^if /iu;
/** How a thing is that is wrong: of "has an old X instead of Y" nobody decided. */
const IS_SO =
  /(?<!\p{L})(?:ha(?:s|d) (?:an? |the )?(?:old|wrong|stale|own|custom)|is unrelated|are unrelated|would|was (?:using|calling|reading)|went to)(?!\p{L})/iu;

/** Whether a decision says what was decided to someone who did not read the session. */
function isUnderstood({ text, by }: Note, specified: boolean): boolean {
  if (isQuestion(text) || pointsBack(text) || OWN.test(text) || OPTION.test(text)) return false;
  // "Run the tests — all must pass" is a step of the round, but what a specification says must hold.
  if (!specified && signal("housekeeping", "start").test(text)) return false;
  if (by !== "human" && IS_SO.test(text)) return false;
  const names = identifiersIn(text).length;
  if (!specified && pointsOutside(text) && names < 2) return false;
  if (contentWords(text).length < (names > 0 ? 4 : 6)) return false;
  if (by !== "human" || specified) return true;
  // A person's order is a request; it decides only where it says what instead, or why.
  return (
    !signal("requestStart", "start").test(text) ||
    signal("agentDecision").test(text) ||
    signal("reason").test(text)
  );
}
