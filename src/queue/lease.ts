import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { appendLog } from "../config/log.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { sha256 } from "../files/hash.ts";
import { acquireLock, type Lock, lockHolder, sweepClaims } from "../files/lock.ts";
import { livenessOf, ownIdentity } from "../files/process-identity.ts";
import { unobserved } from "../files/steps.ts";
import { ifExists } from "../files/system-errors.ts";
import { realRoot } from "../store/real-root.ts";
import type { Job } from "./job.ts";

/**
 * A worker lives ten minutes (`watchdog.ts`) and touches its lease at each job. A holder that is silent for longer is
 * stopped or stuck where not even its watchdog runs.
 */
const OVERSTAYED_MS = 12 * 60_000;
/** A lease without content: its taker ended, or is just filling it. The lock judges after a second. */
const BLANK_WAIT_MS = 2_000;

/**
 * Takes the lease of a memory root (null: of jobs without one) for one phase; null when another worker holds it.
 * Refinement has a lease of its own, so that no extraction waits for a model's answer. Errors: `home-unwritable`.
 */
export async function takeLease(
  home: string,
  root: string | null,
  phase: Job["phase"],
): Promise<Lock | null> {
  const path = leasePath(home, root, phase);
  const lease =
    (await tryLease(home, path, 0)) ??
    (isBlank(path) || endOverstayed(home, path) ? await tryLease(home, path, BLANK_WAIT_MS) : null);
  if (lease !== null) sweepClaims(path, unobserved);
  return lease;
}

/** Whether a process that lives, or that cannot be looked up from here, holds the lease. */
export function isLeaseHeld(home: string, root: string | null, phase: Job["phase"]): boolean {
  const holder = lockHolder(leasePath(home, root, phase));
  return holder !== null && livenessOf(holder, ownIdentity()) !== "dead";
}

/** Absolute path of a lease. */
export function leasePath(home: string, root: string | null, phase: Job["phase"]): string {
  const name = sha256(root === null ? "" : realRoot(root)).slice(0, 32);
  return join(home, HOME_LAYOUT.leases, phase === "extract" ? name : `${name}-${phase}`);
}

async function tryLease(home: string, path: string, waitMs: number): Promise<Lock | null> {
  try {
    return await acquireLock(path, { waitMs, step: unobserved, name: path });
  } catch (error) {
    if (error instanceof HandoffError && error.code === "lock-busy") return null;
    const system = systemCode(error);
    throw system === undefined ? error : new HandoffError("home-unwritable", { path: home, system }, error);
  }
}

const isBlank = (path: string): boolean => existsSync(path) && lockHolder(path) === null;

/**
 * Ends a holder that has overstayed; true when it did. The pid alone proves nothing: only a live process whose start,
 * boot and namespace are those on record is ended.
 */
function endOverstayed(home: string, path: string): boolean {
  const holder = lockHolder(path);
  const touched = ifExists(() => statSync(path).mtimeMs, Infinity);
  if (holder === null || holder.start === null || holder.pid === process.pid) return false;
  if (Date.now() - touched < OVERSTAYED_MS || livenessOf(holder, ownIdentity()) !== "alive") return false;
  try {
    process.kill(holder.pid, "SIGKILL");
    appendLog(home, `worker-overstayed pid=${holder.pid}`);
    return true;
  } catch {
    return false;
  }
}
