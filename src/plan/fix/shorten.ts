import { codePoints } from "../../markdown/tree.ts";
import { INDEX_BASE_PATH, parseIndexBase } from "../../memory/index-base.ts";
import { attempt } from "./attempt.ts";
import { isUnpointed } from "./destination.ts";
import { settle } from "./fix-page.ts";
import { moveRun, type Run, type Work } from "./groups.ts";
import { leaveRun, type PageEdit } from "./leave.ts";
import { kinOf } from "./moving.ts";
import { type Entry, pointersIn } from "./page.ts";

/**
 * Takes the longest stretches of an index that is still too long off it: pointers into `index-<heading>.md`, tables of
 * content to the kind they are about. True when the page got shorter. Rows that we derive stay: the next capture moves
 * those itself.
 */
export function shortenIndex(work: Work, limit: number): boolean {
  const { draft, page } = work;
  const stretches = stretchesOf(work).sort((a, b) => sizeOf(b) - sizeOf(a));
  const isDone = attempt(draft, () => {
    const edits: PageEdit[] = [];
    let over = codePoints(page.text) - limit + 1;
    for (const stretch of stretches) {
      const edit = over <= 0 ? null : attempt(draft, () => shorter(work, stretch, edits));
      if (edit === null) continue;
      edits.push(edit);
      over -= sizeOf(stretch) - codePoints(edit.insert);
    }
    return edits.length > 0 && settle(draft, page, edits);
  });
  if (isDone) return true;
  return stretches.some((stretch) =>
    attempt(draft, () => {
      const edit = shorter(work, stretch, []);
      return edit !== null && settle(draft, page, [edit]);
    }),
  );
}

function shorter(work: Work, run: Run, before: readonly PageEdit[]): PageEdit | null {
  const entries = new Set(run);
  const isIndex = run.some((entry) => work.moving.pointers.has(entry));
  const moving = { ...work.moving, entries, bundled: isIndex ? entries : new Set<Entry>() };
  const off = { ...work, moving };
  const moved = moveRun(off, run);
  const edit = moved === null ? null : leaveRun(off, run, moved, "item", before);
  return edit !== null && codePoints(edit.insert) < sizeOf(run) ? edit : null;
}

/** Neighbouring entries below one heading. */
function stretchesOf(work: Work): Entry[][] {
  const { draft, page } = work;
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text);
  const derived = new Set(base.rows.filter(({ index }) => index === page.file).map(({ file }) => file));
  const isFixed = (entry: Entry): boolean =>
    entry.form === "heading" ||
    entry.form === "front-matter" ||
    entry.form === "definition" ||
    entry.form === "html" ||
    entry.form === "rule" ||
    pointersIn(page, entry).some(({ paths }) =>
      paths.some((path) => derived.has(path) || isUnpointed(draft, path)),
    );
  const stretches: Entry[][] = [];
  let last: Entry | null = null;
  for (const entry of page.entries) {
    const open = stretches.at(-1);
    if (!isFixed(entry)) {
      const follows = last?.at === entry.at - 1 && isContent(work, last) === isContent(work, entry);
      if (open !== undefined && follows) open.push(entry);
      else stretches.push([entry]);
      last = entry;
    } else last = null;
  }
  return stretches;
}

/** A table in which nothing leads to a file. */
function isContent({ page, moving }: Work, entry: Entry): boolean {
  return entry.table !== null && kinOf(page, entry).every((one) => !moving.pointers.has(one));
}

const sizeOf = (run: Run): number => run.reduce((sum, { text }) => sum + codePoints(text) + 1, 0);
