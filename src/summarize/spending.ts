import type { RateNews } from "../store/rate-limit.ts";
import { type CallCost, reserveCall, settleCall, type SpendCaps } from "../store/spend.ts";

/** On whose account calls are counted, and against which limits. */
export interface Spending {
  home: string;
  account: string;
  caps: SpendCaps;
  clock: () => Date;
}

/** What a call tells the counters, whether it succeeded or not. */
export interface Counted {
  cost: CallCost;
  news: RateNews;
}

/**
 * The one place where a model is called from: the call is counted before it is made, and what it cost afterwards.
 * `tokens` is an estimate, the longest answer included. `call` must not throw for what a provider does. Errors:
 * `provider-daily-cap` and `provider-rate-limit-near` (nothing was sent), `home-unwritable`, `lock-busy`.
 */
export async function counted<T extends Counted>(
  spending: Spending,
  tokens: number,
  call: () => Promise<T>,
): Promise<T> {
  const { home, account, caps, clock } = spending;
  const reservation = await reserveCall(home, { account, tokens, caps, now: clock() });
  let ended: Counted = { cost: "unknown", news: { limits: [] } };
  try {
    const result = await call();
    ended = result;
    return result;
  } finally {
    await settleCall(home, reservation, ended.cost, ended.news, clock());
  }
}
