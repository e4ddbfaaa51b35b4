import { cleanText } from "../privacy/clean.ts";
import type {
  AssistantEntry,
  CompactionEntry,
  Entry,
  HumanEntry,
  Skipped,
  TodoChange,
  ToolCallEntry,
  ToolResultEntry,
} from "./entry.ts";
import { withoutOwnText } from "./fence.ts";
import { foldEntry, type FoldState } from "./fold.ts";
import { KeptEntries } from "./kept-entries.ts";
import { cutText, plainText } from "./plain-text.ts";
import { identifiersIn } from "./signals/identifiers.ts";
import { pruneOutput, REFUSED } from "./tool-output.ts";

/** Most characters an entry keeps. */
const CAPS = {
  human: 20_000,
  assistant: 8_000,
  compaction: 20_000,
  command: 2_000,
  detail: 600,
  todo: 400,
  /** Of a call's input or a result: more than is kept is looked at for names in use. */
  named: 4_000,
} as const;
/** Characters of a text looked at: its begin and end. A whole 5 MB output is not worth its time. */
const LOOK: Look = { head: 48_000, tail: 16_000 };
/** The same of an output of which only a glance is kept. */
const GLANCE: Look = { head: 2_000, tail: 1_000 };

interface Look {
  head: number;
  tail: number;
}

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
    const whole = this.clean(entry.detail);
    const detail = cutText(whole, CAPS.detail);
    const files = entry.files.map((path) => this.clean(path));
    const call = { ...entry, files, command, detail, todos: this.#todos(entry.todos) };
    this.close(false);
    this.#take(call, [...files, command ?? "", whole.slice(0, CAPS.named)].join("\n"));
    return call;
  }

  addResult(raw: RawResult): void {
    const { output, command, glance, refused, ...rest } = raw;
    const text = this.clean(output, glance && !rest.failed ? GLANCE : LOOK);
    const pruned = pruneOutput({ text, failed: rest.failed && !refused, command, glance });
    this.close(false);
    const errorLine = refused ? REFUSED : pruned.errorLine;
    const kept = { ...rest, todos: this.#todos(rest.todos), text: pruned.text, errorLine };
    this.#take(kept, text.slice(0, CAPS.named));
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

  /** Takes back an assistant text held open that says no more than `text`: some hosts record their own summary as one. */
  withdraw(text: string): void {
    const said = this.#open?.message === null ? "" : (this.#open?.entry.text.trim() ?? "");
    if (said !== "" && text.includes(said)) this.#open = null;
  }

  /** Ends what is held open; `final` when it was the last text of its turn. */
  close(final: boolean): void {
    if (this.#open === null) return;
    const { entry } = this.#open;
    this.#open = null;
    this.#takeText(entry.kind === "assistant" ? { ...entry, final: final || entry.final } : entry);
  }

  /** The text as it may be kept (see `cleaned`); what went is counted. */
  clean(raw: string, look = LOOK): string {
    const clean = cleaned(raw, look);
    this.skipped.injected += clean.own;
    this.skipped.secrets += clean.secrets;
    this.skipped.privateSpans += clean.privateSpans;
    return clean.text;
  }

  #todos(change: TodoChange | null): TodoChange | null {
    if (change === null) return null;
    const said = (text: string): string => cutText(this.clean(text), CAPS.todo);
    if (change.type === "update") return { ...change, text: change.text === null ? null : said(change.text) };
    if (change.type === "create")
      return { ...change, item: { ...change.item, text: said(change.item.text) } };
    return {
      ...change,
      items: change.items.map(({ id, text, status }) => ({ id, text: said(text), status })),
    };
  }

  #takeText(entry: AssistantEntry | CompactionEntry): void {
    const text = cutText(this.clean(entry.text), CAPS[entry.kind]);
    if (text !== "" || entry.kind === "compaction") this.#take({ ...entry, text });
  }

  /** `named`: the text whose names count, where the entry keeps only an excerpt of it. */
  #take(entry: Entry, named?: string): void {
    this.#kept.push(entry);
    foldEntry(this.#state, entry, named === undefined ? undefined : identifiersIn(named));
  }
}

/** A text without our own fenced text, terminal sequences, private spans and secrets, trimmed; and how many went. */
export function cleaned(
  raw: string,
  look = LOOK,
): { text: string; own: number; secrets: number; privateSpans: number } {
  const own = withoutOwnText(plainText(looked(raw, look)));
  const { text, secrets, privateSpans } = cleanText(own.text);
  return { text: text.trim(), own: own.removed, secrets, privateSpans };
}

/** What of a text is looked at: all of it, unless it is long and nothing in it could be cut in two that must stay whole. */
function looked(raw: string, { head, tail }: Look): string {
  if (raw.length <= head + tail || MUST_STAY_WHOLE.test(raw)) return raw;
  return `${raw.slice(0, head)}\n…\n${raw.slice(-tail)}`;
}

const MUST_STAY_WHOLE = /private\s{0,8}(?:>|\\u003e)|-----BEGIN |<session-handoff>/i;

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
