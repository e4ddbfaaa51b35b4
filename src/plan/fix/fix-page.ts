import { applySplices } from "../../markdown/splice.ts";
import { toSource } from "../../markdown/tree.ts";
import type { MemoryDraft } from "../draft.ts";
import { putText } from "../draft.ts";
import { definitionsFor } from "./chunk.ts";
import { moveRun, rangesOf, type Run, runsOf, type Work } from "./groups.ts";
import { leaveRun, type PageEdit, removal } from "./leave.ts";
import { type Entry, type Page, pieceOf, piecesOf } from "./page.ts";
import { fixRow } from "./rows.ts";

/** A change of a page together with what it does elsewhere. */
type Step = () => PageEdit | null;

/** Moves everything off a page that has to go; true when the page changed. */
export function moveOff(work: Work): boolean {
  const { draft, page, moving } = work;
  const steps: Step[] = [
    ...runsOf(work).map((run) => () => stepOf(work, run)),
    ...[...moving.rows].map((row) => () => fixRow(work, row)),
  ];
  const kept = keep(draft);
  const all = steps.flatMap((step) => step() ?? []);
  if (settle(draft, page, withDefinitions(page, all))) return all.length > 0;
  // one of them would change what stands around it: find out which
  restore(draft, kept);
  const accepted: PageEdit[] = [];
  for (const step of steps) {
    const before = keep(draft);
    const edit = step();
    if (edit !== null && reads(page, withDefinitions(page, [...accepted, edit])) !== null)
      accepted.push(edit);
    else restore(draft, before);
  }
  return settle(draft, page, withDefinitions(page, accepted)) && accepted.length > 0;
}

/** Writes edits of a page into the draft, if afterwards everything else reads as before. */
export function settle(draft: MemoryDraft, page: Page, edits: readonly PageEdit[]): boolean {
  const after = reads(page, edits);
  if (after === null) return false;
  if (after !== page.source) putText(draft, page.file, after, "content moved to topic files, pointers left");
  return true;
}

function stepOf(work: Work, run: Run): PageEdit | null {
  const before = keep(work.draft);
  const moved = moveRun(work, run);
  const edit = moved === null ? null : leaveRun(work, run, moved);
  if (edit === null) restore(work.draft, before);
  return edit;
}

/** The page with these edits; null when something that stays would be read as something else. */
function reads(page: Page, edits: readonly PageEdit[]): string | null {
  const after = toSource(page.markdown, applySplices(page.text, edits));
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

type Kept = Pick<MemoryDraft, "files" | "reasons">;

function keep({ files, reasons }: MemoryDraft): Kept {
  return { files: new Map(files), reasons: new Map(reasons) };
}

function restore(draft: MemoryDraft, { files, reasons }: Kept): void {
  for (const [map, before] of [
    [draft.files, files],
    [draft.reasons, reasons],
  ] as const) {
    map.clear();
    for (const [key, value] of before) (map as Map<string, unknown>).set(key, value);
  }
}
