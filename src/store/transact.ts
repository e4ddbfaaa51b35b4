import { realpathSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../errors.ts";
import { makeFolder } from "../files/folders.ts";
import type { Site } from "../files/journal.ts";
import { acquireLock, type Lock } from "../files/lock.ts";
import { recoverJournals } from "../files/recover.ts";
import { createSteps, type Faults } from "../files/steps.ts";
import { asUnwritable, writing } from "../files/system-errors.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { isEmptyPlan, type Plan } from "../plan/plan.ts";
import { applyPlan } from "./apply-plan.ts";
import { loadWithLeftovers, whyUnreadable } from "./load-snapshot.ts";
import { sweepLeftovers } from "./sweep.ts";

/** How often a plan is made anew because a person saved a file meanwhile. */
const MAX_PLANS = 4;
const DEFAULT_WAIT_MS = 10_000;

export interface TransactOptions {
  /** See `loadSnapshot`. */
  preset?: PresetId;
  project?: string;
  /** How long to wait for another run on this memory, in milliseconds; default 10,000. */
  waitMs?: number;
  now?: Date;
  /** Called before each write, fsync, rename and unlink; for fault injection. */
  faults?: Faults;
}

/** Makes a plan from what stands under the lock. Undo reads kept bytes, hence the promise. */
export type MakePlan = (snapshot: MemorySnapshot) => Plan | Promise<Plan>;

/**
 * Changes a memory: all edits of the plan and its receipt, or nothing. Takes the lock, repairs what a killed run left,
 * loads, plans, checks that every file is still what the plan was made from (else loads and plans again), applies.
 * Null when the plan is empty or would change no byte; then nothing is written, not even a folder.
 * Errors: `lock-busy`, `memory-changed`, `memory-unwritable`, `path-outside-root`, `manifest-invalid`,
 * `file-unreadable`, `file-not-text`, `link-outside-root`; the memory is as before.
 */
export async function transact(
  root: string,
  makePlan: MakePlan,
  options: TransactOptions = {},
): Promise<Receipt | null> {
  const step = createSteps(options.faults);
  const opened = openRoot(root);
  const site: Site = { root: opened.root, step };
  const lock = await takeLock(site, options);
  let receipt: Receipt | null = null;
  try {
    const recovered = writing(".handoff/journal", () => recoverJournals(site));
    receipt = await planAndApply(site, lock, makePlan, options);
    if (receipt !== null || recovered > 0) opened.made.length = 0;
    return receipt;
  } finally {
    lock.release();
    for (const folder of opened.made) removeIfEmpty(folder);
  }
}

async function planAndApply(
  site: Site,
  lock: Lock,
  makePlan: MakePlan,
  options: TransactOptions,
): Promise<Receipt | null> {
  for (let attempt = 1; ; attempt += 1) {
    const { snapshot, temps } = loadWithLeftovers(site.root, options);
    sweepLeftovers(site, temps);
    const plan = await makePlan(snapshot);
    if (isEmptyPlan(plan)) return null;
    assertReadable(snapshot, plan);
    try {
      return applyPlan(site, plan, { now: options.now ?? new Date(), beforeCommit: lock.assertHeld });
    } catch (error) {
      const changed = error instanceof HandoffError && error.code === "memory-changed";
      if (!changed || attempt === MAX_PLANS) throw error;
    }
  }
}

/** A file that could not be read looks absent to a plan; planning anew would not change that. */
function assertReadable({ root, unreadable = [] }: MemorySnapshot, { edits }: Plan): void {
  const blocked = edits.find(({ file }) => unreadable.includes(file));
  if (blocked !== undefined) throw whyUnreadable(root, blocked.file);
}

async function takeLock(site: Site, options: TransactOptions): Promise<Lock> {
  const waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
  try {
    return await acquireLock(join(site.root, ".handoff/lock"), {
      waitMs,
      step: site.step,
      name: ".handoff/lock",
    });
  } catch (error) {
    throw asUnwritable(error, ".handoff/lock");
  }
}

/** Creates the root and its state folder; `made` lists what did not exist, innermost first. */
function openRoot(root: string): { root: string; made: string[] } {
  return writing(root, () => {
    const above = makeFolder(root);
    const real = realpathSync(root);
    const state = join(real, ".handoff");
    const made = [...above, ...makeFolder(state)];
    return { root: real, made: [join(state, "journal"), ...made.reverse()] };
  });
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or another run removed it first.
  }
}
