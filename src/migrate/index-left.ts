import { lintFile } from "../lint/engine.ts";
import type { LintMessage } from "../lint/rule.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import { dayOf, isRecent, sectionOf } from "../lint/recent.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { slugOf } from "../manifest/slug.ts";
import { codePoints } from "../markdown/tree.ts";
import { folderOf } from "../memory/pointers.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { shortText } from "../lint/shown-text.ts";
import { linkPath } from "../lint/topic-cells.ts";
import type { Block, Frame, Outline } from "../relocate/blocks.ts";
import { plainHeading } from "../relocate/concepts.ts";
import { compose, type Composed, type Element, type Source } from "./compose.ts";

/** What of the index stays, before the planner adds its rows. */
export interface IndexLeft {
  text: string;
  /** Sub-indexes for rows that the index has no room for: what is to be added to each. */
  subIndexes: ReadonlyMap<string, { title: string; text: string; blocks: Block[] }>;
  /** Blocks and headings that break a rule of the index where they stand: they have to go too. */
  offending: Set<Block | Frame>;
  /** Frames that stay. */
  frames: ReadonlySet<Frame>;
}

export interface IndexInput {
  outline: Outline;
  source: Source;
  manifest: Manifest;
  snapshot: MemorySnapshot;
  /** Blocks that stay, and those of them that are rows of ours. */
  kept: ReadonlySet<Block>;
  own: ReadonlySet<Block>;
  /** Headings that may not stay. */
  banned: ReadonlySet<Frame>;
}

/** The index without what moves: kept rows, the headings above them, the title, front matter. */
export function indexLeft(input: IndexInput): IndexLeft {
  const groups = overflowing(input);
  const frames = framesLeft(input);
  const elements = elementsOf(input, frames, groups);
  const { text, placed } = compose(elements, input.source);
  return {
    text,
    subIndexes: subIndexesOf(input, groups),
    offending: offendingIn(input, text, placed),
    frames,
  };
}

/** Rows of one list or table, in order. */
interface Group {
  heading: string;
  blocks: Block[];
}

/** Share of the index's limit that rows of others may fill: the rest is for the topics. */
const SHARE = 0.5;

/** Groups that have to leave the index: longer than a list may be, or more than the index has room for. */
function overflowing(input: IndexInput): ReadonlyMap<Block, Group> {
  const { manifest, outline, kept, own } = input;
  const free = outline.blocks.filter((block) => kept.has(block) && !own.has(block) && block.form !== "html");
  const groups = groupsOf(free, manifest);
  const leaving = new Map<Block, Group>();
  const leave = (group: Group, blocks: readonly Block[]): void => {
    const going = { ...group, blocks: [...blocks] };
    for (const block of blocks) leaving.set(block, going);
  };
  for (const group of groups) {
    const [from, all] = tooMany(group, manifest);
    if (from < group.blocks.length) leave(group, all ? group.blocks : group.blocks.slice(from));
  }
  const budget = Math.floor(manifest.limits.indexChars * SHARE);
  const sizeOf = (blocks: readonly Block[]): number =>
    blocks.reduce((sum, block) => sum + codePoints(block.text) + 1, 0);
  let size = sizeOf(free.filter((block) => !leaving.has(block)));
  const left = groups.filter((group) => group.blocks.every((block) => !leaving.has(block)));
  for (const group of left.toSorted((a, b) => sizeOf(b.blocks) - sizeOf(a.blocks))) {
    if (size <= budget) break;
    leave(group, group.blocks);
    size -= sizeOf(group.blocks);
  }
  return leaving;
}

/** The first row that is one too many, and whether the whole list then goes (Recent keeps its newest). */
function tooMany({ blocks }: Group, manifest: Manifest): [number, boolean] {
  const headings = blocks[0]?.headings.map(({ text }) => text) ?? [];
  if (blocks[0]?.form !== "item") return [Number.POSITIVE_INFINITY, true];
  if (isRecent(headings, manifest)) return [manifest.limits.recent, false];
  if (manifest.preset === "claude-code") return [Number.POSITIVE_INFINITY, true];
  const section = sectionOf(headings, manifest);
  const max = Math.max(manifest.limits.listItems, section?.form === "list" ? (section.max ?? 0) : 0);
  return [max, true];
}

/** Lists and tables; a Recent list with its newest item first. */
function groupsOf(blocks: readonly Block[], manifest: Manifest): Group[] {
  const groups = new Map<string, Group>();
  for (const block of blocks) {
    const heading = block.headings.at(-1);
    const key = `${heading?.start ?? -1} ${block.form} ${block.table?.start ?? ""}`;
    const group = groups.get(key) ?? { heading: heading?.text ?? "", blocks: [] };
    groups.set(key, group);
    group.blocks.push(block);
  }
  for (const group of groups.values()) {
    if (isRecentGroup(group, manifest))
      group.blocks.sort((a, b) => (dayIn(b) < dayIn(a) ? -1 : Number(dayIn(b) > dayIn(a))));
  }
  return [...groups.values()];
}

function isRecentGroup({ blocks }: Group, manifest: Manifest): boolean {
  const [first] = blocks;
  return (
    first?.form === "item" &&
    isRecent(
      first.headings.map(({ text }) => text),
      manifest,
    )
  );
}

const dayIn = (block: Block): string =>
  block.node?.type === "listItem" ? (dayOf(block.node)?.day ?? "") : "";

