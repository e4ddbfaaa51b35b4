import { isSubIndex } from "../../manifest/routes.ts";
import { folderOf, resolvePointer } from "../../memory/pointers.ts";
import type { MemoryDraft } from "../draft.ts";
import { isBarePath, linkPath } from "../../lint/topic-cells.ts";
import { relativeTo } from "./chunk.ts";
import { isUnpointed, shownTitle } from "./destination.ts";
import { keptHeading, type Moved, ownTargets, partialList, type Run, type Work } from "./groups.ts";
import { type Entry, type Page, pointersIn } from "./page.ts";

/** A change of a page: entries that give way to text, and what is to be read there afterwards. */
export interface PageEdit {
  start: number;
  end: number;
  insert: string;
  /** Entries that are there no longer. */
  gone: readonly Entry[];
  /** Pieces (see `pieceOf`) that stand there instead. */
  pieces: readonly string[];
  /** Files that it points to, and the heading below which it does. */
  points?: { heading: Entry | null; paths: readonly string[] };
}

/** How pointers stand between blocks. */
export type PointerForm = "item" | "paragraph";

/** What is left on a page where a run stood: one pointer a target, unless its section has one already; the inbox and the archive get none here. */
export function leaveRun(
  work: Work,
  run: Run,
  moved: readonly Moved[],
  form: PointerForm,
  before: readonly PageEdit[],
): PageEdit | null {
  const { draft, page, moving } = work;
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return null;
  const heading = keptHeading(work, first);
  const pointed = pointedBelow(work, heading, before);
  const links = new Map<string, string>();
  for (const { path, label, title } of moved) {
    if (!pointed.has(path) && !isUnpointed(draft, path))
      links.set(path, linkTo(draft, page, path, label || title));
  }
  for (const { entries, path } of moved) {
    // what stands in a sub-index can be reached from there
    if (isSubIndex(draft.manifest, path)) continue;
    for (const other of entries.flatMap((entry) => ownTargets(work, entry))) {
      if (!pointed.has(other) && !links.has(other)) links.set(other, linkTo(draft, page, other, ""));
    }
  }
  const lines = [...links.values()];
  const edit =
    partialList(first, page, moving) === null
      ? blockEdit(page, run, lines, form)
      : itemEdit(page, run, first, last, lines);
  return edit === null ? null : { ...edit, points: { heading, paths: [...links.keys()] } };
}

/** A link to a file as it stands in a page. */
export function linkTo(draft: MemoryDraft, page: Page, path: string, fallback: string): string {
  const written = relativeTo(folderOf(page.file), path);
  const title = shownTitle(draft, path, fallback);
  if (title === "" && isBarePath(written)) return written;
  return `[${title === "" ? "more" : title}](${linkPath(written)})`;
}

/** Files that what stays below a heading points to, and what other runs left there. */
function pointedBelow(work: Work, heading: Entry | null, before: readonly PageEdit[]): Set<string> {
  const { draft, page, moving } = work;
  const near = page.entries.filter(
    (other) => other.form !== "heading" && !moving.entries.has(other) && keptHeading(work, other) === heading,
  );
  const pointers = near.flatMap((other) => pointersIn(page, other));
  const left = before.flatMap(({ points }) => (points?.heading === heading ? points.paths : []));
  return new Set([...left, ...pointers.flatMap((pointer) => resolvePointer(pointer, draft.files) ?? [])]);
}

/** A run of whole blocks: the pointers as items, or as paragraphs where a list of others is the neighbour. */
function blockEdit(page: Page, run: Run, lines: readonly string[], form: PointerForm): PageEdit | null {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return null;
  const eol = page.markdown.lineEnding;
  const before = page.entries[first.at - 1];
  const after = page.entries[last.at + 1];
  const beside = form === "paragraph" || before?.form === "item" || after?.form === "item";
  const texts = lines.map((line) => (beside ? `See ${line}.` : `- ${line}`));
  const insert = texts.join(beside ? eol + eol : eol);
  const pieces = texts.map((text) => (beside ? `paragraph ${text}` : `item ${text}`));
  if (insert === "") return { ...removal(page, first, last), gone: run, pieces };
  const [lead, tail] = [blankBefore(page, first, before), blankAfter(page, last, after)];
  return { start: first.start, end: last.end, insert: lead + insert + tail, gone: run, pieces };
}

/** Items of a list that keeps others: pointers in its own marks. */
function itemEdit(page: Page, run: Run, first: Entry, last: Entry, lines: readonly string[]): PageEdit {
  if (lines.length === 0) return { ...removal(page, first, last), gone: run, pieces: [] };
  const eol = page.markdown.lineEnding;
  const whole = page.text.slice(first.start, first.end);
  const mark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/u.exec(whole)?.[0] ?? "-";
  const texts = lines.map((line) => `${mark} ${line}`);
  return {
    start: first.start,
    end: last.end,
    insert: texts.join(eol),
    gone: run,
    pieces: texts.map((text) => `item ${text.trim()}`),
  };
}

/** Takes whole lines out, with one of two blank lines around them. */
export function removal(page: Page, first: Entry, last: Entry): Pick<PageEdit, "start" | "end" | "insert"> {
  const { text } = page;
  const ahead = lineBreaks(/[ \t\r\n]*$/u.exec(text.slice(0, first.start))?.[0] ?? "");
  const behind = lineBreaks(/^[ \t\r\n]*/u.exec(text.slice(last.end))?.[0] ?? "");
  if (text.slice(last.end).trim() !== "") {
    const isAlone = (first.at === 0 || ahead.length > 1) && behind.length > 1;
    return {
      start: first.start,
      end: last.end + behind.slice(0, isAlone ? 2 : 1).join("").length,
      insert: "",
    };
  }
  // at the end of the page the lines before go, so that it ends as it did
  return { start: first.start - ahead.slice(-2).join("").length, end: last.end, insert: "" };
}

/** A gap cut behind each line end. */
function lineBreaks(gap: string): string[] {
  return gap.match(/[ \t]*(?:\r\n|\n|\r)/gu) ?? [];
}

/** Whether a gap between two lines, or before one, holds a blank line. */
export function isBlank(gap: string): boolean {
  return lineBreaks(gap).length > 1;
}

function blankBefore(page: Page, first: Entry, before: Entry | undefined): string {
  if (before === undefined || before.form === "heading") return "";
  const gap = page.text.slice(before.end, first.start);
  return isBlank(gap) ? "" : page.markdown.lineEnding;
}

function blankAfter(page: Page, last: Entry, after: Entry | undefined): string {
  if (after === undefined) return "";
  return isBlank(page.text.slice(last.end, after.start)) ? "" : page.markdown.lineEnding;
}
