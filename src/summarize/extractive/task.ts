import type { FoldState, Turn } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { capitalised, sentencesOf } from "../../session/signals/plain-text.ts";
import { contentWords, withoutFillers } from "../../session/signals/sentence.ts";
import { signal } from "../../session/signals/languages.ts";
import type { Statement } from "../../session/working-state.ts";

const MAX_TASK = 300;
const MAX_REQUEST = 300;

/** The turn that set what the session is about now: the newest request that stands on its own, else the first turn. */
export function taskTurn(state: FoldState): Turn | null {
  const own = state.turns.findLast(startsTask);
  if (own !== undefined) return own;
  const spoken = [...state.firstTurns, ...state.turns].find((turn) => !turn.text.startsWith("/"));
  return spoken ?? state.firstTurns[0] ?? state.turns[0] ?? null;
}

/** True for a request that is understood without what was said before it. */
export function startsTask(turn: Turn): boolean {
  // A slash command of the host says little about the work.
  if (turn.kind !== "request" || turn.fresh < 0.5 || turn.text.startsWith("/")) return false;
  const words = contentWords(turn.text).length;
  return words >= 7 || (words >= 4 && identifiersIn(turn.text).length > 0);
}

/** The newest turn that says something, or null. */
function lastTurn(state: FoldState): Turn | null {
  return state.turns.findLast((turn) => turn.kind !== "go-ahead") ?? null;
}

/** The task in the person's own words. Where it is also the last request, in as many of them as fit on a line. */
export function taskOf(state: FoldState): Statement | null {
  const turn = taskTurn(state);
  if (turn === null) return null;
  const newest = turn.id === lastTurn(state)?.id;
  const text = asOrder(newest ? leading(turn.text, MAX_REQUEST, true) : leading(turn.text, MAX_TASK));
  return text === "" ? null : { text, evidence: [turn.id] };
}

/** The newest thing asked for, with a bare "go on" behind it; null when that is the task itself. */
export function lastRequestOf(state: FoldState): Statement | null {
  const last = state.turns.at(-1);
  const real = lastTurn(state);
  if (last === undefined || real === null) return null;
  const spoken = real === last ? "" : `Then: ${last.text.slice(0, 80)}`;
  if (real.id === taskTurn(state)?.id) {
    return spoken === "" || contentWords(last.text).length === 0
      ? null
      : { text: capitalised(last.text.slice(0, 120)), evidence: [last.id] };
  }
  const text = asOrder(leading(real.text, MAX_REQUEST - spoken.length - 1, true));
  const joined = spoken === "" ? text : `${text} ${spoken}`;
  return { text: joined, evidence: [...new Set([real.id, last.id])] };
}

/** Whole sentences from the start of a text within `max` characters; `all`: as many as fit, else until it says enough. */
function leading(text: string, max: number, all = false): string {
  let out = "";
  for (const sentence of sentencesOf(withoutFillers(withoutPreamble(text)))) {
    if (out.length + sentence.length + 1 > max) {
      if (out === "" || (all && max - out.length > 60))
        out = `${out} ${cut(sentence, max - out.length - 1)}`.trim();
      break;
    }
    out = `${out} ${sentence}`.trim();
    if (!all && out.length >= 60 && !out.endsWith(":")) break;
  }
  return out;
}

/** "Implement the following plan: Plan: X" → "X": the words before the colon only announce. */
function withoutPreamble(text: string): string {
  return text
    .replace(signal("preamble", "start"), "")
    .trimStart()
    .replace(/^(?:plan|план)\s*:\s*/iu, "");
}

/** "Can you look into X?" → "Look into X." */
function asOrder(text: string): string {
  let bare = text;
  for (;;) {
    const opening = signal("politeStart", "start").exec(bare)?.[0];
    if (opening === undefined) break;
    bare = bare.slice(opening.length).replace(/^[\s,!.]+/u, "");
  }
  if (bare === text || contentWords(bare).length < 2) return capitalised(text);
  const [first = "", ...rest] = sentencesOf(bare);
  return capitalised([first.replace(/\?+$/u, "."), ...rest].join(" "));
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\s,;:(–—-]*\s\S*$/u, "")}…`;
}
