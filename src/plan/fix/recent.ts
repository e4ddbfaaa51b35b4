import type { ListItem } from "mdast";
import { dayOf, isRecent } from "../../lint/recent.ts";
import { parseIndexBase, INDEX_BASE_PATH } from "../../memory/index-base.ts";
import { moveRuns } from "./destination.ts";
import { settle } from "./fix-page.ts";
import { innermost, rangesOf, subIndexOf, type Work } from "./groups.ts";
import { isBlank, linkTo, type PageEdit, removal } from "./leave.ts";
import { type Entry, pointersIn } from "./page.ts";

/** Puts the newest item of Recent first; true when the page changed. An undated item stays where it is. */
export function orderRecent(work: Work): boolean {
  const { draft, page } = work;
  const items = recentItems(work);
  if (items.length === 0 || items.some(({ list }) => list !== items[0]?.list)) return false;
  const dated = items.filter((entry) => dayIn(entry) !== null);
  const sorted = newestFirst(dated);
  const edits = dated.flatMap((entry, position): PageEdit[] => {
    const instead = sorted[position];
    if (instead === undefined || instead === entry) return [];
    const insert = page.text.slice(instead.start, instead.end);
    return [{ start: entry.start, end: entry.end, insert, gone: [entry], pieces: [`item ${instead.text}`] }];
  });
  return edits.length > 0 && settle(draft, page, edits);
}

/**
 * Moves the items that Recent has no room for to `index-recent.md`. Ours only leave the list, their files tell the same;
 * where they stand below a list that is not Recent alone, nothing is done.
 */
export function shortenRecent(work: Work): boolean {
  const { draft, page, marks } = work;
  const items = recentItems(work);
  const first = marks.recent.tooMany;
  const going = first === null ? [] : items.slice(items.indexOf(first));
  const last = items.at(-1);
  if (first === null || last === undefined || items.indexOf(first) === -1) return false;
  const others = going.filter((entry) => !isOurs(work, entry));
  const edits: PageEdit[] = rangesOf(going).map(([from, to]) => {
    const gone = page.entries.slice(from.at, to.at + 1);
    return { ...removal(page, from, to), gone, pieces: [] };
  });
  if (others.length === 0) return settle(draft, page, edits);
  const destination = subIndexOf(page, innermost(page, first));
  const moved = moveRuns(draft, page, rangesOf(others), destination);
  if (moved === null) return false;
  const eol = page.markdown.lineEnding;
  const line = `See ${linkTo(draft, page, moved.path, destination.title)}.`;
  const tail = edits.at(-1);
  const isPointed = page.entries.some((entry) => entry.text === line);
  if (tail !== undefined && !isPointed) {
    // an item without a day would be a finding itself: the pointer is a paragraph below the list
    const before = /[ \t\r\n]*$/u.exec(page.text.slice(0, going[0]?.start))?.[0] ?? "";
    const gap = isBlank(before) ? "" : eol;
    Object.assign(tail, {
      start: rangesOf(going).at(-1)?.[0].start ?? tail.start,
      end: last.end,
      insert: gap + line,
      pieces: [`paragraph ${line}`],
    });
  }
  return settle(draft, page, edits);
}

function recentItems({ page, draft }: Work): Entry[] {
  return page.entries.filter(
    ({ form, headings, list }) =>
      form === "item" &&
      list !== null &&
      isRecent(
        headings.map(({ text }) => text),
        draft.manifest,
      ),
  );
}

/** Newest day first; within a day those with a time among themselves, newest first. */
function newestFirst(items: readonly Entry[]): Entry[] {
  const byDay = [...items].sort((a, b) => compare(dayIn(b)?.day ?? "", dayIn(a)?.day ?? ""));
  return byDay
    .map((entry) => entry)
    .flatMap((entry, at, all) => {
      const day = dayIn(entry)?.day;
      if (at > 0 && dayIn(all[at - 1])?.day === day) return [];
      const same = all.filter((other) => dayIn(other)?.day === day);
      const timed = same.filter((other) => dayIn(other)?.time != null);
      const sorted = [...timed].sort((a, b) => compare(dayIn(b)?.time ?? "", dayIn(a)?.time ?? ""));
      return same.map((other) => sorted[timed.indexOf(other)] ?? other);
    });
}

function dayIn(entry: Entry | undefined): ReturnType<typeof dayOf> {
  const node = entry?.block?.node;
  return node?.type === "listItem" ? dayOf(node satisfies ListItem) : null;
}

/** An item that we derived and nobody changed, of a file that stands. */
function isOurs({ draft, page }: Work, entry: Entry): boolean {
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text);
  const files = new Set(pointersIn(page, entry).flatMap(({ paths }) => paths));
  const said = entry.text.replace(/^[-*+][ \t]+/u, "").trim();
  return base.rows.some(
    ({ file, cells, index }) =>
      index === page.file && files.has(file) && draft.files.has(file) && cells[0] === said,
  );
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
