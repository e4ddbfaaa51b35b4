import type { Entry } from "../entry.ts";
import { identifiersIn } from "../signals/identifiers.ts";
import { testedFile } from "../signals/test-file.ts";
import { cleanTurn } from "../signals/turn.ts";
import { CAPS, type FoldState, type SeenName } from "./state.ts";

/** Entries after which a mention weighs half. Measured on cut transcripts: 60 to 90 differ little, 30 is worse. */
const HALF_LIFE = 75;

/** What a mention weighs by who makes it; what tools print is counted apart, as it mentions many names. */
const WEIGHT: Readonly<Record<Entry["kind"], number>> = {
  human: 2,
  assistant: 1.5,
  "tool-call": 1,
  "tool-result": 1,
  compaction: 1,
};

/** A count as of entry `n` that weighed `then` at entry `since`. */
function decayed(then: number, since: number, n: number): number {
  return then * 0.5 ** ((n - since) / HALF_LIFE);
}

/** How much a name is in use as of now: said, written or run; and printed by tools. */
export function useOf(name: SeenName, state: FoldState): { said: number; shown: number } {
  return { said: decayed(name.said, name.n, state.n), shown: decayed(name.shown, name.n, state.n) };
}

/** A name that only stands in what a person pasted (a log, a stack, JSON) was not chosen by them. */
const PASTED = 0.05;

/** Counts the names an entry mentions, once each; `names`: those of its whole text where the entry holds an excerpt. */
export function foldNames(state: FoldState, entry: Entry, names = namesOf(entry)): void {
  if (names.length === 0) return;
  const spoken = entry.kind === "human" ? new Set(identifiersIn(cleanTurn(entry.text).text)) : null;
  const known = new Map<string, SeenName>();
  for (const one of state.names) known.set(one.name, one);
  for (const name of names) {
    const isPasted = spoken !== null && !spoken.has(name);
    const weight = isPasted ? PASTED : WEIGHT[entry.kind];
    let seen = known.get(name);
    if (seen === undefined) {
      seen = { name, said: 0, shown: 0, count: 0, n: state.n, turn: 0 };
      known.set(name, seen);
      state.names.push(seen);
    }
    const isShown = isPasted || entry.kind === "tool-result";
    seen.said = round(decayed(seen.said, seen.n, state.n) + (isShown ? 0 : weight));
    seen.shown = round(decayed(seen.shown, seen.n, state.n) + (isShown ? weight : 0));
    seen.count += 1;
    seen.n = state.n;
    if (!isShown) seen.turn = state.lastHuman;
  }
  if (state.names.length > CAPS.names * 1.5) forget(state);
}

/** Keeps the tests of files that the session touched, however long ago a listing named them. */
const TEST_KEPT = 1;

/** Drops the names least in use. */
function forget(state: FoldState): void {
  const touched = new Set(state.files.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)));
  const rank = (name: SeenName): number => {
    const { said, shown } = useOf(name, state);
    const tested = testedFile(name.name);
    return said * 2 + shown + (tested !== null && touched.has(tested) ? TEST_KEPT : 0);
  };
  state.names.sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
  state.names.length = CAPS.names;
}

/** Names of an entry as it is kept. */
function namesOf(entry: Entry): string[] {
  return identifiersIn(textOf(entry));
}

function textOf(entry: Entry): string {
  if (entry.kind !== "tool-call") return entry.text;
  return [...entry.files, entry.command ?? "", entry.detail].join("\n");
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
