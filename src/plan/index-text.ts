import { cutAtWord } from "../handoff/document.ts";
import { lintFile } from "../lint/engine.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import type { Manifest } from "../manifest/manifest.ts";

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
  return /^(?:\.{1,2}\/)*(?:[\p{L}\p{M}\p{N}_.@+-]+\/)*[\p{L}\p{M}\p{N}_.@+-]*[\p{L}\p{M}\p{N}_@+-]\.md$/u.test(path);
}

/** A cell of a table row; pipes cannot occur, see `shortText`. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** A relative path as the destination of a link: encoded only where Markdown would stop reading. */
export function linkPath(path: string): string {
  return path.replace(/[\s()<>]/gu, (mark) => encodeURIComponent(mark).replace("(", "%28").replace(")", "%29"));
}

const verdicts = new WeakMap<Manifest, Map<string, boolean>>();

/** Whether a text may stand in the index by itself: every index rule but the size is asked about it. */
export function isIndexSafe(manifest: Manifest, text: string): boolean {
  const known = verdicts.get(manifest) ?? new Map<string, boolean>();
  verdicts.set(manifest, known);
  const verdict = known.get(text) ?? askLinter(manifest, text);
  known.set(text, verdict);
  return verdict;
}

function askLinter(manifest: Manifest, text: string): boolean {
  const sample = `# Memory\n\n| a | b |\n| --- | --- |\n| ${text} | [${text}](a.md) |\n\n- [${text}](a.md)\n`;
  const messages = lintFile({
    file: manifest.index,
    text: sample,
    manifest,
    settings: settingsFor(manifest),
    honourControls: false,
  });
  return messages.length === 0;
}

/** The first of these texts that may stand in the index, shortened; empty where none may. */
export function firstSafe(manifest: Manifest, texts: readonly string[]): string {
  const short = texts.map(shortText);
  return short.find((text) => text !== "" && isIndexSafe(manifest, text)) ?? "";
}
