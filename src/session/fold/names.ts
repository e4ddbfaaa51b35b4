import type { Entry } from "../entry.ts";
import { identifiersIn } from "../signals/identifiers.ts";
import { cleanTurn } from "../signals/turn.ts";
import { CAPS, type FoldState, type SeenName } from "./state.ts";

/** Entries after which a mention weighs half. Measured on cut transcripts: 60 to 90 differ little, 30 is worse. */
const HALF_LIFE = 75;

/** What a mention weighs by who makes it: output of tools mentions many names, few of which are used again. */
const WEIGHT: Readonly<Record<Entry["kind"], number>> = {
  human: 4,
  assistant: 3,
  "tool-call": 2,
  "tool-result": 0.2,
  compaction: 2,
};

/** Weight of a name as of entry `n`: each mention counts half as much after 75 further entries. */
function weightAt(name: SeenName, n: number): number {
  return name.weight * 0.5 ** ((n - name.n) / HALF_LIFE);
}

/** How much a name is in use now: mentions since the last human turn count double. */
export function useOf(name: SeenName, state: FoldState): number {
  return weightAt(name, state.n) + (name.turn === state.lastHuman ? name.turnWeight : 0);
}

/** A name that only stands in what a person pasted (a log, a stack, JSON) was not chosen by them. */
const PASTED = 0.2;

/** Counts the names an entry mentions, once each. */
export function foldNames(state: FoldState, entry: Entry): void {
  const names = identifiersIn(textOf(entry));
  if (names.length === 0) return;
  const spoken = entry.kind === "human" ? new Set(identifiersIn(cleanTurn(entry.text).text)) : null;
  const known = new Map<string, SeenName>();
  for (const one of state.names) known.set(one.name, one);
  for (const name of names) {
    const weight = spoken === null || spoken.has(name) ? WEIGHT[entry.kind] : PASTED;
    let seen = known.get(name);
    if (seen === undefined) {
      seen = { name, weight: 0, n: state.n, turnWeight: 0, turn: state.lastHuman };
      known.set(name, seen);
      state.names.push(seen);
    }
    seen.weight = round(weightAt(seen, state.n) + weight);
    seen.n = state.n;
    seen.turnWeight = round((seen.turn === state.lastHuman ? seen.turnWeight : 0) + weight);
    seen.turn = state.lastHuman;
  }
  if (state.names.length <= CAPS.names * 1.5) return;
  state.names.sort((a, b) => useOf(b, state) - useOf(a, state) || (a.name < b.name ? -1 : 1));
  state.names.length = CAPS.names;
}

function textOf(entry: Entry): string {
  if (entry.kind !== "tool-call") return entry.text;
  return [...entry.files, entry.command ?? "", entry.detail].join("\n");
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
