import type { ReceiptDraft } from "../handoff/receipt.ts";

/** A planned change of one whole file. */
export interface FileEdit {
  /** Relative to the memory root. */
  file: string;
  op: "create" | "update" | "delete";
  /** sha256 of the text the plan was computed from; null when the file did not exist. */
  base: string | null;
  /** Text after; null for delete. */
  after: string | null;
  /** Why, one line each, our own words and names of topics. */
  reasons: string[];
  /** `internal`: our own state below `.handoff/`, not shown as a memory change. */
  area: "memory" | "internal";
}

/** Edits with reasons, computed purely; one transaction. */
export interface Plan {
  edits: FileEdit[];
  receipt: ReceiptDraft;
}

/** True when applying it would change no byte of the memory. */
export function isEmptyPlan(plan: Plan): boolean {
  return plan.edits.length === 0;
}
