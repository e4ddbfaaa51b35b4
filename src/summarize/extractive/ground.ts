import type { FoldState } from "../../session/fold/state.ts";
import type { LanguageWords } from "../../session/signals/language.ts";
import type { WorkingState } from "../../session/working-state.ts";

/** What every kind of update is made from. */
export interface Ground {
  state: FoldState;
  working: WorkingState;
  words: LanguageWords;
  /** Name of the project's folder, or null where the session ran in none. */
  project: string | null;
}

/** Longest text of an update, in characters. */
export const MAX_UPDATE = 300;
