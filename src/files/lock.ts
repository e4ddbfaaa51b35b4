import { randomBytes } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { HandoffError, systemCode } from "../errors.ts";
import { makeFolder } from "./folders.ts";
import { sha256 } from "./hash.ts";
import { livenessOf, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import type { Step } from "./steps.ts";
import { ifExists } from "./system-errors.ts";

/** A lock of a host that cannot be asked is given up after this long, in milliseconds. */
const FOREIGN_STALE_MS = 120_000;
/** A lock file without readable content belongs to a process that ended between creating and filling it. */
const BLANK_STALE_MS = 1_000;
const MAX_PAUSE_MS = 40;
const CLAIM = /^lock\.[0-9a-f]{24}$/;

const Holder = z.object({
  token: z.string(),
  pid: z.number().int(),
  start: z.string().nullable(),
  host: z.string(),
  boot: z.string().nullable(),
  namespace: z.string().nullable(),
  at: z.string(),
});
type Holder = z.infer<typeof Holder>;

export interface LockOptions {
  /** How long to wait for another holder, in milliseconds. */
  waitMs: number;
  step: Step;
  /** For messages: the path as the user knows it. */
  name: string;
}

/** A held lock. */
export interface Lock {
  /** Errors: `lock-busy` when another process took it over meanwhile. */
  assertHeld: () => void;
  /** Removes the lock file if it is still ours. Never throws. */
  release: () => void;
}

/**
 * Takes the lock file `path`, creating its folder when missing. Waits by the monotonic clock, so that a jump of the
 * wall clock neither shortens nor prolongs it. Errors: `lock-busy`, and system errors of creating the file.
 */
export async function acquireLock(path: string, options: LockOptions): Promise<Lock> {
  const self = ownIdentity();
  const token = randomBytes(12).toString("hex");
  const deadline = performance.now() + options.waitMs;
  for (let attempt = 0; ; attempt += 1) {
    if (tryCreate(path, token, self, options.step)) return heldLock(path, token, options);
    if (removeStale(path, self, options.step)) continue;
    if (performance.now() >= deadline) {
      throw new HandoffError("lock-busy", { path: options.name, limit: options.waitMs });
    }
    await sleep(1 + Math.random() * Math.min(MAX_PAUSE_MS, 4 * (attempt + 1)));
  }
}

function heldLock(path: string, token: string, options: LockOptions): Lock {
  const isOurs = (): boolean => readHolder(path)?.token === token;
  return {
    assertHeld: () => {
      if (!isOurs()) throw new HandoffError("lock-busy", { path: options.name, limit: options.waitMs });
      // For waiters on other hosts, who can only judge by age.
      const now = new Date();
      ifExists(() => utimesSync(path, now, now), undefined);
    },
    release: () => {
      // Twice: on Windows a scanner may have the file open for a moment.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        try {
          options.step("lock-unlink");
          if (isOurs()) unlinkSync(path);
          return;
        } catch {
          // The folder may be gone. A lock left behind is taken over once this process has ended.
        }
      }
    },
  };
}

/** Creates the lock file exclusively; false when it exists. */
function tryCreate(path: string, token: string, self: ProcessIdentity, step: Step): boolean {
  let fd: number;
  try {
    step("lock-create");
    fd = openLock(path);
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    step("lock-write");
    const holder: Holder = { token, ...self, at: new Date().toISOString() };
    writeSync(fd, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    ifExists(() => unlinkSync(path), undefined);
    throw error;
  } finally {
    closeSync(fd);
  }
  return true;
}

function openLock(path: string): number {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return openSync(path, "wx", 0o600);
    } catch (error) {
      // A run that found nothing to do may remove the empty folder between our mkdir and our open.
      if (systemCode(error) !== "ENOENT" || attempt === 20) throw error;
      makeFolder(dirname(path));
    }
  }
}

/**
 * Removes claims of takers who ended before they could. Only for the holder of the lock: claims on a lock that is gone
 * bind nobody.
 */
export function sweepClaims(path: string, step: Step): void {
  const self = ownIdentity();
  const folder = dirname(path);
  for (const name of readdirSync(folder).filter((name) => CLAIM.test(name))) {
    if (staleToken(join(folder, name), self) === undefined) continue;
    step("sweep");
    ifExists(() => unlinkSync(join(folder, name)), undefined);
  }
}

/**
 * Removes a stale lock file. Only the holder of the claim on that very lock may, and it looks again after claiming: so
 * of two takers one wins, and a fresh lock is never removed in place of the stale one. A claim is a lock file itself,
 * so that a taker who dies is taken over in the same way. Returns true when the lock is worth another try at once.
 */
function removeStale(path: string, self: ProcessIdentity, step: Step): boolean {
  const token = staleToken(path, self);
  if (token === undefined) return false;
  const claim = claimOn(path, token);
  const own = randomBytes(12).toString("hex");
  if (!tryCreate(claim, own, self, step)) return removeStale(claim, self, step);
  try {
    if (staleToken(path, self) !== token) return true;
    step("lock-takeover");
    ifExists(() => unlinkSync(path), undefined);
    return true;
  } finally {
    ifExists(() => unlinkSync(claim), undefined);
  }
}

/** Claims on claims stand beside the first one: their names must not grow. */
function claimOn(path: string, token: string): string {
  return join(dirname(path), `lock.${sha256(`${basename(path)} ${token}`).slice(0, 24)}`);
}

/** Token of a lock nobody holds any more (`blank` for one without content); undefined when it is held or gone. */
function staleToken(path: string, self: ProcessIdentity): string | undefined {
  const stat = ifExists(() => statSync(path), null);
  if (stat === null) return undefined;
  const holder = readHolder(path);
  // A wall clock that jumped back leaves files of the future: distance counts, not order.
  const age = Math.abs(Date.now() - stat.mtimeMs);
  if (holder === null) return age > BLANK_STALE_MS ? "blank" : undefined;
  const liveness = livenessOf(holder, self);
  if (liveness === "alive") return undefined;
  return liveness === "dead" || age > FOREIGN_STALE_MS ? holder.token : undefined;
}

/** Who holds the lock file `path`, and the ISO time it was taken; null when nobody does or it is not filled yet. */
export function lockHolder(path: string): (ProcessIdentity & { at: string }) | null {
  return readHolder(path);
}

function readHolder(path: string): Holder | null {
  const text = ifExists(() => readFileSync(path, "utf8"), "");
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
