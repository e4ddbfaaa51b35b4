import { parseHandoffDocument, renderHandoffDocument, type HandoffDocument } from "../handoff/document.ts";
import { rankOf } from "../handoff/handoff.ts";
import { fitOf } from "../manifest/pattern.ts";
import type { Boundary } from "../session/entry.ts";
import type { FileRow } from "../manifest/manifest.ts";
import { type Draft, isTaken, type MemoryDraft, putText, textOf, timeOf } from "./draft.ts";
import { nthPath, pathFor } from "../manifest/paths.ts";
import { isOlder } from "./provenance-edits.ts";

/** A handoff file of the memory, read. */
interface HandoffFile {
  path: string;
  document: HandoffDocument;
}

/** The row for handoff files; null in a manifest without one. */
function handoffRow(draft: MemoryDraft): FileRow | null {
  return draft.manifest.files.find((row) => row.unit === "boundary") ?? null;
}

/** Paths of the handoff files, newest name first (names begin with date and time). */
export function handoffPaths(draft: MemoryDraft): string[] {
  const row = handoffRow(draft);
  if (row === null) return [];
  const paths = [...draft.files.keys()].filter((path) => fitOf(row.pattern, path) !== null);
  return paths.sort().reverse();
}

/** Every readable handoff file of a session. */
function handoffsOfSession(draft: Draft, boundary: Boundary): HandoffFile[] {
  return handoffPaths(draft).flatMap((path) => {
    const text = textOf(draft, path) ?? "";
    if (!text.includes(boundary.sessionId)) return [];
    const document = parseHandoffDocument(text);
    const isIt =
      document?.boundary.sessionId === boundary.sessionId && document.boundary.host === boundary.host;
    return isIt ? [{ path, document }] : [];
  });
}

/**
 * Why nothing is to be done: this boundary was captured at this rank or a higher one, or a later boundary of the same
 * session was. Null when there is something to do.
 */
export function coveredBy(draft: Draft): string | null {
  const { boundary, provider } = draft.handoff;
  for (const { document } of handoffsOfSession(draft, boundary)) {
    if (document.boundary.entryId === boundary.entryId) {
      if (rankOf(document.provider) >= rankOf(provider)) return "this boundary was captured before";
    } else if (isOlder(boundary.at, document.boundary.at)) {
      return "a later boundary of this session was captured";
    }
  }
  return null;
}

/** Writes the handoff file of the boundary: the same file on every rerun. Returns its path, null without a row. */
export function putHandoffFile(draft: Draft): string | null {
  const row = handoffRow(draft);
  if (row === null) {
    draft.notes.push("the manifest has no row for handoff files");
    return null;
  }
  const { boundary } = draft.handoff;
  const existing = handoffsOfSession(draft, boundary).find(
    ({ document }) => document.boundary.entryId === boundary.entryId,
  );
  const path = existing?.path ?? freePath(draft, row);
  const text = renderHandoffDocument(draft.handoff);
  if (textOf(draft, path) !== text) putText(draft, path, text, "where this session stands");
  return path;
}

function freePath(draft: Draft, row: FileRow): string {
  const { sessionId } = draft.handoff.boundary;
  const first = pathFor(row, { at: timeOf(draft, null), session: sessionId, person: draft.person });
  for (let n = 1; ; n += 1) {
    const path = nthPath(first, n);
    if (!isTaken(draft, path)) return path;
  }
}
