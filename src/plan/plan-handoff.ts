import type { Handoff } from "../handoff/handoff.ts";
import { rankOf } from "../handoff/handoff.ts";
import type { Receipt } from "../handoff/receipt.ts";
import { presetManifest } from "../manifest/presets.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { applyUpdate } from "./apply-update.ts";
import { type Draft, newDraft, putText } from "./draft.ts";
import { editsOf } from "./edits.ts";
import { coveredBy, putHandoffFile } from "./handoff-file.ts";
import { deriveIndex } from "./index-derive.ts";
import type { Plan } from "./plan.ts";
import { retireLowerRank } from "./refine.ts";
import { topicsToReview } from "./topics-to-review.ts";

/** What a run knows beside the handoff, for its receipt. */
export type ReceiptExtras = Partial<Pick<Receipt, "fallback" | "usage" | "counts" | "notes">> & {
  /** Stands for `{person}` in paths; `me` unless given. */
  person?: string;
};

export interface PlanHandoffInput {
  handoff: Handoff;
  snapshot: MemorySnapshot;
  now: Date;
  /** Name of the command for the receipt. */
  command: string;
  extra: ReceiptExtras;
}

/**
 * What a handoff changes in a memory: its updates in topic files or the inbox, its handoff file, the index. Pure and
 * deterministic. Empty (no edits) when the boundary was captured before at this rank or a higher one.
 */
export function planHandoff(input: PlanHandoffInput): Plan {
  const { handoff, snapshot, now, extra } = input;
  const draft = newDraft({ snapshot, handoff, now, person: extra.person ?? "me" });
  const covered = coveredBy(draft);
  if (covered !== null) {
    draft.notes.push(covered);
    return { edits: [], receipt: receiptOf(draft, input, {}) };
  }
  for (const update of handoff.updates) applyUpdate(draft, update);
  const refined = retireLowerRank(draft);
  putHandoffFile(draft);
  putManifest(draft);
  const indexBase = deriveIndex(draft);
  return { edits: editsOf(draft, indexBase), receipt: receiptOf(draft, input, { refined }) };
}

/** A memory without MANIFEST.md gets that of its preset with the first capture. */
function putManifest(draft: Draft): void {
  if (draft.snapshot.manifestExists) return;
  const { text } = presetManifest(draft.manifest.preset ?? "openclaw");
  putText(draft, "MANIFEST.md", text, "the schema of this memory");
}

function receiptOf(
  draft: Draft,
  { handoff, command, extra }: PlanHandoffInput,
  counts: Record<string, number>,
): Plan["receipt"] {
  const { boundary, provider } = handoff;
  return {
    command,
    key: `${boundary.host}:${boundary.sessionId}:${boundary.entryId}:${rankOf(provider)}`,
    boundary,
    provider,
    fallback: extra.fallback ?? null,
    usage: extra.usage ?? null,
    counts: { ...extra.counts, ...counts, updates: handoff.updates.length },
    updates: draft.dispositions,
    topicsToReview: topicsToReview(draft),
    notes: [...(extra.notes ?? []), ...draft.notes],
    undoes: null,
  };
}
