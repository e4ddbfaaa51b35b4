import { INDEX_BASE_PATH } from "../memory/index-base.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { type MemoryDraft, newMemoryDraft, textOf } from "../plan/draft.ts";
import { editsOf } from "../plan/edits.ts";
import type { Plan } from "../plan/plan.ts";
import { type AccountEntry, accountOf } from "./account.ts";
import { indexProblems } from "./index-left.ts";
import { receiptOf } from "./receipt.ts";
import { settleIndex } from "./settle-index.ts";
import { type PlanMigrationInput, workOf } from "./work.ts";
import { putManifest, writeAll, writeIndex } from "./write-migration.ts";

/** A migration as planned. */
export interface Migration {
  plan: Plan;
  /** One entry a piece of the index as it was. */
  account: AccountEntry[];
  /** Blocks with secrets as they stood, with their lines; empty when there is none. */
  quarantined: { line: number; text: string }[];
  /** Spans of the index, without BOM, that are derived anew: rows of the planner, lines of an earlier migration. */
  derived: { start: number; end: number }[];
  before: { text: string };
  after: { text: string };
  notes: string[];
}

/**
 * The index of a memory as pointers, and everything else of it where its kind belongs. Pure. Empty (no edits) when the
 * index holds nothing but pointers already.
 */
export function planMigration(input: PlanMigrationInput): Migration {
  const { snapshot, now } = input;
  const file = snapshot.files.get(snapshot.manifest.index);
  const draft = newMemoryDraft(snapshot, now);
  if (file === undefined) return nothing(draft, input, "");
  const work = workOf(input, draft, file);
  settleIndex(work);
  const moved = work.pieces.filter(({ classification }) => classification.how !== "pointer");
  if (moved.length === 0 && work.left.subIndexes.size === 0 && isClean(draft, file)) {
    return nothing(draft, input, file.text);
  }
  const ledger = writeAll(work);
  const indexBase = writeIndex(work);
  putManifest(draft, input);
  const account = accountOf(work.pieces, work.outline, ledger);
  const edits = editsOf(draft, indexBase);
  return {
    plan: { edits, receipt: receiptOf(account, work.pieces, draft.notes) },
    account,
    quarantined: ledger.quarantined,
    derived: [...work.own].map(({ start, end }) => ({ start, end })),
    before: { text: file.text },
    after: { text: textOf(draft, draft.manifest.index) ?? "" },
    notes: draft.notes,
  };
}

/** Whether no rule objects to the index as it stands; its size alone cannot be helped when nothing can move. */
function isClean(draft: MemoryDraft, file: MemoryFile): boolean {
  const { snapshot, manifest } = draft;
  return indexProblems(snapshot, manifest, file.text).length === 0;
}

function nothing(draft: MemoryDraft, input: PlanMigrationInput, text: string): Migration {
  const wishes = input.heal && draft.manifest.heal !== "relocate";
  if (wishes) putManifest(draft, input);
  return {
    plan: { edits: wishes ? editsOf(draft, indexBaseText(draft)) : [], receipt: receiptOf([], [], []) },
    account: [],
    quarantined: [],
    derived: [],
    before: { text },
    after: { text },
    notes: [],
  };
}

function indexBaseText(draft: MemoryDraft): string | null {
  return draft.snapshot.internal.get(INDEX_BASE_PATH)?.text ?? null;
}
