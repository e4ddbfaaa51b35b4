import { SETTINGS_DEFAULTS } from "../config/settings.ts";
import { type ErrorCode, HandoffError } from "../errors.ts";
import { noUsage, type Usage } from "../handoff/receipt.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { askerOf } from "../summarize/ask-model.ts";
import { type Labelled, labelBlocks } from "./labels.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import type { Migration } from "./plan-migration.ts";
import type { MigrateRequest } from "./migrate.ts";
import { type Place, withIndex } from "./source-place.ts";
import { indexPieces } from "./work.ts";

/** What a model said, and what that cost. */
export interface Said {
  labels: Labelled["labels"];
  failed: ErrorCode | null;
  usage: Usage | null;
}

/** Asks before the lock is taken: a model takes minutes. A block that changes meanwhile is told apart by code. */
export async function askModel(request: MigrateRequest, place: Place): Promise<Said> {
  const { provider, config, env, home, now, onProgress } = request;
  const usage = noUsage();
  try {
    const ask = askerOf(provider, { config, env, home }, usage);
    if (ask === null) return { labels: new Map(), failed: null, usage: null };
    const snapshot = withIndex(await loadSnapshot(place.root, { preset: place.preset }), place);
    const said = await labelBlocks({
      pieces: indexPieces(snapshot, now),
      manifest: snapshot.manifest,
      ask,
      home,
      asked: [provider, config.model ?? ""].join(" "),
      batchTokens: Math.floor((config.maxInputTokens ?? SETTINGS_DEFAULTS.maxInputTokens) / 3),
      onProgress,
    });
    return { ...said, usage };
  } catch (error) {
    if (!(error instanceof HandoffError) || !error.code.startsWith("provider-")) throw error;
    return { labels: new Map(), failed: error.code, usage: null };
  }
}

/** The plan with who was asked, and what that cost. */
export function withModel(migration: Migration, provider: ProviderId, { failed, usage }: Said): Migration {
  const { plan } = migration;
  const fallback = failed === null ? null : { from: provider, code: failed };
  return { ...migration, plan: { ...plan, receipt: { ...plan.receipt, provider, fallback, usage } } };
}
