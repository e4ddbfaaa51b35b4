import type { Update } from "../handoff/update.ts";
import { inboxRow } from "../manifest/routes.ts";
import { appendDated } from "./append.ts";
import { dispose, type Draft, isUnreadable, putText, recordsOf, textOf, timeOf } from "./draft.ts";
import { nthPath, pathFor } from "../manifest/paths.ts";
import { recordFact, updateId } from "./provenance-edits.ts";
import { newTopicFile } from "./topic-file.ts";
import { addedFact } from "./unharmed.ts";

/** More numbered inbox files than a person would ever leave unread. */
const MAX_FILES = 100;

/**
 * Puts an update where a person finds it, with the reason; an update that waits there already stays as it is.
 * `proposal`: it asks for a change of something that stands, `about` says of what.
 */
export function toInbox(
  draft: Draft,
  update: Update,
  reason: string,
  proposal: { about: string } | null,
): void {
  const row = inboxRow(draft.manifest);
  const outcome = proposal === null ? "inbox" : "proposal";
  const id = updateId(update);
  const base = { kind: update.kind, subject: update.subject, outcome, factId: id, reason } as const;
  if (row === null) {
    // the grammar demands one inbox: only a hand-made manifest value gets here
    draft.notes.push(`no inbox for an update of kind ${update.kind}`);
    dispose(draft, { ...base, file: null });
    return;
  }
  const first = pathFor(row, { at: timeOf(draft, update.at), person: draft.person });
  const day = timeOf(draft, update.at).slice(0, 10);
  for (let n = 1; n <= MAX_FILES; n += 1) {
    const path = nthPath(first, n);
    if (recordsOf(draft, path).some((record) => record.id === id)) {
      dispose(draft, { ...base, outcome: "duplicate", file: path, reason: "waits in the inbox already" });
      return;
    }
    if (isUnreadable(draft, path)) continue;
    const before = textOf(draft, path) ?? newTopicFile("Inbox", []);
    const after = appendDated(before, day, inboxText(update, reason, proposal));
    const fact = after === null ? null : addedFact(before, after);
    if (after === null || fact === null) continue;
    putText(draft, path, after, `${outcome}: ${reason}`);
    recordFact(draft, path, update, fact);
    dispose(draft, { ...base, file: path });
    return;
  }
  draft.notes.push(`an update of kind ${update.kind} has no text that a file could hold`);
  dispose(draft, { ...base, file: null });
}

/** One line that a person can act on: what it is about, the text, why it waits. */
function inboxText(update: Update, reason: string, proposal: { about: string } | null): string {
  const label = [update.kind, update.subject.trim(), update.field ?? ""]
    .filter((part) => part !== "")
    .join(" / ");
  const what = proposal === null ? "" : `${update.op} `;
  const about = proposal === null || proposal.about === "" ? "" : `; concerns: ${proposal.about}`;
  return `${what}${label}: ${update.text} (${reason}${about})`;
}
