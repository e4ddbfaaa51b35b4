import type { Manifest } from "../manifest/manifest.ts";
import { isLiteral } from "../manifest/pattern.ts";
import { inboxRow } from "../manifest/routes.ts";
import { slugOf } from "../manifest/slug.ts";
import { folderOf } from "../memory/pointers.ts";

const ARCHIVE = "archive";

/** A file for what ages with the next run or push: no row describes it; one line of the index leads to it. */
export interface ArchiveFile {
  /** Relative path. */
  file: string;
  title: string;
}

/** The archive of a subject ("errors", "commits", "activity" …), beside the topics. */
export function archiveFile(manifest: Manifest, subject: string): ArchiveFile {
  const title = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)} (archive)`;
  return { file: `${archiveFolder(manifest)}${slugOf(subject)}.md`, title };
}

/**
 * Where pieces of a shared index wait whose kind nothing tells, when the inbox is each one's own (`inbox/{person}.md`):
 * git does not see that one, so they would be gone for everybody else. Null: the inbox takes them.
 */
export function unsortedFile(manifest: Manifest): ArchiveFile | null {
  const inbox = inboxRow(manifest);
  return inbox === null || isLiteral(inbox.pattern) ? null : archiveFile(manifest, "unsorted");
}

/** Whether a path lies in the archive. */
export function isArchived(manifest: Manifest, path: string): boolean {
  return path.startsWith(archiveFolder(manifest));
}

/** The folder of the inbox is where topics lie. */
function archiveFolder(manifest: Manifest): string {
  const folder = folderOf(inboxRow(manifest)?.pattern ?? "");
  return `${folder.includes("{") ? "" : folder.replace(/inbox\/$/u, "")}${ARCHIVE}/`;
}
