import { sentencesOf } from "../session/signals/plain-text.ts";
import { contentWords } from "../session/signals/sentence.ts";

/** Most UTF-16 units that are quoted. */
const CAP = 200;
/** Shown before the first word that supports, in a sentence that is too long. */
const LEAD = 30;

/**
 * The words of an entry that support a fact: one line of at most 200 UTF-16 units that begins with the sentence that
 * shares most words with it (the first where none does); "…" where something was left out.
 */
export function supportIn(entry: string, fact: string): string {
  const wanted = new Set(contentWords(fact));
  const sentences = entry
    .split(/\n+/u)
    .flatMap((line) => sentencesOf(line.replace(/\s+/gu, " ").trim()))
    .filter((sentence) => sentence !== "");
  let best = 0;
  let most = 0;
  for (const [index, sentence] of sentences.entries()) {
    const shared = contentWords(sentence).filter((word) => wanted.has(word)).length;
    if (shared > most) [best, most] = [index, shared];
  }
  const chosen = sentences[best] ?? "";
  const start = chosen.length > CAP ? densest(chosen, wanted) : 0;
  const text = [chosen.slice(start), ...sentences.slice(best + 1)].join(" ").trim();
  return cut(best > 0 || start > 0 ? `… ${text}` : text);
}

/** Where in a long sentence the window with most of the wanted words begins, at a word. */
function densest(sentence: string, wanted: ReadonlySet<string>): number {
  const lower = sentence.toLowerCase();
  const places = [...wanted].flatMap((word) => {
    const at = lower.indexOf(word);
    return at < 0 ? [] : [at];
  });
  const within = (from: number): number => places.filter((at) => at >= from && at < from + CAP - LEAD).length;
  let start = 0;
  let most = within(0);
  for (const place of places) if (within(place) > most) [start, most] = [place, within(place)];
  return start === 0 ? 0 : sentence.indexOf(" ", Math.max(0, start - LEAD)) + 1;
}

function cut(text: string): string {
  if (text.length <= CAP) return text;
  return `${text
    .slice(0, CAP - 1)
    .replace(/[\uD800-\uDBFF]$/u, "")
    .trimEnd()}…`;
}
