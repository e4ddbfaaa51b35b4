import type { FoldState, Turn } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { capitalised, sentencesOf } from "../../session/signals/plain-text.ts";
import { contentWords, withoutFillers } from "../../session/signals/sentence.ts";
import type { Statement } from "../../session/working-state.ts";

const MAX_TASK = 300;
const MAX_REQUEST = 400;
const PREAMBLE = /^(?:please )?(?:implement|execute|carry out|follow|реализуй|выполни) (?:the following|this|следующий|этот)(?: plan| spec(?:ification)?| task| план)?\s*[:.]\s*/iu;

/** The turn that set what the session is about now: the newest request that stands on its own, else the first turn. */
export function taskTurn(state: FoldState): Turn | null {
  const own = state.turns.findLast(startsTask);
  if (own !== undefined) return own;
  return state.firstTurns[0] ?? state.turns[0] ?? null;
}

function startsTask(turn: Turn): boolean {
  if (turn.kind !== "request" || turn.fresh < 0.5) return false;
  const words = contentWords(turn.text).length;
  return words >= 7 || (words >= 4 && identifiersIn(turn.text).length > 0);
}

/** The task in the person's own words: one sentence, or two where the first alone says little. */
export function taskOf(state: FoldState): Statement | null {
  const turn = taskTurn(state);
  if (turn === null) return null;
  const text = leading(turn.text.replace(PREAMBLE, ""), MAX_TASK);
  return text === "" ? null : { text, evidence: [turn.id] };
}

/** The newest thing asked for, with a bare "go on" behind it; null when that is the task itself. */
export function lastRequestOf(state: FoldState): Statement | null {
  const last = state.turns.at(-1);
  if (last === undefined) return null;
  const task = taskTurn(state);
  const real = last.kind === "go-ahead" ? state.turns.findLast((turn) => turn.kind !== "go-ahead") : last;
  if (real === undefined) return null;
  const spoken = real === last ? "" : ` Then: ${last.text.slice(0, 80)}`;
  if (real.id === task?.id && spoken === "") {
    // A long request says more than its first sentence: the rest of it stands here.
    const whole = leading(real.text.replace(PREAMBLE, ""), MAX_REQUEST, true);
    return whole.length > (taskOf(state)?.text.length ?? 0) + 40 ? { text: whole, evidence: [real.id] } : null;
  }
  const text = `${leading(real.text, MAX_REQUEST - spoken.length, true)}${spoken}`;
  return { text, evidence: [...new Set([real.id, last.id])] };
}

/** Whole sentences from the start of a text within `max` characters; `all`: as many as fit, else until it says enough. */
export function leading(text: string, max: number, all = false): string {
  let out = "";
  for (const sentence of sentencesOf(withoutFillers(text))) {
    if (out.length + sentence.length + 1 > max) {
      if (out === "" || (all && max - out.length > 60)) out = `${out} ${cut(sentence, max - out.length - 1)}`.trim();
      break;
    }
    out = `${out} ${sentence}`.trim();
    if (!all && out.length >= 60 && !out.endsWith(":")) break;
  }
  return capitalised(out);
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\s,;:(–—-]*\s\S*$/u, "")}…`;
}
