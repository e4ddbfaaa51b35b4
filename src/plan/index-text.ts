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

/** A cell of a table row; pipes cannot occur, see `shortText`. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** A relative path as the destination of a link: encoded only where Markdown would stop reading. */
export function linkPath(path: string): string {
  return path.replace(/[\s()<>]/gu, (mark) => encodeURIComponent(mark).replace("(", "%28").replace(")", "%29"));
}

/** Whether a text may stand in the index by itself: every index rule but the size is asked about it. */
export function isIndexSafe(manifest: Manifest, text: string): boolean {
  const sample = `# Memory\n\n| a | b |\n| --- | --- |\n| ${text} | [a](a.md) |\n`;
  const messages = lintFile({
    file: manifest.index,
    text: sample,
    manifest,
    settings: settingsFor(manifest),
    honourControls: false,
  });
  return messages.length === 0;
}

/** The first of these texts that may stand in the index; the last one where none may. */
export function firstSafe(manifest: Manifest, texts: readonly string[]): string {
  const short = texts.map(shortText);
  return short.find((text) => text !== "" && isIndexSafe(manifest, text)) ?? "";
}
