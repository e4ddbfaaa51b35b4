import type { Heading, List, Paragraph, Root, RootContent, Table } from "mdast";
import { toString } from "mdast-util-to-string";
import type { Manifest, Section } from "../manifest/manifest.ts";
import { type ParsedMarkdown, parseMarkdown } from "../markdown/parse.ts";
import { definitionsOf, type Pointer, type PointerContext, pointersOf } from "./pointers.ts";

/** Comments that enclose our part of an index that others write too (`own: block`). */
export const BLOCK_BEGIN = "<!-- handoff:begin -->";
export const BLOCK_END = "<!-- handoff:end -->";

/** A cell of a table row; offsets (UTF-16, text without BOM) enclose its trimmed content. */
interface IndexCell {
  text: string;
  start: number;
  end: number;
}

/** A row, item or one-line paragraph of the index. */
export interface IndexRow {
  form: Section["form"];
  /** UTF-16 offsets into the text without BOM; they slice to `text`. */
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  text: string;
  /** Cells of a table row; one cell for an item or line. */
  cells: IndexCell[];
  pointers: Pointer[];
  /** False for a row outside our block when the manifest says `own: block`. */
  own: boolean;
}

/** A table of the index: its titles, and where a row can be added. */
interface IndexTable {
  start: number;
  end: number;
  titles: string[];
}

/** A heading of the index and what stands below it up to the next heading. */
export interface IndexSection {
  /** The manifest's section of that name, or null for a person's own. */
  section: Section | null;
  /** Empty for what stands before the first heading. */
  heading: string;
  depth: number;
  /** Offsets from the heading (or the first content) to the next heading or the end of the text or block. */
  start: number;
  end: number;
  /** Offset behind the heading line's text. */
  headingEnd: number;
  own: boolean;
  tables: IndexTable[];
  rows: IndexRow[];
}

/** An index as read. */
export interface Index {
  markdown: ParsedMarkdown;
  /** Offsets of our block, markers included, and of what lies between them; null when there is none. */
  block: { start: number; end: number; innerStart: number; innerEnd: number } | null;
  sections: IndexSection[];
}

/**
 * Reads an index as stored. With `own: block` only rows between the markers are ours; an index without markers then
 * has none. `file` is the path pointers are relative to; the manifest's index unless given.
 */
export function readIndex(source: string, manifest: Manifest, file: string = manifest.index): Index {
  const markdown = parseMarkdown(source);
  const block = blockOf(markdown.tree, markdown.text);
  const isOwn = (start: number, end: number): boolean =>
    manifest.own === "file" || (block !== null && start >= block.innerStart && end <= block.innerEnd);
  const pointing: PointerContext = {
    file,
    text: markdown.text,
    definitions: definitionsOf(markdown.tree),
  };
  const reader: Reader = { manifest, pointing, isOwn, sections: [], block };
  for (const node of markdown.tree.children) readNode(node, reader);
  closeSections(reader.sections, block, markdown.text.length);
  return { markdown, block, sections: reader.sections };
}

/** All rows of an index in order. */
export function rowsOf(index: Index): IndexRow[] {
  return index.sections.flatMap((section) => section.rows);
}

interface Reader {
  manifest: Manifest;
  pointing: PointerContext;
  isOwn: (start: number, end: number) => boolean;
  sections: IndexSection[];
  block: Index["block"];
}

function readNode(node: RootContent, reader: Reader): void {
  if (node.type === "yaml" || node.type === "definition" || node.type === "html") return;
  if (node.type === "heading") {
    reader.sections.push(openSection(node, reader));
    return;
  }
  const section = sectionFor(node, reader);
  if (node.type === "table") readTable(node, section, reader);
  if (node.type === "list") section.rows.push(...listRows(node, reader));
  if (node.type === "paragraph") section.rows.push(lineRow(node, "line", reader));
}

function openSection(heading: Heading, reader: Reader): IndexSection {
  const [start, end] = offsetsOf(heading);
  const text = toString(heading).trim();
  return {
    section: sectionNamed(reader.manifest, text),
    heading: text,
    depth: heading.depth,
    start,
    end,
    headingEnd: end,
    own: reader.isOwn(start, end),
    tables: [],
    rows: [],
  };
}

