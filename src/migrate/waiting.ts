import { linkPath } from "../lint/topic-cells.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { INBOX_KIND, isLiteral } from "../manifest/pattern.ts";
import { inboxRow, matchRow } from "../manifest/routes.ts";
import { folderOf } from "../memory/pointers.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { isArchived } from "../relocate/archive.ts";
import type { Block } from "../relocate/blocks.ts";

const INBOX_LINE = /^\[Inbox\]\([^()\s]+\): \d+ pieces? waits? since \d{4}-\d{2}-\d{2}\.$/u;
const ARCHIVE_LINE = /^Archive: (?:\[[^\]]+\]\([^()\s]+\)(?:, )?)+\.$/u;
/** Longest line that stays a pointer, in UTF-16 units. */
const LINE_CHARS = 240;

/** Whether a block is a line that a migration wrote into the index to lead to inbox or archive. */
export function isWaitingLine({ form, text }: Pick<Block, "form" | "text">): boolean {
  return form === "paragraph" && (INBOX_LINE.test(text) || ARCHIVE_LINE.test(text));
}

/** The day since when an earlier migration says that pieces wait; null without such a line. */
export function sinceOf(blocks: readonly Block[]): string | null {
  const line = blocks.find((block) => block.form === "paragraph" && INBOX_LINE.test(block.text));
  return line === undefined ? null : line.text.slice(-11, -1);
}

/**
 * Lines of the index that lead to what waits in the inbox and to the archive. An inbox that git does not see gets none:
 * the line would lead nowhere for everybody else.
 */
export function waitingLines(
  manifest: Manifest,
  files: ReadonlyMap<string, MemoryFile>,
  day: string,
): string[] {
  const lines: string[] = [];
  const paths = [...files.keys()].sort();
  const inbox = paths.find((path) => matchRow(manifest, path)?.kind === INBOX_KIND);
  const link = (title: string, path: string): string =>
    `[${title}](${linkPath(path.slice(folderOf(manifest.index).length))})`;
  const waiting = inbox === undefined ? 0 : factsIn(files.get(inbox));
  if (inbox !== undefined && waiting > 0 && isLiteral(inboxRow(manifest)?.pattern ?? "{"))
    lines.push(
      `${link("Inbox", inbox)}: ${waiting} ${waiting === 1 ? "piece waits" : "pieces wait"} since ${day}.`,
    );
  const archived = paths.filter((path) => isArchived(manifest, path) && !/-\d+\.md$/u.test(path));
  const links = archived.map((path) => link(path.slice(path.lastIndexOf("/") + 1, -".md".length), path));
  while (`Archive: ${links.join(", ")}.`.length > LINE_CHARS) links.pop();
  if (links.length > 0) lines.push(`Archive: ${links.join(", ")}.`);
  return lines;
}

function factsIn(file: MemoryFile | undefined): number {
  return file === undefined ? 0 : readMemoryFile(file).facts.length;
}
