import { type Handoff, rankOf } from "../handoff/handoff.ts";
import type { Receipt } from "../handoff/receipt.ts";

/**
 * An extractive handoff without the updates of entries that a model has taken in before: it said them in its own words,
 * or found them not worth keeping. The fold is cumulative, so they would come again with every capture.
 */
export function withoutJudged(handoff: Handoff, standing: readonly Receipt[]): Handoff {
  if (rankOf(handoff.provider) > 0) return handoff;
  const times = standing
    .filter(({ provider }) => provider !== null && rankOf(provider) > 0)
    .map(({ boundary }) => Date.parse(boundary?.at ?? ""));
  const until = Math.max(...times.filter((time) => !Number.isNaN(time)));
  const updates = handoff.updates.filter(({ at }) => at === null || !(Date.parse(at) <= until));
  return updates.length === handoff.updates.length ? handoff : { ...handoff, updates };
}
