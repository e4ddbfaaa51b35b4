import type { Manifest, Section } from "../manifest/manifest.ts";
import { toSource } from "../markdown/tree.ts";
import { applySplices, type Splice } from "../markdown/splice.ts";
import { type Index, type IndexSection, readIndex } from "../memory/index.ts";
import { contentEnd } from "./topic-file.ts";

/**
 * The index without the headings and table heads of sections whose last row went. One that holds anything else, a row
 * or a word of a person or a table with other titles, stays as it is.
 */
export function pruneSections(
  source: string,
  emptied: readonly Section[],
  manifest: Manifest,
  file: string,
): string {
  let text = source;
  for (const section of emptied) {
    const index = readIndex(text, manifest, file);
    const standing = index.sections.find((candidate) => candidate.section === section && candidate.own);
    if (standing === undefined || !isBare(index, standing, section)) continue;
    text = toSource(index.markdown, applySplices(index.markdown.text, [removal(index, standing)]));
  }
  return text;
}

/** Nothing below the heading but table heads with the manifest's titles. */
function isBare({ markdown, sections }: Index, standing: IndexSection, section: Section): boolean {
  const next = sections[sections.indexOf(standing) + 1];
  // a person's headings below ours would land under the one above
  if (standing.rows.length > 0 || (next?.depth ?? 0) > standing.depth) return false;
  const titles = section.columns.map((column) => column.title);
  let rest = markdown.text.slice(standing.headingEnd, standing.end);
  for (const table of standing.tables) {
    if (table.titles.join("\n") !== titles.join("\n")) return false;
    rest = rest.replace(markdown.text.slice(table.start, table.end), "");
  }
  return rest.trim() === "";
}

/** Up to the next heading, else with the blank lines above: what is left reads as if it had never been there. */
function removal({ markdown, block }: Index, { start, end }: IndexSection): Splice {
  const { text, lineEnding } = markdown;
  const isLast = text.slice(end).trim() === "" || end === block?.innerEnd;
  if (!isLast) return { start, end, insert: "" };
  const above = contentEnd(text.slice(0, start));
  return { start: above, end, insert: above === 0 ? "" : lineEnding };
}