/** Which item of a Recent list stands where another one stood: the newest is the first. */
function newestFirst({ outline, kept, own, manifest }: IndexInput): ReadonlyMap<Block, Block> {
  const free = outline.blocks.filter((block) => kept.has(block) && !own.has(block));
  const groups = groupsOf(free, manifest).filter((group) => isRecentGroup(group, manifest));
  return new Map(
    groups.flatMap(({ blocks }) => {
      const places = blocks.toSorted((a, b) => a.start - b.start);
      return places.map((place, at): [Block, Block] => [place, blocks[at] ?? place]);
    }),
  );
}

/** Headings above something that stays and shows, the title, heads of tables that keep rows, front matter. */
export function framesLeft({
  outline,
  kept,
  banned,
}: Pick<IndexInput, "outline" | "kept" | "banned">): ReadonlySet<Frame> {
  const blocks = outline.blocks.filter(
    (block) => kept.has(block) && block.form !== "definition" && block.form !== "footnote",
  );
  const above = new Set(blocks.flatMap((block) => block.headings.map(({ start }) => start)));
  const tables = new Set(blocks.flatMap((block) => (block.table === null ? [] : [block.table.start])));
  const title = outline.frames.find((frame) => frame.form === "heading");
  return new Set(
    outline.frames.filter((frame) => {
      if (banned.has(frame)) return false;
      if (frame.form === "front-matter") return true;
      if (frame.form === "heading") return above.has(frame.start) || (frame === title && frame.depth === 1);
      return frame.form === "table-head" && tables.has(frame.start);
    }),
  );
}

function elementsOf(
  input: IndexInput,
  frames: ReadonlySet<Frame>,
  leaving: ReadonlyMap<Block, Group>,
): Element[] {
  const { outline, kept, source, manifest } = input;
  const parts: { start: number; elements: Element[] }[] = [];
  const gone = new Set<number>();
  const order = newestFirst(input);
  for (const place of outline.blocks) {
    if (!kept.has(place)) continue;
    const block = order.get(place) ?? place;
    const group = leaving.get(block);
    if (group === undefined) {
      parts.push({
        start: place.start,
        elements: [{ text: block.text, from: { start: block.start, end: block.end }, block }],
      });
    } else if (group.blocks[0] === block) {
      const file = subIndexFile(manifest, group.heading);
      const text = `- [${shortText(titleOf(group.heading))}](${linkPath(file.slice(folderOf(manifest.index).length))})`;
      parts.push({ start: place.start, elements: [{ text, from: null, block: null }] });
    }
    if (group !== undefined && block.table !== null && group.blocks.length === rowsOf(outline, block, kept)) {
      gone.add(block.table.start);
    }
  }
  for (const frame of frames) {
    if (frame.form === "table-head" && gone.has(frame.start)) continue;
    const text = source.text.slice(frame.start, frame.end);
    parts.push({
      start: frame.start,
      elements: [{ text, from: { start: frame.start, end: frame.end }, block: null }],
    });
  }
  return parts.sort((a, b) => a.start - b.start).flatMap(({ elements }) => elements);
}

function rowsOf(outline: Outline, row: Block, kept: ReadonlySet<Block>): number {
  return outline.blocks.filter((block) => kept.has(block) && block.table === row.table).length;
}

const titleOf = (heading: string): string => plainHeading(heading) || "More";

function subIndexFile(manifest: Manifest, heading: string): string {
  return `${folderOf(manifest.index)}index-${slugOf(titleOf(heading))}.md`;
}

function subIndexesOf(
  { source, manifest }: IndexInput,
  leaving: ReadonlyMap<Block, Group>,
): IndexLeft["subIndexes"] {
  const files = new Map<string, { title: string; text: string; blocks: Block[] }>();
  for (const group of new Set(leaving.values())) {
    const file = subIndexFile(manifest, group.heading);
    const elements = group.blocks.map((block): Element => ({
      text: block.text,
      from: { start: block.start, end: block.end },
      block,
    }));
    const { text } = compose(elements, source);
    const known = files.get(file);
    files.set(file, {
      title: titleOf(group.heading),
      text: known === undefined ? text : known.text + source.lineEnding + text,
      blocks: [...(known?.blocks ?? []), ...group.blocks],
    });
  }
  return files;
}

/** What rules of the index find in a text that moving something could mend. */
export function indexProblems(snapshot: MemorySnapshot, manifest: Manifest, text: string): LintMessage[] {
  const settings = settingsFor(manifest);
  const found = lintFile({ file: manifest.index, text, manifest, snapshot, settings, honourControls: true });
  return found.filter(
    ({ rule, severity }) => rule !== "index-max-chars" && rule !== "control-comment" && severity === "error",
  );
}

/** Elements that a rule of the index objects to; its size is the planner's affair. */
function offendingIn(input: IndexInput, text: string, placed: readonly Composed[]): Set<Block | Frame> {
  const { manifest, snapshot, outline, own } = input;
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/gu)) starts.push(match.index + match[0].length);
  const offending = new Set<Block | Frame>();
  for (const { line, column } of indexProblems(snapshot, manifest, text)) {
    const at = (starts[line - 1] ?? 0) + column - 1;
    const hit = placed.find(({ start, end }) => at >= start && at < Math.max(end, start + 1));
    if (hit === undefined || hit.element.from === null) continue;
    const { block, from } = hit.element;
    if (block !== null && !own.has(block)) offending.add(block);
    if (block === null)
      for (const frame of outline.frames) if (frame.start === from.start) offending.add(frame);
  }
  return offending;
}
