/**
 * The program the fault suite kills. Bundled at test start; arguments: mode, root, then what the mode takes.
 * `HANDOFF_FAULT_STEP=n` ends the process with SIGKILL right before step n; `HANDOFF_FAULT_TRACE=1` prints each step.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../src/errors.ts";
import { acquireLock } from "../../src/files/lock.ts";
import { type Faults, unobserved } from "../../src/files/steps.ts";
import { transact } from "../../src/store/transact.ts";
import { appendPlan, changePlan } from "./plans.ts";

const say = (line: string): void => void writeSync(1, `${line}\n`);

const killAt = Number(process.env["HANDOFF_FAULT_STEP"] ?? 0);
const trace = process.env["HANDOFF_FAULT_TRACE"] === "1";
const faults: Faults = (step, n) => {
  if (trace) say(`${n} ${step}`);
  if (n === killAt) process.kill(process.pid, "SIGKILL");
};

const [mode = "", root = "", ...rest] = process.argv.slice(2);
const waitMs = Number(process.env["HANDOFF_FAULT_WAIT"] ?? 10_000);

const modes: Readonly<Record<string, () => Promise<void>>> = {
  /** One transaction that updates, creates and deletes. */
  change: async () => void (await transact(root, changePlan, { faults, waitMs })),
  /** Nothing but the repair of what an earlier run left. */
  repair: async () =>
    void (await transact(root, (snapshot) => ({ ...changePlan(snapshot), edits: [] }), { faults })),
  undo: async () => {
    // it brings the planner along, which the other modes need not start
    const { undo } = await import("../../src/store/undo.ts");
    await undo(root, null, { faults, waitMs });
  },
  /** Appends one line to each of the named files: `label count files…`; says each one that is done. */
  append: async () => {
    const [label = "", count = "1", ...files] = rest;
    for (let i = 1; i <= Number(count); i += 1) {
      await transact(root, (snapshot) => appendPlan(snapshot, files, `${label}-${i}`), { faults, waitMs });
      say(`done ${label}-${i}`);
    }
  },
  /** Holds the lock until it is ended. */
  hold: async () => {
    await acquireLock(join(root, ".handoff/lock"), { waitMs, step: unobserved, name: "lock" });
    say("held");
    await new Promise(() => setInterval(() => {}, 1_000));
  },
};

try {
  await modes[mode]?.();
  say("finished");
} catch (error) {
  if (!(error instanceof HandoffError)) throw error;
  say(`error ${error.code} ${error.detail.system ?? ""}`);
  process.exitCode = error.exit;
}
