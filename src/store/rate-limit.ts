import { z } from "zod";
import { readSpendFile, writeSpendFile } from "./spend-day.ts";

/** One limit as the provider's last answer told it. */
const Limit = z.object({
  /** `requests`, `input-tokens`, `unified-5h` … */
  name: z.string(),
  /** Share that is left, 0 to 1. */
  left: z.number(),
  /** ISO time of its renewal; null when not told. */
  reset: z.string().nullable(),
});
export type Limit = z.infer<typeof Limit>;

const Account = z.object({
  /** ISO time of the last news. */
  at: z.string(),
  limits: z.array(Limit),
  /** ISO time before which no call is made; null: none holds. */
  until: z.string().nullable(),
  /** `near`: little is left; `limited`: the provider refused a call. */
  cause: z.enum(["near", "limited"]).nullable(),
  /** Refusals in a row that named no time. */
  backOffs: z.number().int(),
});
type Account = z.infer<typeof Account>;

const RateLimitFile = z.object({ version: z.literal(1), accounts: z.record(z.string(), Account) });
type RateLimitFile = z.infer<typeof RateLimitFile>;

/** What an answer tells of the provider's limits. */
export interface RateNews {
  limits: readonly Limit[];
  /** Set when the provider refused the call: milliseconds until it takes another, null when it named no time. */
  refused?: { retryAfterMs: number | null };
}

/** A stop: until when, and why. */
export interface RateStop {
  until: Date;
  cause: "near" | "limited";
}

const FILE = "rate-limit.json";
/** Below this share a limit counts as nearly used up: the rest is the person's own. */
const NEAR_SHARE = 0.25;
/** For a limit whose renewal is not told. */
const UNKNOWN_RESET_MS = 60_000;
/** First wait after a refusal that names no time; doubled with each one in a row, up to the longest. */
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 6 * 3_600_000;
/** No window of a known provider is longer than a week: a later time is a mistake, or the clock jumped. */
const LONGEST_STOP_MS = 8 * 86_400_000;

/** The stop that holds for an account now, or null. Errors: `home-unwritable`. */
export function rateStop(home: string, account: string, now: Date): RateStop | null {
  return stopOf(readFile(home).accounts[account], now);
}

/** The last stop of all accounts of a provider that holds now. Errors: `home-unwritable`. */
export function providerStop(home: string, provider: string, now: Date): RateStop | null {
  const stops = Object.entries(readFile(home).accounts)
    .filter(([account]) => account === provider || account.startsWith(`${provider}:`))
    .flatMap(([, record]) => stopOf(record, now) ?? []);
  return stops.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0] ?? null;
}

function stopOf(record: Account | undefined, now: Date): RateStop | null {
  if (record?.until === undefined || record.until === null || record.cause === null) return null;
  const until = new Date(record.until);
  const left = until.getTime() - now.getTime();
  return left > 0 && left <= LONGEST_STOP_MS ? { until, cause: record.cause } : null;
}

/** Keeps what an answer told. Only under the lock. Errors: `home-unwritable`. */
export function noteRates(home: string, account: string, news: RateNews, now: Date): void {
  const file = readFile(home);
  const record = accountAfter(file.accounts[account], news, now);
  if (record === null) return;
  const accounts = { ...withoutOld(file.accounts, now), [account]: record };
  writeSpendFile(home, FILE, { version: 1, accounts });
}

/** Null when there is nothing new to keep. */
function accountAfter(before: Account | undefined, news: RateNews, now: Date): Account | null {
  const stop = stopOf(before, now);
  const base = { at: now.toISOString(), limits: [...news.limits] };
  if (news.refused !== undefined) {
    const known = news.refused.retryAfterMs ?? untilRenewal(news.limits, now);
    const backOffs = known === null ? (before?.backOffs ?? 0) + 1 : 0;
    const wait = known ?? Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (backOffs - 1));
    const longest = Math.max(wait, stop === null ? 0 : stop.until.getTime() - now.getTime());
    return { ...base, until: timeAfter(now, longest), cause: "limited", backOffs };
  }
  // calls that were under way when another one was refused say nothing against the refusal
  if (stop?.cause === "limited") return null;
  if (news.limits.length === 0)
    return before === undefined || before.backOffs === 0 ? null : { ...before, backOffs: 0 };
  const wait = untilRenewal(news.limits, now);
  if (wait === null) return { ...base, until: null, cause: null, backOffs: 0 };
  return { ...base, until: timeAfter(now, wait), cause: "near", backOffs: 0 };
}

/** Milliseconds until all limits that are nearly used up are renewed; null when none is. */
function untilRenewal(limits: readonly Limit[], now: Date): number | null {
  const near = limits.filter((limit) => limit.left < NEAR_SHARE);
  if (near.length === 0) return null;
  const waits = near.map(({ reset }) =>
    reset === null ? UNKNOWN_RESET_MS : Date.parse(reset) - now.getTime(),
  );
  return Math.max(...waits);
}

function timeAfter(now: Date, ms: number): string {
  return new Date(now.getTime() + Math.min(Math.max(0, ms), LONGEST_STOP_MS)).toISOString();
}

/** A file that cannot be understood holds nothing: the provider tells its limits again with the next answer. */
function readFile(home: string): RateLimitFile {
  const text = readSpendFile(home, FILE);
  try {
    return RateLimitFile.parse(JSON.parse(text ?? ""));
  } catch {
    return { version: 1, accounts: {} };
  }
}

/** Accounts that were not used for longer than any stop lasts are dropped. */
function withoutOld(accounts: RateLimitFile["accounts"], now: Date): RateLimitFile["accounts"] {
  const oldest = now.getTime() - LONGEST_STOP_MS;
  return Object.fromEntries(Object.entries(accounts).filter(([, record]) => Date.parse(record.at) > oldest));
}
