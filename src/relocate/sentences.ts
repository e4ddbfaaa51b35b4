import type { Block } from "./blocks.ts";

/** Words before a full stop that end no sentence. */
const ABBREVIATED =
  /(?:^|[\s([{"'])(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|fig|ca|resp|incl|dr|mr|mrs|ms|st|inc|ltd|p|pp|т\.е|т\.к|т\.д|напр|см|z\.B|d\.h|usw|bzw|\p{L})\.$/iu;
/** An end of a sentence with what closes it, and the space behind it; scripts without spaces need none. */
const END = /[.!?…]+["'”»)\]]*[^\S\r\n]+|[。！？]["'」』）]*[^\S\r\n]*/gu;

const BLOCK_START =
  /^(?:\s|#{1,6}(?:\s|$)|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|`{3}|~{3}|\||<|\[[^\]]+\]:|[-=_*]{3})/u;

/**
 * The sentences of a paragraph as blocks of their own, the paragraph itself when it has one. They cover it but for blank
 * space between them. Cut only where nothing inline is open, so that no emphasis, link or code falls apart.
 */
export function sentencesOf(block: Block): Block[] {
  const { node, text, start } = block;
  if (block.form !== "paragraph" || node?.type !== "paragraph") return [block];
  const cuts: number[] = [];
  for (const child of node.children) {
    if (child.type !== "text") continue;
    const from = (child.position?.start.offset ?? start) - start;
    const to = (child.position?.end.offset ?? start) - start;
    cuts.push(...cutsIn(text, from, to));
  }
  return cutAt(block, cuts);
}

/** Offsets behind which a sentence begins: behind an end mark and at a new line, within one run of plain text. */
function cutsIn(text: string, from: number, to: number): number[] {
  const run = text.slice(from, to);
  const cuts: number[] = [];
  for (const match of run.matchAll(END)) {
    const mark = match[0].trimEnd();
    const before = text.slice(0, from + match.index + mark.length);
    const next = text.slice(from + match.index + match[0].length, to + 1);
    if (mark === "." && (ABBREVIATED.test(before) || !/^[\p{Lu}\p{N}\p{Script=Han}"'“«([`*_]/u.test(next)))
      continue;
    cuts.push(from + match.index + match[0].length);
  }
  for (const match of run.matchAll(/(?:\r\n|\n|\r)[ \t>]*/gu))
    cuts.push(from + match.index + match[0].length);
  // what is plain text inside a paragraph would be something else at the start of one
  return cuts.filter((cut) => !BLOCK_START.test(text.slice(cut))).sort((a, b) => a - b);
}

function cutAt(block: Block, cuts: readonly number[]): Block[] {
  const sentences: Block[] = [];
  let at = 0;
  for (const cut of [...cuts, block.text.length]) {
    const piece = block.text.slice(at, cut);
    const lead = piece.length - piece.trimStart().length;
    const text = piece.trim();
    if (text !== "") {
      const start = block.start + at + lead;
      const line = block.line + (block.text.slice(0, at + lead).match(/\r\n|\n|\r/gu)?.length ?? 0);
      sentences.push({ ...block, form: "sentence", start, end: start + text.length, line, text, node: null });
    }
    at = cut;
  }
  return sentences.length > 1 ? sentences : [block];
}
