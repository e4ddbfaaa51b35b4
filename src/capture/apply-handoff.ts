import type { Receipt } from "../handoff/receipt.ts";
import { diffOf } from "../plan/explain.ts";
import { planHandoff } from "../plan/plan-handoff.ts";
import type { Plan } from "../plan/plan.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { transact } from "../store/transact.ts";
import type { SummarizeResult } from "../summarize/summarize.ts";
import type { MemoryPlace } from "./locate-memory.ts";
import type { CaptureRequest, ShownEdit } from "./request.ts";

export interface Applied {
  outcome: "applied" | "unchanged";
  receipt: Receipt | null;
  plan: { edits: ShownEdit[] };
}

/** Plans the handoff against the memory as it is under the lock, and applies it; a dry run only plans. */
export async function applyHandoff(
  request: CaptureRequest,
  summary: SummarizeResult,
  memory: MemoryPlace,
): Promise<Applied> {
  let shown: ShownEdit[] = [];
  const makePlan = (snapshot: MemorySnapshot): Plan => {
    const plan = planHandoff({
      handoff: summary.handoff,
      snapshot,
      now: request.now,
      command: "capture",
      extra: {
        fallback: summary.fallback,
        usage: summary.usage,
        counts: { unverified: summary.unverified, droppedStatements: summary.droppedStatements },
      },
    });
    shown = shownEdits(plan, snapshot);
    return plan;
  };
  if (request.dryRun) {
    const plan = makePlan(await loadSnapshot(memory.root, { preset: memory.preset }));
    return {
      outcome: plan.edits.length === 0 ? "unchanged" : "applied",
      receipt: null,
      plan: { edits: shown },
    };
  }
  const receipt = await transact(memory.root, makePlan, { preset: memory.preset, now: request.now });
  return { outcome: receipt === null ? "unchanged" : "applied", receipt, plan: { edits: shown } };
}

function shownEdits(plan: Plan, snapshot: MemorySnapshot): ShownEdit[] {
  return plan.edits
    .filter((edit) => edit.area === "memory")
    .map((edit) => ({
      file: edit.file,
      op: edit.op,
      reason: edit.reasons.join("; "),
      diff: diffOf(edit, snapshot),
    }));
}
