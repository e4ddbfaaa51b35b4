import { applySplices } from "../../markdown/splice.ts";
import { toSource } from "../../markdown/tree.ts";
import type { MemoryDraft } from "../draft.ts";
import { putText } from "../draft.ts";
import { attempt } from "./attempt.ts";
import { definitionsFor } from "./chunk.ts";
import { moveRun, rangesOf, type Run, runsOf, type Work } from "./groups.ts";
import { leaveRun, type PageEdit, type PointerForm, removal } from "./leave.ts";
import { type Entry, type Page, pieceOf, piecesOf } from "./page.ts";
import { fixRow } from "./rows.ts";

/** A change of a page together with what it does elsewhere. */
type Step = (form: PointerForm, before: readonly PageEdit[]) => PageEdit | null;

/** Moves everything off a page that has to go; true when the page changed. */
export function moveOff(work: Work): boolean {
  const { draft, page, moving } = work;
  const steps: Step[] = [
    ...runsOf(work).map(
      (run): Step =>
        (form, before) =>
          stepOf(work, run, form, before),
    ),
    ...[...moving.rows].map((row) => () => attempt(draft, () => fixRow(work, row))),
  ];
  const isDone = attempt(draft, () => {
    const edits: PageEdit[] = [];
    for (const step of steps) {
      const edit = step("item", edits);
      if (edit !== null) edits.push(edit);
    }
    return edits.length > 0 && settle(draft, page, withDefinitions(page, edits));
  });
  return isDone || moveOneByOne(work, steps);
}

/** Where one of the steps would change what stands around it, the others are done. */
function moveOneByOne({ draft, page }: Work, steps: readonly Step[]): boolean {
  const accepted: PageEdit[] = [];
  const accept = (edit: PageEdit | null): boolean => {
    if (edit === null || reads(page, withDefinitions(page, [...accepted, edit])) === null) return false;
    accepted.push(edit);
    return true;
  };
  for (const step of steps) {
    for (const form of ["item", "paragraph"] as const) {
      if (attempt(draft, () => accept(step(form, accepted)))) break;
    }
  }
  return accepted.length > 0 && settle(draft, page, withDefinitions(page, accepted));
}

/** Writes edits of a page into the draft, if afterwards everything else reads as before. */
export function settle(draft: MemoryDraft, page: Page, edits: readonly PageEdit[]): boolean {
  const after = reads(page, edits);
  if (after === null) return false;
  if (after !== page.source) putText(draft, page.file, after, "content moved to topic files, pointers left");
  return true;
}

function stepOf(work: Work, run: Run, form: PointerForm, before: readonly PageEdit[]): PageEdit | null {
  return attempt(work.draft, () => {
    const moved = moveRun(work, run);
    return moved === null ? null : leaveRun(work, run, moved, form, before);
  });
}

/** The page with these edits; null when something that stays would be read as something else. */
function reads(page: Page, edits: readonly PageEdit[]): string | null {
  const after = toSource(page.markdown, applySplices(page.text, apart(edits)));
  const replaced = new Map<Entry, readonly string[]>();
  for (const { gone, pieces } of edits) {
    for (const [position, entry] of gone.entries()) replaced.set(entry, position === 0 ? pieces : []);
  }
  const expected = page.entries.flatMap((entry) => replaced.get(entry) ?? [pieceOf(entry)]);
  const found = piecesOf(after);
  return found !== null &&
    found.length === expected.length &&
    found.every((piece, at) => piece === expected[at])
    ? after
    : null;
}

/** Two neighbours that both take the blank lines between them: the first does. */
function apart(edits: readonly PageEdit[]): PageEdit[] {
  let end = 0;
  return [...edits]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => {
      const start = Math.min(Math.max(edit.start, end), edit.end);
      end = Math.max(end, edit.end);
      return { ...edit, start };
    });
}

/** Definitions and footnotes that only what went referred to have gone with it. */
function withDefinitions(page: Page, edits: readonly PageEdit[]): PageEdit[] {
  const gone = new Set(edits.flatMap((edit) => edit.gone));
  const extra: PageEdit[] = [];
  for (;;) {
    const users = page.entries.filter((entry) => !gone.has(entry));
    const needed = new Set(users.flatMap((entry) => definitionsFor(page, entry)));
    const left = [...gone].flatMap((entry) => definitionsFor(page, entry));
    const unused = [...new Set(left)].filter((entry) => !gone.has(entry) && !needed.has(entry));
    if (unused.length === 0) return [...edits, ...extra];
    for (const entry of unused) gone.add(entry);
    for (const [first, last] of rangesOf(unused.sort((a, b) => a.at - b.at))) {
      const entries = page.entries.slice(first.at, last.at + 1);
      extra.push({ ...removal(page, first, last), gone: entries, pieces: [] });
    }
  }
}
