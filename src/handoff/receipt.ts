import { z } from "zod";
import { Boundary } from "../session/entry.ts";
import { ProviderId } from "./handoff.ts";

/** What became of one update: every one is accounted for. */
export const Disposition = z.object({
  kind: z.string(),
  subject: z.string(),
  /** `duplicate`: the same fact stands already; `older`: a newer fact stands; `forgotten`: a tombstone holds it back. */
  outcome: z.enum([
    "added",
    "corrected",
    "retired",
    "field",
    "duplicate",
    "older",
    "forgotten",
    "inbox",
    "proposal",
  ]),
  file: z.string().nullable(),
  factId: z.string().nullable(),
  reason: z.string(),
});
export type Disposition = z.infer<typeof Disposition>;

export const ReceiptFile = z.object({
  file: z.string(),
  op: z.enum(["create", "update", "delete"]),
  /** sha256 of the bytes before and after; null where the file does not exist. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  reasons: z.array(z.string()),
});
export type ReceiptFile = z.infer<typeof ReceiptFile>;

export const Usage = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cacheReadTokens: z.number().int(),
  /** Estimated US dollars of the calls whose price is known; null: of none. */
  costUsd: z.number().nullable().default(null),
});
export type Usage = z.infer<typeof Usage>;

/** Nothing spent yet. */
export function noUsage(): Usage {
  return { calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, costUsd: null };
}

/** What several runs spent together. */
export function sumOfUsage(usages: readonly Usage[]): Usage {
  const sum = noUsage();
  for (const usage of usages) {
    sum.calls += usage.calls;
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
    sum.cacheReadTokens += usage.cacheReadTokens;
    addDollars(sum, usage.costUsd);
  }
  return sum;
}

/** Adds what a call cost, where that is known. */
export function addDollars(usage: Usage, dollars: number | null): void {
  if (dollars !== null) usage.costUsd = (usage.costUsd ?? 0) + dollars;
}

/** One record a run: what was read, written, counted, spent, and why. No transcript text. */
export const Receipt = z.object({
  version: z.literal(1),
  /** Sortable: `<UTC time as YYYYMMDDTHHMMSSmmm>-<8 hex>`. */
  id: z.string(),
  /** ISO time of the run. */
  at: z.string(),
  command: z.string(),
  /** Idempotency key: boundary + rank; null for commands without a boundary. */
  key: z.string().nullable(),
  boundary: Boundary.nullable(),
  provider: ProviderId.nullable(),
  /** Set when another provider was asked for and failed: its name and our error code. */
  fallback: z.object({ from: ProviderId, code: z.string() }).nullable(),
  usage: Usage.nullable(),
  counts: z.record(z.string(), z.number().int()),
  updates: z.array(Disposition),
  files: z.array(ReceiptFile),
  /** Topics whose files (front matter `paths`) this session changed more than three of. */
  topicsToReview: z.array(z.object({ file: z.string(), changed: z.array(z.string()) })),
  /** What could not be done, in our own words. */
  notes: z.array(z.string()),
  /** Id of the receipt this one reversed, for undo. */
  undoes: z.string().nullable(),
  /** What an edit of each file held before, as paths inside `.handoff/trash/<id>/`; the store fills it. */
  trash: z.record(z.string(), z.string()),
});
export type Receipt = z.infer<typeof Receipt>;

/** What a plan says about its run; the store adds id, time, files and trash. */
export type ReceiptDraft = Omit<Receipt, "version" | "id" | "at" | "files" | "trash">;
