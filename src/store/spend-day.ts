import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { isTempName, tempName } from "../files/atomic-replace.ts";
import { ifExists } from "../files/system-errors.ts";

const count = z.number().int().min(0);

/** What model calls of one day cost, `$HANDOFF_HOME/spend/<date>.json`. */
export const SpendDay = z.object({
  version: z.literal(1),
  /** Of the UTC day, so that a change of time zone neither repeats nor skips one. */
  date: z.string(),
  /** Calls made, those that failed or never ended included. */
  calls: count,
  /** Everything sent, parts that the provider had in its cache included. */
  inputTokens: count,
  outputTokens: count,
  /** Estimated US dollars of the calls whose price is known. */
  costUsd: z.number().min(0).default(0),
  /** Calls that were not made because of a limit. */
  refused: count,
  /** Estimated tokens of calls that have not ended; those of a run that was killed stay. */
  reservedTokens: count,
  /** How often a file of this day could not be read and counting began anew. */
  restarts: count,
});
export type SpendDay = z.infer<typeof SpendDay>;

/** Day files older than this are deleted. */
const KEPT_DAYS = 60;
const DAY_FILE = /^(\d{4}-\d{2}-\d{2})(?:\.broken-\d+)?\.json$/;

/** `YYYY-MM-DD` of the UTC day. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** A day's counters, all zero when nothing was counted; null for a file that cannot be understood. Errors: `home-unwritable`. */
export function readDay(home: string, date: string): SpendDay | null {
  const text = readSpendFile(home, `${date}.json`);
  if (text === null) return blankDay(date);
  try {
    return SpendDay.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A day without any call. */
export function blankDay(date: string): SpendDay {
  return {
    version: 1,
    date,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    refused: 0,
    reservedTokens: 0,
    restarts: 0,
  };
}

/** Keeps a day's counters. Only under the lock. Errors: `home-unwritable`. */
export function writeDay(home: string, day: SpendDay): void {
  writeSpendFile(home, `${day.date}.json`, day);
}

/**
 * A day's counters to be changed; only under the lock. A file that cannot be understood is kept beside it and the day
 * begins at zero, marked: refusing every call instead would let one bad byte end the service until someone looks.
 * Errors: `home-unwritable`.
 */
export function takeDay(home: string, date: string): SpendDay {
  const day = readDay(home, date);
  if (day !== null) return day;
  const folder = join(home, HOME_LAYOUT.spend);
  const prefix = `${date}.broken-`;
  try {
    const earlier = readdirSync(folder).filter((name) => name.startsWith(prefix)).length;
    renameSync(join(folder, `${date}.json`), join(folder, `${prefix}${earlier + 1}.json`));
    return { ...blankDay(date), restarts: earlier + 1 };
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}

/** Deletes the files of days long gone and what killed runs left. Only under the lock. Never throws: they only take room. */
export function pruneDays(home: string, now: Date): void {
  const oldest = dayOf(new Date(now.getTime() - KEPT_DAYS * 86_400_000));
  const folder = join(home, HOME_LAYOUT.spend);
  try {
    for (const name of readdirSync(folder)) {
      const date = DAY_FILE.exec(name)?.[1];
      if (isTempName(name) || (date !== undefined && date < oldest))
        rmSync(join(folder, name), { force: true });
    }
  } catch {
    // the next call tries again
  }
}

/**
 * Replaces a file below `spend/`, whose folder exists. The disk is not waited for, as all workers wait for the lock:
 * no end of a process loses a count, only a power failure may lose the last ones. Errors: `home-unwritable`.
 */
export function writeSpendFile(home: string, name: string, value: unknown): void {
  const folder = join(home, HOME_LAYOUT.spend);
  const temp = join(folder, tempName());
  try {
    writeFileSync(temp, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(temp, join(folder, name));
  } catch (error) {
    rmSync(temp, { force: true });
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}

/** Text of a file below `spend/`, or null when there is none. Errors: `home-unwritable` when it may not be read. */
export function readSpendFile(home: string, name: string): string | null {
  try {
    return ifExists(() => readFileSync(join(home, HOME_LAYOUT.spend, name), "utf8"), null);
  } catch (error) {
    // uncounted calls could be any number: no reading, no call
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}
