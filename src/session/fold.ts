import type { Entry } from "./entry.ts";
import { foldAim } from "./fold/aim.ts";
import { foldCall, foldResult } from "./fold/calls.ts";
import { foldNames } from "./fold/names.ts";
import { foldAssistant, foldCompaction, foldHuman } from "./fold/speech.ts";
import type { FoldState as State } from "./fold/state.ts";

export { isRefuted } from "./fold/refute.ts";
export { FoldState, MAX_COPIED } from "./fold/state.ts";

/** The state before the first entry. */
export function initialFold(): State {
  return {
    version: 1,
    n: 0,
    humanTurns: 0,
    compactions: 0,
    languages: {},
    firstTurns: [],
    turns: [],
    todos: [],
    todosBy: null,
    wasOpen: [],
    asked: "",
    offers: { n: 0, items: [] },
    about: null,
    aim: null,
    files: [],
    failures: [],
    runs: [],
    notes: [],
    refuted: [],
    names: [],
    candidates: [],
    lastSaid: null,
    lastWork: 0,
    lastHuman: 0,
    calls: {},
  };
}

/**
 * Takes one entry into the state (in place; the state is owned by the read in progress). `names`: those of the whole text
 * where the entry holds an excerpt of it.
 */
export function foldEntry(state: State, entry: Entry, names?: string[]): void {
  state.n += 1;
  switch (entry.kind) {
    case "human":
      foldHuman(state, entry);
      break;
    case "assistant":
      foldAssistant(state, entry);
      break;
    case "tool-call":
      foldCall(state, entry);
      break;
    case "tool-result":
      foldResult(state, entry);
      break;
    case "compaction":
      foldCompaction(state, entry);
      break;
  }
  foldAim(state, entry);
  foldNames(state, entry, names);
}
