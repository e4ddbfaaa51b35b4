import { diffArrays } from "diff";

/** Replaces the lines `start`–`end` of a base by `lines`. */
interface Hunk {
  start: number;
  end: number;
  lines: readonly string[];
}

/**
 * What `ours` becomes when the change from `base` to `theirs` is made to it as well; null when both changed the same
 * lines. Changes that only touch each other are no conflict: facts are appended one behind the other.
 */
export function mergeLines(base: string, ours: string, theirs: string): string | null {
  const baseLines = linesOf(base);
  const mine = hunksOf(baseLines, linesOf(ours));
  const other = hunksOf(baseLines, linesOf(theirs)).filter((hunk) => !mine.some((own) => isSame(own, hunk)));
  if (other.some((hunk) => mine.some((own) => overlap(own, hunk)))) return null;
  const hunks = [...other, ...mine].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: string[] = [];
  let position = 0;
  for (const hunk of hunks) {
    merged.push(...baseLines.slice(position, hunk.start), ...hunk.lines);
    position = hunk.end;
  }
  merged.push(...baseLines.slice(position));
  return merged.join("");
}

/** Lines with their line ends, so that joining them gives the text back. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}

function hunksOf(base: string[], changed: string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let position = 0;
  let open: { start: number; end: number; lines: string[] } | null = null;
  for (const part of diffArrays(base, changed)) {
    if (!part.added && !part.removed) {
      open = null;
      position += part.count;
      continue;
    }
    if (open === null) {
      open = { start: position, end: position, lines: [] };
      hunks.push(open);
    }
    if (part.added) open.lines.push(...part.value);
    else open.end = position += part.count;
  }
  return hunks;
}

function overlap(a: Hunk, b: Hunk): boolean {
  return a.start < b.end && b.start < a.end;
}

function isSame(a: Hunk, b: Hunk): boolean {
  return a.start === b.start && a.end === b.end && a.lines.join("") === b.lines.join("");
}
