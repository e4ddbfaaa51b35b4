import type { Handoff } from "../handoff/handoff.ts";
import { rankOf } from "../handoff/handoff.ts";
import type { Receipt } from "../handoff/receipt.ts";
import { fieldValue } from "../manifest/routes.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { applyUpdate } from "./apply-update.ts";
import { renewDescriptions } from "./description.ts";
import { type Draft, newDraft, putText, timeOf } from "./draft.ts";
import { editsOf } from "./edits.ts";
import { healIndex } from "./fix/plan-fix.ts";
import { setField } from "./front-matter.ts";
import { coveredBy, putHandoffFile } from "./handoff-file.ts";
import { deriveIndex } from "./index-derive.ts";
import { newManifestText } from "./new-manifest.ts";
import type { Plan } from "./plan.ts";
import { isOlder } from "./provenance-edits.ts";
import { retireLowerRank } from "./refine.ts";
import { topicsToReview } from "./topics-to-review.ts";

const MODIFIED = "metadata.modified";

/** What a run knows beside the handoff, for its receipt. */
type ReceiptExtras = Partial<Pick<Receipt, "fallback" | "usage" | "counts" | "notes">> & {
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
  /** False: only its updates land; there is no handoff file, and nothing of the boundary counts as captured. */
  handoffFile?: boolean;
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
  const whole = input.handoffFile !== false;
  const refined = whole ? retireLowerRank(draft) : 0;
  renewDescriptions(draft);
  touchModified(draft);
  if (whole) putHandoffFile(draft);
  if (whole) healIndex(draft);
  putManifest(draft);
  const indexBase = deriveIndex(draft);
  return { edits: editsOf(draft, indexBase), receipt: receiptOf(draft, input, { refined }) };
}

/** The client keeps the time of the last change in its files; a file that this run changes says so too. */
function touchModified(draft: Draft): void {
  for (const [path, file] of draft.files) {
    const before = draft.snapshot.files.get(path);
    if (before === undefined || before === file || !file.text.includes("modified:")) continue;
    const known = fieldValue(readMemoryFile(file).markdown.frontMatter ?? {}, MODIFIED);
    if (known === undefined || !isClientTime(known) || isOlder(timeOf(draft, null), known)) continue;
    const text = setField(file.text, { name: MODIFIED, value: timeOf(draft, null) });
    if (text !== null) putText(draft, path, text, "its time of change");
  }
}

/** A time as the client writes it; anything else is a person's own. */
const isClientTime = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/u.test(value) && !Number.isNaN(Date.parse(value));

/** A memory without MANIFEST.md gets that of its preset with the first capture. */
function putManifest(draft: Draft): void {
  if (draft.snapshot.manifestExists) return;
  const text = newManifestText(draft.snapshot, draft.manifest.preset ?? "openclaw");
  putText(draft, "MANIFEST.md", text, "the schema of this memory");
}

function outcomeCounts(draft: Draft): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of draft.dispositions) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function receiptOf(
  draft: Draft,
  { handoff, command, extra, handoffFile }: PlanHandoffInput,
  counts: Record<string, number>,
): Plan["receipt"] {
  const { boundary, provider } = handoff;
  const rank = handoffFile === false ? "requests" : rankOf(provider);
  return {
    command,
    key: `${boundary.host}:${boundary.sessionId}:${boundary.entryId}:${rank}`,
    boundary,
    provider,
    fallback: extra.fallback ?? null,
    usage: extra.usage ?? null,
    counts: { ...extra.counts, ...counts, updates: handoff.updates.length, ...outcomeCounts(draft) },
    updates: draft.dispositions,
    topicsToReview: topicsToReview(draft),
    notes: [...(extra.notes ?? []), ...draft.notes],
    undoes: null,
  };
}
