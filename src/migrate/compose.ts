import type { LineEnding } from "../markdown/tree.ts";
import type { Block } from "../relocate/blocks.ts";

/** A piece of text that is written into a file. */
export interface Element {
  text: string;
  /** Place in the source; null for what code adds (headings, links to sub-indexes). */
  from: { start: number; end: number } | null;
  /** What it came from: tells which pieces stand together without a blank line. */
  block: Block | null;
}

/** An element with where it stands in the composed text. */
export interface Composed {
  element: Element;
  start: number;
  end: number;
}

/** What was next to each other in the source. */
export interface Source {
  text: string;
  lineEnding: LineEnding;
}

/**
 * Elements one after the other as text. Neighbours of the source keep the bytes between them; others stand apart by a
 * blank line, but items of a list and rows of a table do not.
 */
export function compose(elements: readonly Element[], source: Source): { text: string; placed: Composed[] } {
  const { lineEnding } = source;
  const placed: Composed[] = [];
  let text = "";
  for (const [at, element] of elements.entries()) {
    const before = elements[at - 1];
    if (before !== undefined) text += gapOf(before, element, source);
    const head = headOf(before, element, source);
    text += head;
    placed.push({ element, start: text.length, end: text.length + element.text.length });
    text += element.text;
  }
  return { text: text === "" ? "" : text + lineEnding, placed };
}

function gapOf(before: Element, element: Element, { text, lineEnding }: Source): string {
  if (before.from !== null && element.from !== null && before.from.end <= element.from.start) {
    const between = text.slice(before.from.end, element.from.start);
    if (between.trim() === "" && (between !== "" || element.block?.form === "sentence"))
      return between || " ";
  }
  if (isSameTable(before, element) || isSameList(before, element)) return lineEnding;
  return lineEnding + lineEnding;
}

/** The titles of a table stand again wherever rows of it go. */
function headOf(before: Element | undefined, element: Element, { text, lineEnding }: Source): string {
  const table = element.block?.table ?? null;
  if (table === null || (before !== undefined && isSameTable(before, element))) return "";
  // in the index the head itself is an element
  if (before?.from !== undefined && before.from?.start === table.start) return "";
  return text.slice(table.start, table.headEnd) + lineEnding;
}

function isSameTable(a: Element, b: Element): boolean {
  const table = a.block?.table ?? null;
  return table !== null && table === b.block?.table;
}

function isSameList(a: Element, b: Element): boolean {
  if (a.block?.form !== "item" || b.block?.form !== "item") return false;
  const marker = (block: Block): string =>
    /^(?:[-*+]|\d+[.)])/u.exec(block.text)?.[0].replace(/\d+/u, "1") ?? "";
  return marker(a.block) === marker(b.block) && !/[\r\n]/u.test(a.text);
}
