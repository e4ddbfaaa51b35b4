import type { List } from "mdast";
import { lintFile } from "../../lint/engine.ts";
import type { RuleSettings } from "../../lint/run-rules.ts";
import type { LintMessage } from "../../lint/rule.ts";
import type { MemorySnapshot } from "../../memory/snapshot.ts";
import type { Entry, Page } from "./page.ts";

/** What the linter wants changed on a page. */
export interface Marks {
  /** Offsets of findings by the entry they stand in. */
  places: ReadonlyMap<Entry, readonly { start: number; end: number }[]>;
  /** Entries that are temporary notes. */
  temporary: ReadonlySet<Entry>;
  /** Lists with more items than the index may show. */
  overfull: ReadonlySet<List>;
  recent: { tooMany: Entry | null; disordered: boolean };
  tooLong: boolean;
  /** Whether a derived cell is behind its topic. */
  stale: boolean;
  /** Every fixable finding there is. */
  count: number;
}

/** Lints a page and finds the entry of each fixable finding. Comments that turn rules off count. */
export function marksOf(page: Page, snapshot: MemorySnapshot, settings: RuleSettings): Marks {
  const messages = fixableMessages(page.file, page.source, snapshot, settings);
  const offsetAt = offsets(page.text);
  const places = new Map<Entry, { start: number; end: number }[]>();
  const temporary = new Set<Entry>();
  const overfull = new Set<List>();
  const recent: Marks["recent"] = { tooMany: null, disordered: false };
  for (const message of messages) {
    const place = {
      start: offsetAt(message.line, message.column),
      end: offsetAt(message.endLine, message.endColumn),
    };
    const entry = page.entries.findLast(({ start }) => start <= place.start) ?? null;
    if (entry === null || PAGE_RULES.has(message.rule)) continue;
    if (message.rule === "recent-max-items") {
      if (message.id === "order") recent.disordered = true;
      else recent.tooMany = entry;
    } else if (message.rule === "list-max-items" && entry.list !== null && startsAt(entry, place.start)) {
      overfull.add(entry.list);
    } else {
      places.set(entry, [...(places.get(entry) ?? []), place]);
      if (message.rule === "no-temporary-note") temporary.add(entry);
    }
  }
  const has = (rule: string): boolean => messages.some((message) => message.rule === rule);
  return {
    places,
    temporary,
    overfull,
    recent,
    tooLong: has("index-max-chars"),
    stale: has("status-from-topic"),
    count: messages.length,
  };
}

/** Findings of a text that `--fix` can do something about. */
export function fixableMessages(
  file: string,
  text: string,
  snapshot: MemorySnapshot,
  settings: RuleSettings,
): LintMessage[] {
  const { manifest } = snapshot;
  return lintFile({ file, text, snapshot, manifest, settings, honourControls: true }).filter(
    ({ fixable }) => fixable,
  );
}

/** Rules about the page as a whole, or about what is derived. */
const PAGE_RULES: ReadonlySet<string> = new Set([
  "index-max-chars",
  "status-from-topic",
  "no-duplicate-fact",
]);

const startsAt = (entry: Entry, offset: number): boolean => entry.block?.start === offset;

/** Turns a 1-based line and column into an offset. */
function offsets(text: string): (line: number, column: number) => number {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return (line, column) => (starts[line - 1] ?? text.length) + column - 1;
}
