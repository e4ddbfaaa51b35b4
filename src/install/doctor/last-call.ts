import { join } from "node:path";
import { HOME_LAYOUT } from "../../config/home-files.ts";
import { readResult } from "../../queue/finished.ts";
import { idsIn } from "../../queue/pending.ts";

/** So many finished jobs are looked at, the newest. */
const MOST_RESULTS = 100;
/** How a result tells that the model's part failed. */
const FAILED = /^(?:anthropic|claude-cli|openclaw|command): ([a-z-]+); /;
/** A limit of ours is no failure of the provider. */
const OUR_LIMITS: ReadonlySet<string> = new Set(["provider-daily-cap", "provider-rate-limit-near"]);

/** The newest call of a model that a job made. */
export interface LastCall {
  /** ISO time. */
  at: string;
  /** Our code of its failure; null: it went well. */
  code: string | null;
}

/** What the results of the last week tell of calls; null when none was made. Throws system errors. */
export function lastCall(home: string): LastCall | null {
  for (const id of idsIn(join(home, HOME_LAYOUT.done)).toReversed().slice(0, MOST_RESULTS)) {
    const result = readResult(home, id);
    const code = FAILED.exec(result?.note ?? "")?.[1] ?? null;
    if (result === null || (code !== null && OUR_LIMITS.has(code))) continue;
    // The extractive receipt comes first, the model's second.
    if (code !== null || result.receipts.length > 1) return { at: result.finishedAt, code };
  }
  return null;
}
