import { cutAtWord } from "../../handoff/document.ts";
import type { FoldState, Turn } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { capitalised, ended } from "../../session/signals/plain-text.ts";
import { contentWords, withoutFillers } from "../../session/signals/sentence.ts";
import type { Statement } from "../../session/working-state.ts";
import { isForMemory, isTalk, putsRight, statesOnly } from "../../session/signals/turn.ts";
import { carrierOf, pointsAtEarlier, requestText, wholeText } from "./carrier.ts";

const MAX_TASK = 260;
const MAX_REQUEST = 300;
/** From this strength on a turn starts a piece of work of its own; less follows up. */
const STARTS = 4.5;
/** A newer request takes over from a bigger one only when it is not small beside it. */
const SHARE_OF_STRONGEST = 0.6;
/** What an earlier request still weighs after each later order: a session of many small ones moves on. */
const FADES = 0.9;

/**
 * The turn that set what the session is about now: the newest request that starts a piece of work, else the strongest.
 * Null when nobody asked for anything.
 */
export function taskTurn(state: FoldState): Turn | null {
  const turns = turnsOf(state).filter((turn) => !turn.text.startsWith("/"));
  // "Bonjour" is no task where something follows it.
  const first = turns.find((turn) => turn.kind !== "go-ahead") ?? turns[0];
  if (first === undefined) return turnsOf(state)[0] ?? null;
  const scored = turns.map((turn) => ({
    turn,
    score: startStrength(turn, state) + (turn === first ? 1.5 : 0),
  }));
  const strongest = Math.max(...scored.map((one) => one.score));
  const weightiest = Math.max(
    ...scored.map((one) => one.score * FADES ** ordersAfter(one.turn, turns, state)),
  );
  const limit = Math.max(STARTS, weightiest * SHARE_OF_STRONGEST);
  const own = scored.findLast((one) => one.score >= limit);
  if (own !== undefined) return own.turn;
  return strongest < 2 ? first : (scored.find((one) => one.score === strongest)?.turn ?? first);
}

/** Orders that a person gave since a turn; of turns that are no longer known every third counts as one. */
function ordersAfter(turn: Turn, turns: readonly Turn[], state: FoldState): number {
  const known = turns.filter((one) => one.n > turn.n && (one.picked || carrierOf(one.text).rank >= 2)).length;
  const isOld = turn.n < (state.turns[0]?.n ?? 0);
  // The order that would take over is one of them.
  return Math.max(0, known - 1) + (isOld ? (state.humanTurns - state.turns.length) / 3 : 0);
}

/** Every turn that is known, oldest first. */
function turnsOf(state: FoldState): Turn[] {
  const newest = new Set(state.turns.map((turn) => turn.id));
  const turns = [...state.firstTurns.filter((turn) => !newest.has(turn.id)), ...state.turns];
  return turns.filter((turn) => !isChoice(turn) && !isAside(turn, state));
}

/** Greetings, "go on", "where were we?", and what is only said to be kept or forgotten: no work is asked for. */
function isAside(turn: Turn, state: FoldState): boolean {
  if (isTalk(turn.text)) return true;
  // "No, the port is 5434" is for the memory, unless the agent went and changed it.
  if (isForMemory(turn.text)) return !(putsRight(turn.text) && worked(turn, state));
  // "Always write commit messages in English", unless the agent went and did something about it.
  return statesOnly(turn.text) && !worked(turn, state);
}

/** An option that was picked in a question tool is a decision and told as one; it asks for nothing. */
function isChoice(turn: Turn): boolean {
  return /[?？] → /u.test(turn.text);
}

/** True for a turn that is understood as the start of a piece of work without what was said before it. */
function startsWork(turn: Turn, state: FoldState): boolean {
  return startStrength(turn, state) >= STARTS || (turn.kind !== "go-ahead" && state.humanTurns < 3);
}

/** How much a turn looks like the start of a piece of work: an order with an object, its size, and work after it. */
function startStrength(turn: Turn, state: FoldState): number {
  if (turn.kind === "go-ahead" || turn.text.startsWith("/")) return 0;
  // "Implement the following plan: …" is a start whatever else it says.
  if (signal("preamble", "start").test(turn.text)) return 9;
  const carrier = carrierOf(turn.text);
  const rank = turn.picked ? Math.max(3, carrier.rank) : carrier.rank;
  if (rank < 2) return rank;
  const points = !turn.picked && pointsAtEarlier(carrier.sentences[carrier.at] ?? "");
  const follows =
    signal("followUp", "start").test(turn.text) ||
    signal("followUp", "start").test(withoutFillers(turn.text));
  return (
    rank +
    Math.min(24, contentWords(turn.text).length) / 8 +
    Math.min(3, identifiersIn(turn.text).length) * 0.3 +
    (turn.items.length > 1 ? 1 : 0) +
    (worked(turn, state) ? 0.6 : 0) -
    (follows ? 1.5 : 0) -
    (points && carrier.at === 0 ? 1 : 0) -
    (turn.fresh < 0.5 ? 2 : 0)
  );
}

