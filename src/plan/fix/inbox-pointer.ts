import { INBOX_KIND } from "../../manifest/pattern.ts";
import { matchRow } from "../../manifest/routes.ts";
import { resolvePointer } from "../../memory/pointers.ts";
import type { MemoryFile } from "../../memory/snapshot.ts";
import { toSource } from "../../markdown/tree.ts";
import { putText } from "../draft.ts";
import { settle } from "./fix-page.ts";
import type { Work } from "./groups.ts";
import { isBlank, linkTo, type PageEdit } from "./leave.ts";
import { type Page, pieceOf, pointersIn, titleOf } from "./page.ts";

/**
 * Writes the one pointer to the inbox below the title, once something of the page waits there; true when the page
 * changed. A page that leads to the inbox already, wherever it does, is left alone. `before`: the files as they stood.
 */
export function pointToInbox(work: Work, before: ReadonlyMap<string, MemoryFile>): boolean {
  const { draft, page } = work;
  const grown = [...draft.files.values()].filter(
    ({ path, text }) =>
      matchRow(draft.manifest, path)?.kind === INBOX_KIND && text !== before.get(path)?.text,
  );
  const [first] = grown.sort((a, b) => a.path.length - b.path.length);
  if (first === undefined || leadsToInbox(work)) return false;
  const edit = lineBelowTitle(page, linkTo(draft, page, first.path, "Inbox"));
  if (page.entries.length > 0) return settle(draft, page, [edit]);
  putText(draft, page.file, toSource(page.markdown, edit.insert), "a pointer to the inbox");
  return true;
}

function leadsToInbox({ draft, page }: Work): boolean {
  return page.entries
    .flatMap((entry) => pointersIn(page, entry))
    .some((pointer) => {
      const path = resolvePointer(pointer, draft.files);
      return path !== null && matchRow(draft.manifest, path)?.kind === INBOX_KIND;
    });
}

/** A line of its own below the title, else above everything but the front matter. */
function lineBelowTitle(page: Page, link: string): PageEdit {
  const eol = page.markdown.lineEnding;
  const above = titleOf(page) ?? page.entries.find(({ form }) => form === "front-matter");
  const next = page.entries[above === undefined ? 0 : above.at + 1];
  // an item more could make the list below too long
  const isItem = next?.form !== "item";
  const line = isItem ? `- ${link}` : `See ${link}.`;
  const piece = `${isItem ? "item" : "paragraph"} ${line}`;
  if (above === undefined) {
    const start = next?.start ?? 0;
    const pieces = next === undefined ? [piece] : [piece, pieceOf(next)];
    const insert = line + (next === undefined ? eol : eol + eol);
    return { start, end: start, insert, gone: next === undefined ? [] : [next], pieces };
  }
  const lineEnd = /^(?:\r\n|\n|\r)?/u.exec(page.text.slice(above.end))?.[0] ?? "";
  const isTight = next !== undefined && !isBlank(page.text.slice(above.end, next.start));
  const start = above.end + lineEnd.length;
  const insert = (lineEnd === "" ? eol + eol + line : eol + line + eol) + (isTight ? eol : "");
  return { start, end: start, insert, gone: [above], pieces: [pieceOf(above), piece] };
}
