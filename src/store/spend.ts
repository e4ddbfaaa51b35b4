import { join } from "node:path";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { makeFolder } from "../files/folders.ts";
import { acquireLock } from "../files/lock.ts";
import { unobserved } from "../files/steps.ts";
import { noteRates, type RateNews, rateStop, providerStop, type RateStop } from "./rate-limit.ts";
import { blankDay, dayOf, pruneDays, readDay, type SpendDay, takeDay, writeDay } from "./spend-day.ts";

/** Most calls and tokens (in and out) of a UTC day, by all providers together. */
export interface SpendCaps {
  dailyCalls: number;
  dailyTokens: number;
}

/** A call that may be made. It counts from now on, whether or not its end is ever told. */
export interface Reservation {
  account: string;
  date: string;
  /** Estimated tokens in and out that it holds. */
  tokens: number;
}

/** What is asked for before a call. */
export interface CallRequest {
  /** Provider, or provider and a hash of its account: `anthropic:1f0c…`. Limits of one do not hold for another. */
  account: string;
  /** Estimated tokens in and out, the longest answer included. */
  tokens: number;
  caps: SpendCaps;
  now: Date;
}

/**
 * How a call ended. `unsent`: it never reached the provider and is taken off the count; `unknown`: it may have cost
 * what was reserved, and counts as that.
 */
export type CallCost = TokenCost | "unsent" | "unknown";

/** What a call that was answered cost. */
export interface TokenCost {
  inputTokens: number;
  outputTokens: number;
  /** Estimated US dollars; null or absent where the price is not known. */
  usd?: number | null;
}

/** Several workers share the counters; each holds the lock for a few milliseconds, but the lock keeps no queue. */
const LOCK_WAIT_MS = 30_000;

/**
 * Counts a call before it is made. Errors: `provider-daily-cap`, `provider-rate-limit-near` (nothing may be sent, and
 * that is counted), `home-unwritable` and `lock-busy` (it cannot be counted, so it may not be made).
 */
export async function reserveCall(home: string, request: CallRequest): Promise<Reservation> {
  const { account, now, tokens } = request;
  const date = dayOf(now);
  return locked(home, () => {
    const day = takeDay(home, date);
    if (day.calls === 0) pruneDays(home, now);
    const refusal = refusalOf(day, request) ?? stopRefusal(rateStop(home, account, now), account);
    if (refusal !== null) {
      writeDay(home, { ...day, refused: day.refused + 1 });
      throw refusal;
    }
    writeDay(home, { ...day, calls: day.calls + 1, reservedTokens: day.reservedTokens + tokens });
    return { account, date, tokens };
  });
}

function refusalOf(day: SpendDay, { caps, tokens, account }: CallRequest): HandoffError | null {
  const name = providerOf(account);
  const used = day.inputTokens + day.outputTokens + day.reservedTokens;
  if (day.calls >= caps.dailyCalls)
    return new HandoffError("provider-daily-cap", { name, expected: "calls", limit: caps.dailyCalls });
  if (used + tokens > caps.dailyTokens)
    return new HandoffError("provider-daily-cap", { name, expected: "tokens", limit: caps.dailyTokens });
  return null;
}

function stopRefusal(stop: RateStop | null, account: string): HandoffError | null {
  if (stop === null) return null;
  const expected = stop.until.toISOString();
  return new HandoffError("provider-rate-limit-near", { name: providerOf(account), expected });
}

function providerOf(account: string): string {
  return account.split(":", 1)[0] ?? account;
}

/**
 * Replaces what a call reserved by what it cost, on the day it was reserved, and keeps what the answer told of the
 * provider's limits. False when that could not be written: the reservation then stays, which errs on the safe side.
 */
export async function settleCall(
  home: string,
  reservation: Reservation,
  cost: CallCost,
  news: RateNews,
  now: Date,
): Promise<boolean> {
  try {
    await locked(home, () => {
      writeDay(home, dayAfter(takeDay(home, reservation.date), reservation, cost));
      noteRates(home, reservation.account, news, now);
    });
    return true;
  } catch (error) {
    if (error instanceof HandoffError) return false;
    throw error;
  }
}

function dayAfter(day: SpendDay, reservation: Reservation, cost: CallCost): SpendDay {
  const reservedTokens = Math.max(0, day.reservedTokens - reservation.tokens);
  if (cost === "unsent") return { ...day, reservedTokens, calls: Math.max(0, day.calls - 1) };
  const spent = cost === "unknown" ? { inputTokens: reservation.tokens, outputTokens: 0, usd: null } : cost;
  return {
    ...day,
    reservedTokens,
    inputTokens: day.inputTokens + spent.inputTokens,
    outputTokens: day.outputTokens + spent.outputTokens,
    costUsd: day.costUsd + (spent.usd ?? 0),
  };
}

/** Today's counters against the limits. */
export interface SpendSummary extends SpendDay {
  /** True when today's file cannot be understood; counting begins anew with the next call. */
  broken: boolean;
  /** The provider's own limit that holds calls back now, or null. */
  stop: RateStop | null;
}

/** Counters of the UTC day of `now`, and the stop that holds for `provider`; changes nothing. Errors: `home-unwritable`. */
export function spendSummary(home: string, provider: string, now: Date): SpendSummary {
  const day = readDay(home, dayOf(now));
  return {
    ...(day ?? blankDay(dayOf(now))),
    broken: day === null,
    stop: providerStop(home, provider, now),
  };
}

async function locked<T>(home: string, work: () => T): Promise<T> {
  const folder = join(home, HOME_LAYOUT.spend);
  try {
    makeFolder(folder, 0o700);
    const lock = await acquireLock(join(folder, "lock"), {
      waitMs: LOCK_WAIT_MS,
      step: unobserved,
      name: folder,
    });
    try {
      return work();
    } finally {
      lock.release();
    }
  } catch (error) {
    const system = systemCode(error);
    if (error instanceof HandoffError || system === undefined) throw error;
    throw new HandoffError("home-unwritable", { path: home, system }, error);
  }
}
