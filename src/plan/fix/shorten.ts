import { codePoints } from "../../markdown/tree.ts";
import { INDEX_BASE_PATH, parseIndexBase } from "../../memory/index-base.ts";
import { attempt } from "./attempt.ts";
import { moveRuns } from "./destination.ts";
import { settle } from "./fix-page.ts";
import { innermost, pointersIn, rangesOf, type Run, subIndexOf, type Work } from "./groups.ts";
import { leaveRun } from "./leave.ts";
import type { Entry } from "./page.ts";

/**
 * Takes the longest stretch of pointers of a section off an index that is still too long, into `index-<heading>.md`.
 * True when the page got shorter. Rows that we derive stay: the next capture moves those itself.
 */
export function shortenIndex(work: Work): boolean {
  const stretches = stretchesOf(work).sort((a, b) => sizeOf(b) - sizeOf(a));
  return stretches.some((stretch) => attempt(work.draft, () => moveStretch(work, stretch)));
}

function moveStretch(work: Work, run: Run): boolean {
  const { draft, page } = work;
  const [first] = run;
  if (first === undefined) return false;
  const destination = subIndexOf(page, innermost(page, first));
  const moved = moveRuns(draft, page, rangesOf(run), destination);
  if (moved === null) return false;
  const { title } = destination;
  const gone = { ...work, moving: { ...work.moving, entries: new Set(run) } };
  const edit = leaveRun(gone, run, [{ ...moved, entries: run, label: title, title }]);
  const isShorter = edit !== null && codePoints(edit.insert) < sizeOf(run);
  return isShorter && settle(draft, page, [edit]);
}

/** Neighbouring entries below one heading. */
function stretchesOf({ draft, page }: Work): Entry[][] {
  const base = parseIndexBase(draft.snapshot.internal.get(INDEX_BASE_PATH)?.text);
  const derived = new Set(base.rows.filter(({ index }) => index === page.file).map(({ file }) => file));
  const isFixed = (entry: Entry): boolean =>
    entry.form === "heading" ||
    entry.form === "front-matter" ||
    entry.form === "definition" ||
    entry.form === "html" ||
    entry.form === "rule" ||
    pointersIn(page, entry).some(({ paths }) => paths.some((path) => derived.has(path)));
  const stretches: Entry[][] = [];
  let last: Entry | null = null;
  for (const entry of page.entries) {
    const open = stretches.at(-1);
    if (!isFixed(entry)) {
      if (open !== undefined && last?.at === entry.at - 1) open.push(entry);
      else stretches.push([entry]);
      last = entry;
    } else last = null;
  }
  return stretches;
}

const sizeOf = (run: Run): number => run.reduce((sum, { text }) => sum + codePoints(text) + 1, 0);
