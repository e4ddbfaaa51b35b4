import { linkPath } from "../lint/topic-cells.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { INBOX_KIND, isLiteral } from "../manifest/pattern.ts";
import { inboxRow, matchRow } from "../manifest/routes.ts";
import { folderOf } from "../memory/pointers.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { isArchived } from "../relocate/archive.ts";
import { outlineOf } from "../relocate/blocks.ts";

const LINE = /^(?:Inbox|Archive): (?:\[[^\]]+\]\([^()\s]+\)(?:, |\.$))+$/u;
/** Longest line that stays a pointer, in UTF-16 units. */
const LINE_CHARS = 240;

/** Whether text is a line of ours that leads from the index to inbox or archive, and to nothing else. */
export function isWaitingLine({ form, text }: { form: string; text: string }, manifest: Manifest): boolean {
  if (form !== "paragraph" || !LINE.test(text)) return false;
  const targets = [...text.matchAll(/\]\(([^()\s]+)\)/gu)].map((match) => match[1] ?? "");
  return targets.every((target) => {
    const path = folderOf(manifest.index) + target;
    return isArchived(manifest, path) || matchRow(manifest, path)?.kind === INBOX_KIND;
  });
}

/**
 * Lines of the index that lead to what waits in the inbox and to the archive; `pointed`: files that the index leads to
 * otherwise. They count nothing, so that no capture makes them wrong. An inbox that git does not see gets none: the line
 * would lead nowhere for everybody else.
 */
export function waitingLines(
  manifest: Manifest,
  files: ReadonlyMap<string, MemoryFile>,
  pointed: ReadonlySet<string>,
): string[] {
  const paths = [...files.keys()].filter((path) => holdsSomething(files.get(path))).sort();
  const link = (title: string, path: string): string =>
    `[${title}](${linkPath(path.slice(folderOf(manifest.index).length))})`;
  const isShared = isLiteral(inboxRow(manifest)?.pattern ?? "{");
  const inbox = isShared ? paths.find((path) => matchRow(manifest, path)?.kind === INBOX_KIND) : undefined;
  const archived = paths.filter(
    (path) => isArchived(manifest, path) && !/-\d+\.md$/u.test(path) && !pointed.has(path),
  );
  const links = archived.map((path) => link(path.slice(path.lastIndexOf("/") + 1, -".md".length), path));
  while (`Archive: ${links.join(", ")}.`.length > LINE_CHARS) links.pop();
  return [
    ...(inbox === undefined || pointed.has(inbox) ? [] : [`Inbox: ${link("inbox", inbox)}.`]),
    ...(links.length === 0 ? [] : [`Archive: ${links.join(", ")}.`]),
  ];
}

function holdsSomething(file: MemoryFile | undefined): boolean {
  return file !== undefined && outlineOf(readMemoryFile(file).markdown).blocks.length > 0;
}