/** The open section; a nameless one before any heading, and at the border of our block. */
function sectionFor(node: RootContent, reader: Reader): IndexSection {
  const [start, end] = offsetsOf(node);
  const own = reader.isOwn(start, end);
  const last = reader.sections.at(-1);
  if (
    last !== undefined &&
    (reader.block === null || insideBlock(last, reader) === insideBlock({ start }, reader))
  ) {
    return last;
  }
  const section = own ? sectionNamed(reader.manifest, "") : null;
  const nameless: IndexSection = {
    section,
    heading: "",
    depth: 0,
    start,
    end,
    headingEnd: start,
    own,
    tables: [],
    rows: [],
  };
  reader.sections.push(nameless);
  return nameless;
}

function insideBlock(place: { start: number }, { block }: Reader): boolean {
  return block !== null && place.start >= block.innerStart && place.start < block.innerEnd;
}

function readTable(table: Table, section: IndexSection, reader: Reader): void {
  const [start, end] = offsetsOf(table);
  const [header, ...body] = table.children;
  section.tables.push({ start, end, titles: (header?.children ?? []).map((cell) => toString(cell).trim()) });
  for (const row of body) {
    const cells = row.children.map((cell): IndexCell => {
      const first = cell.children[0]?.position?.start.offset;
      const last = cell.children.at(-1)?.position?.end.offset;
      const [outer] = offsetsOf(cell);
      const text = reader.pointing.text.slice(first ?? outer, last ?? outer);
      return { text, start: first ?? outer, end: last ?? outer };
    });
    section.rows.push({ ...rowAt(row, "table", reader), cells });
  }
}

function listRows(list: List, reader: Reader): IndexRow[] {
  return list.children.map((item) => lineRow(item, "list", reader));
}

function lineRow(
  node: Paragraph | List["children"][number],
  form: IndexRow["form"],
  reader: Reader,
): IndexRow {
  const row = rowAt(node, form, reader);
  const first = node.type === "listItem" ? node.children[0] : node;
  const [start, end] = first === undefined ? [row.start, row.end] : offsetsOf(first);
  return { ...row, cells: [{ text: reader.pointing.text.slice(start, end), start, end }] };
}

function rowAt(
  node: RootContent | Table["children"][number],
  form: IndexRow["form"],
  reader: Reader,
): IndexRow {
  const [start, end] = offsetsOf(node);
  return {
    form,
    start,
    end,
    line: node.position?.start.line ?? 1,
    text: reader.pointing.text.slice(start, end),
    cells: [],
    pointers: pointersOf(node, reader.pointing),
    own: reader.isOwn(start, end),
  };
}

/** A section ends where the next begins, at a border of our block, or at the end. */
function closeSections(sections: IndexSection[], block: Index["block"], length: number): void {
  for (const [position, section] of sections.entries()) {
    const next = sections[position + 1]?.start ?? length;
    const borders =
      block === null ? [] : [block.start, block.innerEnd].filter((at) => at >= section.headingEnd);
    section.end = Math.min(next, ...borders);
  }
}

/** The manifest's section of a heading: case and marks around the words are ignored. */
function sectionNamed(manifest: Manifest, heading: string): Section | null {
  const wanted = plainName(heading);
  return manifest.sections.find((section) => plainName(section.section) === wanted) ?? null;
}

function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

function blockOf(tree: Root, text: string): Index["block"] {
  let begin: [number, number] | null = null;
  for (const node of tree.children) {
    if (node.type !== "html") continue;
    const [start, end] = offsetsOf(node);
    const written = text.slice(start, end);
    const opens = written.indexOf(BLOCK_BEGIN);
    if (begin === null && opens !== -1) begin = [start + opens, start + opens + BLOCK_BEGIN.length];
    const closes = written.indexOf(BLOCK_END);
    if (begin === null || closes === -1 || start + closes < begin[1]) continue;
    const innerEnd = start + closes;
    return { start: begin[0], innerStart: begin[1], innerEnd, end: innerEnd + BLOCK_END.length };
  }
  return null;
}

function offsetsOf(node: { position?: RootContent["position"] }): [number, number] {
  const start = node.position?.start.offset ?? 0;
  return [start, node.position?.end.offset ?? start];
}
