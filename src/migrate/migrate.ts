import type { SummarizerConfig } from "../summarize/summarizer.ts";
import { HandoffError } from "../errors.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Plan } from "../plan/plan.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { transact } from "../store/transact.ts";
import { askModel, withModel } from "./ask-labels.ts";
import { planMigration } from "./plan-migration.ts";
import { quarantineText, writeQuarantine } from "./quarantine.ts";
import { type Made, type MigrateResult, resultOf } from "./result.ts";
import { assertNothingLost, plannedTexts, secondLook } from "./second-look.ts";
import { placeOf, withIndex } from "./source-place.ts";

export interface MigrateRequest {
  /** Absolute path of the index to migrate. */
  file: string;
  /** Memory root; null: the folder of the file. */
  memory: string | null;
  /** What holds while the memory has no MANIFEST.md; null: told by its files. */
  preset: PresetId | null;
  /** From now on inline writes of others are moved: `heal: relocate`. */
  heal: boolean;
  dryRun: boolean;
  home: string;
  now: Date;
  /** Who tells blocks apart beside code: `extractive` calls no model. */
  provider: ProviderId;
  config: SummarizerConfig;
  env: Readonly<Record<string, string | undefined>>;
  onProgress: (done: number, total: number) => void;
}

/**
 * Migrates an index; a dry run only plans. What is written is read again and compared with the source by a second
 * algorithm: it is all there, or everything is put back. A second run changes nothing.
 * Errors: `file-not-found`, `file-unreadable`, `not-the-index`, `migration-lost`, `migration-not-put-back`, and those of
 * `transact`.
 */
export async function migrate(request: MigrateRequest): Promise<MigrateResult> {
  const { home, now, heal, provider, dryRun } = request;
  const place = await placeOf(request);
  const said = await askModel(request, place);
  let made: Made | null = null;
  const makePlan = (loaded: MemorySnapshot): Plan => {
    const before = withIndex(loaded, place);
    const planned = planMigration({ snapshot: before, now, heal, person: "me", labels: said.labels });
    const migration = withModel(planned, provider, said);
    assertNothingLost(before, migration, plannedTexts(before, migration), quarantineText(migration));
    const quarantine = dryRun ? null : writeQuarantine(home, place.root, migration);
    made = { migration, before, quarantine };
    return migration.plan;
  };
  const seen = (): Made => made ?? notPlanned();
  if (dryRun) {
    makePlan(await loadSnapshot(place.root, { preset: place.preset }));
    return resultOf(seen(), null);
  }
  const receipt = await transact(place.root, makePlan, { preset: place.preset, now });
  if (receipt !== null) await secondLook({ ...seen(), home, place, receipt });
  return resultOf(seen(), receipt);
}

/** The plan runs first and sets what was made. */
function notPlanned(): never {
  throw new HandoffError("internal");
}
