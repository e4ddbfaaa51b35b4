import type { Update } from "../handoff/update.ts";
import { changeRecord, dispose, type Draft, putText, textOf } from "./draft.ts";
import { standingFact } from "./known.ts";
import { updateId } from "./provenance-edits.ts";
import { removeFact } from "./topic-file.ts";

/**
 * Takes out an open item that a session saw completed. Only one that a capture wrote from a task list and nobody edited:
 * what a person said or wrote stays theirs. It leaves no tombstone: the same work may come up again.
 */
export function settleTodo(draft: Draft, update: Update): void {
  const base = { kind: update.kind, subject: update.subject, factId: updateId(update) };
  const standing = standingFact(draft, update.targetText ?? update.text);
  const record = standing?.match.record ?? null;
  const isOurs =
    record !== null &&
    standing?.match.edited === false &&
    record.kind === update.kind &&
    record.origin === "capture" &&
    record.confidence !== "stated";
  const before = standing === null ? null : textOf(draft, standing.path);
  const after =
    isOurs && standing !== null && before !== null ? removeFact(before, standing.match.fact) : null;
  if (standing === null || record === null || after === null) {
    dispose(draft, {
      ...base,
      outcome: "duplicate",
      file: null,
      reason: "no open item of a capture says it",
    });
    return;
  }
  putText(draft, standing.path, after, "completed");
  changeRecord(draft, standing.path, record.id, () => null);
  dispose(draft, { ...base, outcome: "retired", file: standing.path, reason: "completed in the session" });
}

/** True for a removal that the course of a session gives, not a person's word. */
export function isSettled(update: Update): boolean {
  return update.op === "retire" && update.kind === "todo" && update.confidence !== "stated";
}