/** Whether files changed between this turn and the next one. */
function worked(turn: Turn, state: FoldState): boolean {
  const next = state.turns.find((one) => one.n > turn.n)?.n ?? Infinity;
  return state.files.some((file) => file.edited > turn.n && file.edited < next);
}

/** The newest turn that says something about the work, or null. */
export function lastTurn(state: FoldState): Turn | null {
  return (
    state.turns.findLast((turn) => turn.kind !== "go-ahead" && !isChoice(turn) && !isAside(turn, state)) ??
    null
  );
}

/** The task in the person's own words. Where it is also the last request, in as many of them as fit on a line. */
export function taskOf(state: FoldState): Statement | null {
  const turn = taskTurn(state);
  if (turn === null || !startsWork(turn, state)) {
    const told = toldWork(state) ?? listedWork(state);
    if (told !== null || turn === null) return told;
  }
  const bare = withoutPreamble(turn.text);
  const newest = turn.id === lastTurn(state)?.id;
  const titled = bare !== turn.text;
  const text = newest || titled ? wholeText(bare, MAX_REQUEST, titled) : requestText(bare, MAX_TASK, titled);
  return text === "" ? null : { text, evidence: [turn.id] };
}

/** The approved plan, or the host's own summary of what was asked for. */
function toldWork({ aim }: FoldState): Statement | null {
  return aim === null ? null : { text: aim.text, evidence: [aim.id] };
}

/** The open items of the task list as one sentence: what the session is about when no turn says it. */
function listedWork(state: FoldState): Statement | null {
  const open = state.todos.filter((todo) => todo.status === "in-progress" || todo.status === "pending");
  if (open.length < 2 || state.todosBy === null) return null;
  let text = "";
  for (const todo of open) {
    const item = todo.text.replace(/[.;\s]+$/u, "");
    if (text.length + item.length + 2 > MAX_TASK) break;
    text = text === "" ? capitalised(item) : `${text}; ${item}`;
  }
  return text === "" ? null : { text, evidence: [state.todosBy] };
}

/** The newest thing asked for, with a bare "go on" behind it; null when that is the task itself. */
export function lastRequestOf(state: FoldState): Statement | null {
  const last = state.turns.findLast((turn) => !isChoice(turn) && !isAside(turn, state));
  const real = lastTurn(state);
  if (last === undefined || real === null) return null;
  const spoken = real === last ? "" : `"${cutAtWord(last.text, 80)}"`;
  if (real.id === taskTurn(state)?.id) {
    return spoken === "" || contentWords(last.text).length === 0
      ? null
      : { text: capitalised(last.text.slice(0, 120)), evidence: [last.id] };
  }
  const before = isThin(real) ? turnBefore(real, state) : null;
  const context = before === null ? "" : `${ended(wholeText(before.text, MAX_CONTEXT, true))} `;
  const room = MAX_REQUEST - spoken.length - context.length - 1;
  const text = context + wholeText(withoutPreamble(real.text), room, true);
  const joined = spoken === "" ? text : `${text} ${spoken}`;
  const evidence = [before?.id ?? real.id, real.id, last.id];
  return { text: joined, evidence: [...new Set(evidence)] };
}

const MAX_CONTEXT = 140;

/** "It was supposed to, yeah?": says nothing without what the person said before it. */
function isThin({ text, picked }: Turn): boolean {
  return (
    !picked && contentWords(text).length < 4 && identifiersIn(text).length === 0 && !asksHousekeeping(text)
  );
}

/** "Commit", "Draft PR please" is understood alone. */
function asksHousekeeping(text: string): boolean {
  const bare = withoutFillers(text);
  return signal("housekeeping", "start").test(bare) || signal("shipping", "start").test(bare);
}

/** What the person said right before a turn; null where that is the task, which is told anyway, or nothing. */
function turnBefore(turn: Turn, state: FoldState): Turn | null {
  const before = state.turns.findLast((one) => one.n < turn.n && !isAside(one, state));
  return before === undefined || isChoice(before) || before.id === taskTurn(state)?.id ? null : before;
}

/** "Implement the following plan: Plan: X" → "X": the words before the colon only announce. */
function withoutPreamble(text: string): string {
  return text
    .replace(signal("preamble", "start"), "")
    .trimStart()
    .replace(/^(?:plan|план)\s*:\s*/iu, "");
}
