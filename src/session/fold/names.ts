import type { Entry } from "../entry.ts";
import { identifiersIn } from "../signals/identifiers.ts";
import { CAPS, type FoldState, type SeenName } from "./state.ts";

/** Entries after which a mention weighs half. */
const HALF_LIFE = 60;
const WEIGHT: Readonly<Record<Entry["kind"], number>> = {
  human: 3,
  assistant: 2,
  "tool-call": 1.5,
  "tool-result": 0.6,
  compaction: 2,
};

/** Weight of a name as of entry `n`: each mention counts half as much after 60 further entries. */
export function weightAt(name: SeenName, n: number): number {
  return name.weight * 0.5 ** ((n - name.n) / HALF_LIFE);
}

/** Counts the names an entry mentions, once each. */
export function foldNames(state: FoldState, entry: Entry): void {
  const text = textOf(entry);
  if (text === "") return;
  const known = new Map(state.names.map((one) => [one.name, one]));
  for (const name of identifiersIn(text)) {
    const seen = known.get(name);
    if (seen === undefined) {
      const fresh: SeenName = { name, weight: WEIGHT[entry.kind], n: state.n, count: 1 };
      known.set(name, fresh);
      state.names.push(fresh);
      continue;
    }
    seen.weight = round(weightAt(seen, state.n) + WEIGHT[entry.kind]);
    seen.n = state.n;
    seen.count += 1;
  }
  if (state.names.length <= CAPS.names * 1.5) return;
  state.names.sort((a, b) => weightAt(b, state.n) - weightAt(a, state.n) || (a.name < b.name ? -1 : 1));
  state.names.length = CAPS.names;
}

function textOf(entry: Entry): string {
  if (entry.kind !== "tool-call") return entry.text;
  return [...entry.files, entry.command ?? "", entry.detail].join("\n");
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
