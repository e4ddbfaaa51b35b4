import type { Manifest } from "../manifest/manifest.ts";
import { codePoints } from "../markdown/tree.ts";
import { outlineOf } from "../relocate/blocks.ts";
import { relinkedPiece } from "../relocate/relink.ts";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { headingText } from "../plan/fragment.ts";
import { type Composed, compose, type Element } from "./compose.ts";
import type { PathHeading, Placed } from "./place.ts";
import { copiedNotes, type ReferenceSource, type Span } from "./references.ts";

/** What pieces are taken out of. */
export interface SourceText extends ReferenceSource {
  markdown: Pick<ParsedMarkdown, "text" | "tree" | "lineEnding">;
}

/** One branch of headings with what stands under it. */
interface Branch {
  heading: PathHeading;
  placed: Placed[];
  below: Branch[];
}

/** What is added to one file: the text, and where each piece stands in it. */
export interface Addition {
  text: string;
  pieces: { placed: Placed; start: number; end: number }[];
}

/** Deepest heading of Markdown. */
const DEEPEST = 6;

/**
 * Pieces under their headings as text for a file that says `standing` already. Definitions come last in the order of
 * the source: of two with one label the first counts, and headings may change the order of pieces.
 */
export function additionOf(
  placed: readonly Placed[],
  source: SourceText,
  { file, standing }: { file: string; standing: string },
): Addition {
  const root = treeOf(placed);
  const elements: Element[] = [];
  const owners = new Map<Element, Placed>();
  const last: Element[] = copiedNotes(spansOf(placed), source, { file, text: standing }).map(
    ({ text, start, end }) => ({ text, from: { start, end }, block: null }),
  );
  const write = (branch: Branch, depth: number): void => {
    for (const one of branch.placed) {
      const { block } = one.piece;
      const text = closedPiece(relinkedPiece(block, source.links, source.file, file), block, source);
      const element: Element = { text, from: { start: block.start, end: block.end }, block };
      owners.set(element, one);
      (block.form === "definition" ? last : elements).push(element);
    }
    for (const child of branch.below) {
      elements.push({ text: headingLine(child.heading, depth, source, file), from: null, block: null });
      write(child, depth + 1);
    }
  };
  write(root, 2);
  elements.push(...last.toSorted((a, b) => (a.from?.start ?? 0) - (b.from?.start ?? 0)));
  const { text, placed: composed } = compose(elements, {
    text: source.markdown.text,
    lineEnding: source.markdown.lineEnding,
  });
  return { text, pieces: composed.flatMap((one) => withOwner(one, owners)) };
}

/** Where pieces and the headings that they take along stand in the source. */
export function spansOf(placed: readonly Placed[]): Span[] {
  return placed.flatMap(({ piece, path }) => [
    piece.block,
    ...path.flatMap(({ text, start }) => (start === null ? [] : [{ start, end: start + text.length }])),
  ]);
}

/** A heading with its words as written, links leading where they led; one of several lines stays underlined. */
function headingLine({ text, start }: PathHeading, depth: number, source: SourceText, file: string): string {
  const piece = { text, start: start ?? 0, end: (start ?? 0) + text.length };
  const words = start === null ? text : relinkedPiece(piece, source.links, source.file, file);
  const eol = source.markdown.lineEnding;
  return /[\r\n]/u.test(words)
    ? `${words}${eol}---`
    : `${"#".repeat(Math.min(depth, DEEPEST))} ${headingText(words)}`;
}

function withOwner(
  { element, start, end }: Composed,
  owners: ReadonlyMap<Element, Placed>,
): Addition["pieces"] {
  const placed = owners.get(element);
  return placed === undefined ? [] : [{ placed, start, end }];
}

function treeOf(placed: readonly Placed[]): Branch {
  const root: Branch = { heading: { text: "", start: null }, placed: [], below: [] };
  for (const one of placed) {
    let branch = root;
    for (const heading of one.path) {
      let next = branch.below.find((child) => child.heading.text === heading.text);
      if (next === undefined) {
        next = { heading, placed: [], below: [] };
        branch.below.push(next);
      }
      branch = next;
    }
    branch.placed.push(one);
  }
  return root;
}

/** A fence or comment that only the end of the source closed would swallow what follows it now. */
function closedPiece(text: string, block: Placed["piece"]["block"], source: SourceText): string {
  if (block.form === "html" && /<!--(?![\s\S]*-->)/u.test(text)) return `${text} -->`;
  if (block.form !== "code") return text;
  const fence = /^(`{3,}|~{3,})/u.exec(text)?.[1];
  if (fence === undefined) return text;
  const lines = text.split(/\r\n|\n|\r/u);
  const last = lines.length > 1 ? (lines.at(-1)?.trim() ?? "") : "";
  const isClosed = last.length >= fence.length && last === (fence[0] ?? "").repeat(last.length);
  return isClosed ? text : text + source.markdown.lineEnding + fence;
}

/** Whether text put behind a file would be swallowed by a fence or comment that is open at its end. */
export function isOpenAtEnd(source: string): boolean {
  const probe = "handoffprobe";
  const text = `${source.trimEnd()}\n\n${probe}\n`;
  const last = outlineOf(parseMarkdown(text)).blocks.at(-1);
  return last?.text !== probe;
}

/** Code points that a topic file still has room for. */
export function roomIn(manifest: Manifest, text: string): number {
  return manifest.limits.topicChars - 1 - codePoints(text);
}
