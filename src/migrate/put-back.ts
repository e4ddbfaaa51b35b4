import type { Receipt } from "../handoff/receipt.ts";
import type { FileEdit, Plan } from "../plan/plan.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { transact } from "../store/transact.ts";
import { editTo } from "../store/undo-partly.ts";
import type { Place } from "./source-place.ts";

interface PutBack {
  place: Place;
  /** What the migration wrote, and the memory as it was. */
  edits: readonly FileEdit[];
  before: MemorySnapshot;
  receipt: Receipt;
}

/**
 * Puts every file back that is still as the migration wrote it, and returns the paths of those that someone changed
 * since: they stay as they are. The index gets its text back whatever became of the topics, for it holds all of it.
 * Errors: those of `transact`.
 */
export async function putBack({ place, edits, before, receipt }: PutBack): Promise<string[]> {
  let changed: string[] = [];
  const { root, preset } = place;
  const makePlan = (now: MemorySnapshot): Plan => {
    changed = [];
    const back: FileEdit[] = [];
    for (const { file, area, after } of edits) {
      const textIn = ({ files, internal }: MemorySnapshot): string | null =>
        (area === "memory" ? files : internal).get(file)?.text ?? null;
      const [stands, was] = [textIn(now), textIn(before)];
      if (stands === was) continue;
      if (stands === after || stands === null) back.push(editTo(file, stands, was, receipt.id));
      else changed.push(file);
    }
    return { edits: back, receipt: draftOf(receipt, back, changed) };
  };
  await transact(root, makePlan, { preset });
  return changed;
}

function draftOf(receipt: Receipt, back: readonly FileEdit[], changed: readonly string[]): Plan["receipt"] {
  return {
    command: "undo",
    key: null,
    boundary: null,
    provider: null,
    fallback: null,
    usage: null,
    counts: { restored: back.length, refused: changed.length },
    updates: [],
    topicsToReview: [],
    notes: changed.map((file) => `${file}: changed while it was migrated, left as it is`),
    undoes: receipt.id,
  };
}
