import { resolvePointer } from "../../memory/pointers.ts";
import type { MemoryFile } from "../../memory/snapshot.ts";
import { toSource } from "../../markdown/tree.ts";
import { putText } from "../draft.ts";
import { isWaitingLine, waitingLines } from "../waiting-lines.ts";
import { isUnpointed } from "./destination.ts";
import { settle } from "./fix-page.ts";
import type { Work } from "./groups.ts";
import { isBlank, type PageEdit } from "./leave.ts";
import { type Entry, type Page, pieceOf, pointersIn, titleOf } from "./page.ts";

/**
 * Writes the lines that lead to inbox and archive below the title, once something of the page is there; true when the
 * page changed. What the page leads to already, wherever it does, gets none. `before`: the files as they stood.
 */
export function pointToWaiting(work: Work, before: ReadonlyMap<string, MemoryFile>): boolean {
  const { draft, page } = work;
  const hasGrown = [...draft.files.values()].some(
    ({ path, text }) => isUnpointed(draft, path) && text !== before.get(path)?.text,
  );
  if (!hasGrown) return false;
  const ours = page.entries.filter((entry) => isWaitingLine(entry, draft.manifest));
  const lines = waitingLines(draft.manifest, draft.files, pointedBeside(work, ours));
  if (lines.join("\n") === ours.map(({ text }) => text).join("\n")) return false;
  const edit = ours.length === 0 ? linesBelowTitle(page, lines) : linesInstead(page, ours, lines);
  if (edit === null) return false;
  if (page.entries.length > 0) return settle(draft, page, [edit]);
  putText(draft, page.file, toSource(page.markdown, edit.insert), "where to find what waits");
  return true;
}

/** Files that the page leads to besides its lines of ours. */
function pointedBeside({ draft, page }: Work, ours: readonly Entry[]): ReadonlySet<string> {
  const others = page.entries.filter((entry) => !ours.includes(entry));
  const pointers = others.flatMap((entry) => pointersIn(page, entry));
  return new Set(pointers.flatMap((pointer) => resolvePointer(pointer, draft.files) ?? []));
}

/** In place of the lines that stand; null when someone put something between them, or nothing is left to say. */
function linesInstead(page: Page, ours: readonly Entry[], lines: readonly string[]): PageEdit | null {
  const [first] = ours;
  const last = ours.at(-1);
  if (first === undefined || last === undefined || lines.length === 0) return null;
  if (last.at - first.at !== ours.length - 1) return null;
  const { lineEnding: eol } = page.markdown;
  return {
    start: first.start,
    end: last.end,
    insert: lines.join(eol + eol),
    gone: ours,
    pieces: lines.map((line) => `paragraph ${line}`),
  };
}

/** Lines of their own below the title, else above everything but the front matter. */
function linesBelowTitle(page: Page, lines: readonly string[]): PageEdit {
  const eol = page.markdown.lineEnding;
  const above = titleOf(page) ?? page.entries.find(({ form }) => form === "front-matter");
  const next = page.entries[above === undefined ? 0 : above.at + 1];
  const text = lines.join(eol + eol);
  const written = lines.map((line) => `paragraph ${line}`);
  if (above === undefined) {
    const start = next?.start ?? 0;
    const pieces = next === undefined ? written : [...written, pieceOf(next)];
    const insert = text + (next === undefined ? eol : eol + eol);
    return { start, end: start, insert, gone: next === undefined ? [] : [next], pieces };
  }
  const lineEnd = /^(?:\r\n|\n|\r)?/u.exec(page.text.slice(above.end))?.[0] ?? "";
  const isTight = next !== undefined && !isBlank(page.text.slice(above.end, next.start));
  const start = above.end + lineEnd.length;
  const insert = (lineEnd === "" ? eol + eol + text : eol + text + eol) + (isTight ? eol : "");
  return { start, end: start, insert, gone: [above], pieces: [pieceOf(above), ...written] };
}
