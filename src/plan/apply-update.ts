import type { Update } from "../handoff/update.ts";
import { dispose, type Draft } from "./draft.ts";
import { toInbox } from "./inbox.ts";
import { knownUpdate } from "./known.ts";
import { addFact } from "./merge.ts";
import { confirmRecord } from "./provenance-edits.ts";

/** Lands one update; afterwards exactly one disposition more tells what became of it. */
export function applyUpdate(draft: Draft, update: Update): void {
  const known = knownUpdate(draft, update);
  if (known.as !== "new") {
    const { kind, subject } = update;
    const base = { kind, subject, file: known.path, factId: known.record.id };
    if (known.as === "standing") {
      confirmRecord(draft, known.path, known.record, update);
      dispose(draft, { ...base, outcome: "duplicate", reason: "its evidence was taken in before" });
    } else if (known.as === "superseded") {
      dispose(draft, { ...base, outcome: "older", reason: "a newer fact replaced it" });
    } else {
      dispose(draft, { ...base, outcome: "forgotten", reason: "it was taken out by hand" });
    }
    return;
  }
  if (update.unverified !== undefined) {
    toInbox(draft, update, `unverified: ${update.unverified}`, null);
    return;
  }
  addFact(draft, update);
}
