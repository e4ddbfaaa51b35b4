import type { ProviderId } from "../handoff/handoff.ts";
import type { Receipt, Usage } from "../handoff/receipt.ts";
import { codePoints } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { diffOf } from "../plan/explain.ts";
import { estimateTokens } from "../session/tokens.ts";
import { type AccountEntry, droppedOf } from "./account.ts";
import type { Migration } from "./plan-migration.ts";

/** Size of an index: code points, lines, estimated tokens that a session's start pays for it. */
interface IndexSize {
  chars: number;
  lines: number;
  tokens: number;
}

/** Pieces that went the same way. */
interface Place {
  file: string | null;
  fate: AccountEntry["fate"];
  /** Why they were dropped; empty for all others. */
  reason: string;
  count: number;
}

export interface MigrateResult {
  before: IndexSize;
  after: IndexSize;
  /** Pieces of the index as it was; each is moved, kept, dropped or quarantined. */
  blocks: number;
  moved: number;
  kept: number;
  /** Pieces by where they are now and why, most first; file null: dropped or quarantined. */
  places: Place[];
  dropped: { reason: string; line: number; duplicateOf: number | null }[];
  quarantined: number;
  lost: 0;
  /** Memory files written (or that would be), relative to the root, with their size in code points. */
  files: { file: string; op: "create" | "update" | "delete"; chars: number; diff: string }[];
  /** File outside the memory that holds what was quarantined; null when nothing was. */
  quarantine: string | null;
  /** Whether MANIFEST.md says `heal: relocate` already. */
  heals: boolean;
  provider: ProviderId;
  /** Set when a model was asked and failed: the blocks it said nothing of were told apart by code. */
  fallback: Receipt["fallback"];
  usage: Usage | null;
  notes: string[];
  receipt: Receipt | null;
}

/** What a plan was made from and of. */
export interface Made {
  migration: Migration;
  /** The memory as it was. */
  before: MemorySnapshot;
  quarantine: string | null;
}

/** What a migration did or would do, for people and scripts. */
export function resultOf(made: Made, receipt: Receipt | null): MigrateResult {
  const { account, plan, before, after, notes } = made.migration;
  const snapshot = made.before;
  const count = (fate: AccountEntry["fate"]): number => account.filter((entry) => entry.fate === fate).length;
  return {
    before: sizeOf(before.text),
    after: sizeOf(after.text),
    blocks: account.length,
    moved: count("moved"),
    kept: count("kept"),
    places: placesOf(account, snapshot.manifest.index),
    dropped: droppedOf(account).map(({ reason, line, duplicateOf }) => ({ reason, line, duplicateOf })),
    quarantined: count("quarantined"),
    lost: 0,
    files: plan.edits
      .filter(({ area }) => area === "memory")
      .map((edit) => ({
        file: edit.file,
        op: edit.op,
        chars: codePoints(edit.after ?? ""),
        diff: diffOf(edit, snapshot),
      })),
    quarantine: made.quarantine,
    provider: plan.receipt.provider ?? "extractive",
    fallback: plan.receipt.fallback,
    usage: plan.receipt.usage,
    heals: snapshot.manifest.heal === "relocate",
    notes,
    receipt,
  };
}

function placesOf(account: readonly AccountEntry[], index: string): Place[] {
  const places = new Map<string, Place>();
  for (const { fate, file, reason } of account) {
    const where = fate === "kept" ? index : file;
    const why = fate === "dropped" ? reason : "";
    const key = JSON.stringify([fate, where, why]);
    const known = places.get(key);
    if (known === undefined) places.set(key, { file: where, fate, reason: why, count: 1 });
    else known.count += 1;
  }
  return [...places.values()].sort((a, b) => b.count - a.count);
}

function sizeOf(text: string): IndexSize {
  const lines = text === "" ? 0 : text.split(/\r\n|\n|\r/u).length - Number(/[\r\n]$/u.test(text));
  return { chars: codePoints(text), lines, tokens: estimateTokens(text) };
}
