import path from "node:path";
import { readHomeFile } from "../config/home-files.ts";
import { HandoffError } from "../errors.ts";
import type { Receipt } from "../handoff/receipt.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { type AccountEntry, droppedOf, HEADING_REASONS } from "./account.ts";
import { checkMigration, type Texts } from "./check.ts";
import type { Migration } from "./plan-migration.ts";
import { putBack } from "./put-back.ts";
import type { Place } from "./source-place.ts";

/** The files of a memory as a migration leaves them. */
export function plannedTexts(snapshot: MemorySnapshot, { plan }: Migration): Texts {
  const texts = new Map([...snapshot.files].map(([file, { text }]) => [file, text]));
  for (const { file, area, after } of plan.edits) {
    if (area !== "memory") continue;
    if (after === null) texts.delete(file);
    else texts.set(file, after);
  }
  return texts;
}

/** Compares source and result. Errors: `migration-lost` with the first line that is missing. */
export function assertNothingLost(
  snapshot: MemorySnapshot,
  migration: Migration,
  after: Texts,
  quarantined: string,
): void {
  const { index } = snapshot.manifest;
  const texts = new Map([...snapshot.files].map(([file, { text }]) => [file, text]));
  const body = migration.before.text.replace(/^\uFEFF/u, "");
  const dropped = droppedOf(migration.account);
  const slice = ({ start, end }: AccountEntry): string => body.slice(start, end);
  const result = checkMigration({
    file: index,
    source: withoutDerived(body, migration.derived),
    // MANIFEST.md holds no facts
    before: without(texts, MANIFEST_FILE),
    after: without(after, MANIFEST_FILE),
    quarantined,
    duplicates: dropped.filter(({ reason }) => reason === "exact duplicate").map(slice),
    headings: dropped.filter(({ reason }) => HEADING_REASONS.has(reason)).map(slice),
  });
  if (result.missing === 0) return;
  const [line = 1] = result.missingLines;
  throw new HandoffError("migration-lost", { path: index, line, count: result.missing });
}

function without(texts: Texts, file: string): Texts {
  return new Map([...texts].filter(([name]) => name !== file));
}

/** The index without what is derived anew; its lines keep their numbers. */
function withoutDerived(body: string, derived: Migration["derived"]): string {
  return derived.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/gu, " ") + text.slice(end),
    body,
  );
}

/** A migration as written. */
export interface Written {
  home: string;
  place: Place;
  migration: Migration;
  /** The memory as it was. */
  before: MemorySnapshot;
  /** Absolute path of the file with what holds secrets; null when nothing did. */
  quarantine: string | null;
  receipt: Receipt;
}

/**
 * Reads the result from disk and compares it; what is not all there is put back.
 * Errors: `migration-lost`; `migration-not-put-back` where a file was changed since and had to be left.
 */
export async function secondLook({
  home,
  place,
  migration,
  before,
  quarantine,
  receipt,
}: Written): Promise<void> {
  const { root, preset } = place;
  try {
    const now = await loadSnapshot(root, { preset });
    const texts = new Map([...now.files].map(([file, { text }]) => [file, text]));
    const kept = quarantine === null ? "" : (readHomeFile(home, path.relative(home, quarantine)) ?? "");
    assertNothingLost(before, migration, texts, kept);
  } catch (error) {
    const changed = await putBack({ place, edits: migration.plan.edits, before, receipt });
    const [first] = changed;
    if (first === undefined) throw error;
    throw new HandoffError("migration-not-put-back", { path: first, count: changed.length }, error);
  }
}
