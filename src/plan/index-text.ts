import { cutAtWord } from "../handoff/document.ts";
import { lintFile } from "../lint/engine.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { gateSettings } from "./gate.ts";

/** UTF-16 units of a cell or item text of the index. */
const MAX_CELL = 80;

/** Text for a place in the index: one short line without code marks, pipes, brackets or raw HTML. */
export function shortText(text: string): string {
  const flat = text
    .replace(/[`|\\]+/gu, " ")
    .replace(/[[\]]/gu, " ")
    .replace(/<[^>]*>/gu, " ")
    .replace(/[<>]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return cutAtWord(flat, MAX_CELL).replace(/^[#>*+-]+\s+/u, "");
}

/** Whether a path can stand in a cell as it is and still be read as a pointer. */
export function isBarePath(path: string): boolean {
  return /^(?:\.{1,2}\/)*(?:[\p{L}\p{M}\p{N}_.@+-]+\/)*[\p{L}\p{M}\p{N}_.@+-]*[\p{L}\p{M}\p{N}_@+-]\.md$/u.test(
    path,
  );
}

/** A cell of a table row; pipes cannot occur, see `shortText`. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("\\|", "|").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** A relative path as the destination of a link: encoded only where Markdown would stop reading. */
export function linkPath(path: string): string {
  return path.replace(/[\s()<>]/gu, (mark) =>
    encodeURIComponent(mark).replace("(", "%28").replace(")", "%29"),
  );
}

const verdicts = new WeakMap<Manifest, Map<string, boolean>>();

/** Whether a text may stand in the index by itself: every index rule about content is asked. */
function isIndexSafe(manifest: Manifest, text: string): boolean {
  const known = verdictsOf(manifest);
  if (!known.has(text)) judge(manifest, [text]);
  return known.get(text) === true;
}

/** Asks the linter about many texts at once; `isIndexSafe` then knows. Texts are shortened first. */
export function judgeTexts(manifest: Manifest, texts: Iterable<string>): void {
  const known = verdictsOf(manifest);
  const open = new Set([...texts].map(shortText).filter((text) => text !== "" && !known.has(text)));
  if (open.size > 0) judge(manifest, [...open]);
}

/** Texts that passed the gate before need not be judged again; the gate still sees the whole index. */
export function trustTexts(manifest: Manifest, texts: Iterable<string>): void {
  const known = verdictsOf(manifest);
  for (const text of texts) if (!known.has(text)) known.set(text, true);
}

/** The first of these texts that may stand in the index, shortened; empty where none may. */
export function firstSafe(manifest: Manifest, texts: readonly string[]): string {
  const short = texts.map(shortText);
  return short.find((text) => text !== "" && isIndexSafe(manifest, text)) ?? "";
}

function verdictsOf(manifest: Manifest): Map<string, boolean> {
  const known = verdicts.get(manifest) ?? new Map<string, boolean>();
  verdicts.set(manifest, known);
  return known;
}

/** One table row a text, as a cell and as the text of a link. */
function judge(manifest: Manifest, texts: readonly string[]): void {
  const head = ["# Memory", "", "| a | b |", "| --- | --- |"];
  const rows = texts.map((text) => `| ${text} | [${text}](a.md) |`);
  const messages = lintFile({
    file: manifest.index,
    text: `${[...head, ...rows].join("\n")}\n`,
    manifest,
    settings: gateSettings(manifest),
    honourControls: false,
  });
  const bad = new Set(messages.filter(({ rule }) => rule !== "index-max-chars").map(({ line }) => line));
  const known = verdictsOf(manifest);
  for (const [position, text] of texts.entries()) known.set(text, !bad.has(head.length + position + 1));
}
