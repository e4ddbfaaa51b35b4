import { SAID_ONCE, type Update } from "../handoff/update.ts";
import { correctFact } from "./correct.ts";
import { dispose, type Draft } from "./draft.ts";
import { applyField } from "./fields.ts";
import { toInbox } from "./inbox.ts";
import { type Known, knownUpdate } from "./known.ts";
import { addFact } from "./merge.ts";
import { confirmRecord, updateId } from "./provenance-edits.ts";
import { heldBack, retireFact } from "./retire.ts";
import { landWish, settleWish } from "./said-once.ts";
import { isSettled, settleTodo } from "./settle-todo.ts";

/** Lands one update; afterwards exactly one disposition more tells what became of it. */
export function applyUpdate(draft: Draft, update: Update): void {
  if (isSettled(update)) return settleTodo(draft, update);
  const known = knownUpdate(draft, update);
  if (known.as !== "new") return disposeKnown(draft, update, known);
  if (update.op !== "retire" && heldBack(draft, update) !== null) {
    const { kind, subject } = update;
    const reason = "a person asked to forget it";
    return dispose(draft, {
      kind,
      subject,
      outcome: "forgotten",
      file: null,
      factId: updateId(update),
      reason,
    });
  }
  if (update.unverified === SAID_ONCE && update.op === "add") return landWish(draft, update);
  if (update.unverified !== undefined)
    return toInbox(draft, update, `unverified: ${update.unverified}`, null);
  if (update.op === "retire") return retireFact(draft, update);
  if (update.field !== undefined) return applyField(draft, update, update.field);
  if (update.op === "correct") return correctFact(draft, update);
  addFact(draft, update);
  settleWish(draft, update);
}

function disposeKnown(draft: Draft, update: Update, known: Exclude<Known, { as: "new" }>): void {
  const { kind, subject } = update;
  const base = { kind, subject, file: known.path, factId: known.record.id };
  if (known.as === "superseded") {
    dispose(draft, { ...base, outcome: "older", reason: "a newer fact replaced it" });
  } else if (known.as === "removed") {
    dispose(draft, { ...base, outcome: "forgotten", reason: "it was taken out by hand" });
  } else {
    confirmRecord(draft, known.path, known.record, update);
    dispose(draft, { ...base, outcome: "duplicate", reason: "its evidence was taken in before" });
  }
}
