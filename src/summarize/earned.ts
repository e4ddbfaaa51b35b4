import type { Confidence, Update } from "../handoff/update.ts";
import type { Entry } from "../session/entry.ts";
import { signal } from "../session/signals/languages.ts";
import { passages, sentencesOf } from "../session/signals/plain-text.ts";
import { outcomeOf } from "../session/signals/run-outcome.ts";
import { contentWords, isQuestion } from "../session/signals/sentence.ts";
import { REFUSED } from "../session/tool-output.ts";
import { claimsOf } from "./claims.ts";
import { flatten, occurs, type SessionText } from "./session-text.ts";

/** Share of what a sentence claims that must stand in what shows it: names and figures, or else its words. */
const CLAIMS = 0.5;
const WORDS = 1 / 3;

type About = Pick<Update, "text" | "confidence">;

/**
 * The confidence that a model's word earned: `stated` where one of its entries is a person's that speaks of the same,
 * `verified` where a command or its output shows it. Else it was concluded, whatever the model calls it.
 */
export function earned(update: About, evidence: readonly string[], session: SessionText): Confidence {
  const { confidence, text } = update;
  if (confidence === "inferred") return confidence;
  const said = evidence.flatMap((id) => session.entries.get(id) ?? []);
  const shows = confidence === "stated" ? wordsOfPeople(said) : wordsOfCommands(said, session);
  return speaksOf(shows, text) ? confidence : "inferred";
}

/**
 * Whether a preference rests on more than one wish of the moment: a person said it as general, or said it in two turns.
 */
export function isGeneral({ text }: About, evidence: readonly string[], session: SessionText): boolean {
  const turns = evidence.flatMap((id) => {
    const entry = session.entries.get(id);
    return entry?.kind === "human" ? [entry.text] : [];
  });
  if (turns.some((turn) => statesRule(turn))) return true;
  return turns.filter((turn) => speaksOf([turn], text)).length > 1;
}

function statesRule(turn: string): boolean {
  const sentences = passages(turn).flatMap((passage) => sentencesOf(passage.text));
  return sentences.some(
    (sentence) =>
      !isQuestion(sentence) &&
      !signal("onceOnly").test(sentence) &&
      (["rule", "houseRule", "remember"] as const).some((list) => signal(list).test(sentence)),
  );
}

function wordsOfPeople(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => (entry.kind === "human" ? [entry.text] : []));
}

/** Commands that ran to their end, each with what it printed. */
function wordsOfCommands(entries: readonly Entry[], { calls }: SessionText): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== "tool-result" || entry.errorLine === REFUSED) return [];
    const command = calls.get(entry.callId)?.command ?? null;
    if (command === null || outcomeOf(command, entry) === null) return [];
    return [`${command}\n${entry.errorLine ?? ""}\n${entry.text}`];
  });
}

function speaksOf(texts: readonly string[], said: string): boolean {
  if (texts.length === 0) return false;
  const shown = flatten(texts.join("\n"));
  const claims = claimsOf(said);
  if (claims.length > 0)
    return claims.filter((claim) => occurs(claim, shown)).length >= claims.length * CLAIMS;
  const words = contentWords(said);
  const known = new Set(contentWords(shown));
  return words.filter((word) => known.has(word)).length >= Math.max(1, words.length * WORDS);
}
