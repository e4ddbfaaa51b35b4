import { visit } from "unist-util-visit";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { labelsIn, type Links, relinkedPiece } from "../relocate/relink.ts";

/** Where a piece stands in a source. */
export interface Span {
  start: number;
  end: number;
}

/** A definition or footnote of a source. */
export interface Note extends Span {
  text: string;
}

/** What pieces are taken out of, as far as their references go. */
export interface ReferenceSource {
  file: string;
  links: Links;
  /** Definitions and footnotes by kind and label, as they stand in the source; the first of a label counts. */
  notes: ReadonlyMap<string, Note>;
}

/** Definitions and footnotes of a source by kind and label, also those in lists and quotes: they hold for all of it. */
export function notesOf({ tree, text }: Pick<ParsedMarkdown, "text" | "tree">): ReadonlyMap<string, Note> {
  const notes = new Map<string, Note>();
  visit(tree, (node) => {
    if (node.type !== "definition" && node.type !== "footnoteDefinition") return;
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? start;
    const key = `${node.type === "definition" ? "link" : "footnote"} ${node.identifier}`;
    if (!notes.has(key)) notes.set(key, { text: text.slice(start, end), start, end });
  });
  return notes;
}

/** Definitions and footnotes that spans of a source refer to, once each, also those that a footnote itself needs. */
function notesFor(spans: readonly Span[], { links, notes }: ReferenceSource): Map<string, Note> {
  const wanted = [...spans];
  const found = new Map<string, Note>();
  for (let span = wanted.shift(); span !== undefined; span = wanted.shift()) {
    for (const of of ["link", "footnote"] as const) {
      for (const label of labelsIn(span, links, of)) {
        const note = notes.get(`${of} ${label}`);
        if (note === undefined || found.has(`${of} ${label}`)) continue;
        found.set(`${of} ${label}`, note);
        wanted.push(note);
      }
    }
  }
  return found;
}

/** Notes as they are written into another file: those that stand within the spans themselves and there are left out. */
export function copiedNotes(
  spans: readonly Span[],
  source: ReferenceSource,
  to: { file: string; text: string },
): Note[] {
  const standing = notesOf(parseMarkdown(to.text));
  const isOwn = (note: Note): boolean =>
    spans.some(({ start, end }) => note.start >= start && note.end <= end);
  return [...notesFor(spans, source)]
    .filter(([key, note]) => !isOwn(note) && !standing.has(key))
    .map(([, note]) => ({ ...note, text: relinkedPiece(note, source.links, source.file, to.file) }));
}

/** Whether a file means something else by a label that spans refer to: its own definition would win there. */
export function clashes(
  spans: readonly Span[],
  source: ReferenceSource,
  to: { file: string; text: string },
): boolean {
  if (!/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[/mu.test(to.text)) return false;
  const standing = notesOf(parseMarkdown(to.text));
  return [...notesFor(spans, source)].some(([key, note]) => {
    const there = standing.get(key)?.text;
    return there !== undefined && there !== relinkedPiece(note, source.links, source.file, to.file);
  });
}
