import { cleanText } from "../privacy/clean.ts";
import type { AssistantEntry, Entry, Skipped } from "./entry.ts";
import { foldEntry, type FoldState } from "./fold.ts";

/** Most characters of text an entry keeps, by kind. */
const CAPS = { human: 20_000, assistant: 8_000, compaction: 20_000 } as const;
/** Characters of a command and of the detail of a call. */
const COMMAND_CAP = 2_000;
const DETAIL_CAP = 600;

/** Nothing passed over yet. */
export function noneSkipped(): Skipped {
  return {
    badLines: 0,
    unknownTypes: 0,
    longLines: 0,
    halfLastLine: 0,
    sidechain: 0,
    apiErrors: 0,
    injected: 0,
    duplicates: 0,
    secrets: 0,
    privateSpans: 0,
    dropped: 0,
  };
}

/**
 * Collects the entries of one read: masks, caps and folds them in order. The last assistant text is held open until
 * the next entry (or the end of its turn) tells whether it was the last of its turn.
 */
export class EntryCollector {
  readonly entries: Entry[] = [];
  readonly skipped: Skipped = noneSkipped();
  readonly #state: FoldState;
  #open: { entry: AssistantEntry; message: string; offset: number } | null = null;

  constructor(state: FoldState) {
    this.#state = state;
  }

  get state(): FoldState {
    return this.#state;
  }

  /** Offset of the record that began the text still held open, or null. */
  get openOffset(): number | null {
    return this.#open?.offset ?? null;
  }

  /** Text of an assistant message; blocks of one message that follow each other become one entry. */
  addAssistant(entry: AssistantEntry, message: string, offset: number): void {
    if (this.#open !== null && this.#open.message === message) {
      this.#open.entry.text = `${this.#open.entry.text}\n\n${entry.text}`;
      return;
    }
    this.endText(false);
    this.#open = { entry, message, offset };
  }

  /** Any other entry. A person's text or a compaction ends the turn before it. */
  add(entry: Exclude<Entry, AssistantEntry>): void {
    this.endText(entry.kind === "human" || entry.kind === "compaction");
    this.#take(entry);
  }

  /** Closes the held assistant text. */
  endText(final: boolean): void {
    if (this.#open === null) return;
    const { entry } = this.#open;
    this.#open = null;
    this.#take({ ...entry, final: final || entry.final });
  }

  #take(entry: Entry): void {
    const cleaned = this.#clean(entry);
    if (
      "text" in cleaned &&
      cleaned.kind !== "tool-result" &&
      cleaned.kind !== "compaction" &&
      cleaned.text === ""
    )
      return;
    this.entries.push(cleaned);
    foldEntry(this.#state, cleaned);
  }

  #clean(entry: Entry): Entry {
    if (entry.kind === "tool-call")
      return {
        ...entry,
        command: entry.command === null ? null : this.#text(entry.command, COMMAND_CAP),
        detail: this.#text(entry.detail, DETAIL_CAP),
      };
    if (entry.kind === "tool-result")
      return {
        ...entry,
        errorLine: entry.errorLine === null ? null : this.#text(entry.errorLine, 240),
        text: this.#text(entry.text, 1_000),
      };
    return { ...entry, text: this.#text(entry.text, CAPS[entry.kind]) };
  }

  #text(raw: string, cap: number): string {
    const clean = cleanText(raw);
    this.skipped.secrets += clean.secrets;
    this.skipped.privateSpans += clean.privateSpans;
    return clean.text.trim().slice(0, cap);
  }
}
