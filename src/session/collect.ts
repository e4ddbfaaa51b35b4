import { cleanText } from "../privacy/clean.ts";
import type {
  AssistantEntry,
  CompactionEntry,
  Entry,
  HumanEntry,
  Skipped,
  ToolCallEntry,
  ToolResultEntry,
} from "./entry.ts";
import { withoutOwnText } from "./fence.ts";
import { foldEntry, type FoldState } from "./fold.ts";
import { KeptEntries } from "./kept-entries.ts";
import { cutText, plainText } from "./plain-text.ts";
import { pruneOutput, REFUSED } from "./tool-output.ts";

/** Most characters an entry keeps. */
const CAPS = { human: 20_000, assistant: 8_000, compaction: 20_000, command: 2_000, detail: 600 } as const;
/** Characters of a text looked at: its begin and end. A whole 5 MB output is not worth its time. */
const HEAD_LOOK = 48_000;
const TAIL_LOOK = 16_000;

/** A tool result before pruning. */
export type RawResult = Omit<ToolResultEntry, "errorLine" | "text"> & {
  output: string;
  command: string | null;
  glance: boolean;
  refused: boolean;
};

/** An entry that the next record may still change, and the offset of the record that began it. */
type Open =
  | { entry: AssistantEntry; message: string; offset: number }
  | { entry: CompactionEntry; message: null; offset: number };

/**
 * Collects the entries of one read: cleans, caps, bounds and folds them in order. An assistant text is held open until
 * the next entry, or the end of its turn, tells whether it was the last one of the turn; a compaction until its summary.
 */
export class EntryCollector {
  readonly skipped: Skipped = noneSkipped();
  readonly #kept = new KeptEntries(this.skipped);
  readonly #state: FoldState;
  #open: Open | null = null;

  constructor(state: FoldState) {
    this.#state = state;
  }

  get state(): FoldState {
    return this.#state;
  }

  get entries(): readonly Entry[] {
    return this.#kept.entries;
  }

  /** Offset of the record that began the entry still held open, or null. */
  get openOffset(): number | null {
    return this.#open?.offset ?? null;
  }

  /** A person's text; `midTurn` when it was typed while the agent went on working. */
  addHuman(entry: HumanEntry, midTurn = false): void {
    const text = cutText(this.clean(entry.text), CAPS.human);
    if (text === "") return;
    this.close(!midTurn);
    this.#take({ ...entry, text });
  }

  /** Text of an assistant message; blocks of one message that follow each other become one entry. */
  addAssistant(entry: AssistantEntry, message: string, offset: number): void {
    if (entry.text.trim() === "") return;
    if (this.#open?.message === message) {
      const { entry: begun } = this.#open;
      begun.text = `${begun.text}\n\n${entry.text}`;
      return;
    }
    this.close(false);
    this.#open = { entry, message, offset };
  }

  addCall(entry: ToolCallEntry): ToolCallEntry {
    const command = entry.command === null ? null : cutText(this.clean(entry.command), CAPS.command);
    const call = { ...entry, command, detail: cutText(this.clean(entry.detail), CAPS.detail) };
    this.close(false);
    this.#take(call);
    return call;
  }

  addResult(raw: RawResult): void {
    const { output, command, glance, refused, ...rest } = raw;
    const pruned = pruneOutput({
      text: this.clean(output),
      failed: rest.failed && !refused,
      command,
      glance,
    });
    this.close(false);
    this.#take({ ...rest, text: pruned.text, errorLine: refused ? REFUSED : pruned.errorLine });
  }

  /** A compaction; a summary that follows a boundary without one completes it. */
  addCompaction(entry: CompactionEntry, offset: number): void {
    if (this.#open?.message === null && this.#open.entry.text === "" && entry.text !== "") {
      this.#open.entry.text = entry.text;
      this.close(true);
      return;
    }
    this.close(true);
    if (entry.text === "") this.#open = { entry, message: null, offset };
    else this.#takeText(entry);
  }

  /** Ends what is held open; `final` when it was the last text of its turn. */
  close(final: boolean): void {
    if (this.#open === null) return;
    const { entry } = this.#open;
    this.#open = null;
    this.#takeText(entry.kind === "assistant" ? { ...entry, final: final || entry.final } : entry);
  }

  /** The text as it may be kept (see `cleaned`); what went is counted. */
  clean(raw: string): string {
    const clean = cleaned(raw);
    this.skipped.injected += clean.own;
    this.skipped.secrets += clean.secrets;
    this.skipped.privateSpans += clean.privateSpans;
    return clean.text;
  }

  #takeText(entry: AssistantEntry | CompactionEntry): void {
    const text = cutText(this.clean(entry.text), CAPS[entry.kind]);
    if (text !== "" || entry.kind === "compaction") this.#take({ ...entry, text });
  }

  #take(entry: Entry): void {
    this.#kept.push(entry);
    foldEntry(this.#state, entry);
  }
}

/** A text without our own fenced text, terminal sequences, private spans and secrets, trimmed; and how many went. */
export function cleaned(raw: string): { text: string; own: number; secrets: number; privateSpans: number } {
  const own = withoutOwnText(plainText(looked(raw)));
  const { text, secrets, privateSpans } = cleanText(own.text);
  return { text: text.trim(), own: own.removed, secrets, privateSpans };
}

/** What of a text is looked at: all of it, unless it is long and nothing in it could be cut in two that must stay whole. */
function looked(raw: string): string {
  if (raw.length <= HEAD_LOOK + TAIL_LOOK) return raw;
  if (/private\s{0,8}(?:>|\\u003e)|-----BEGIN |<session-handoff>/i.test(raw)) return raw;
  return `${raw.slice(0, HEAD_LOOK)}\n…\n${raw.slice(-TAIL_LOOK)}`;
}

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
    otherSessions: 0,
    secrets: 0,
    privateSpans: 0,
    dropped: 0,
  };
}
