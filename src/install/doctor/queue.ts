import { queuedJobs } from "../../queue/inspect.ts";
import { type Check, fail, ok, several, shownTime, warn } from "./check.ts";

/** A job that was due so long ago has no worker. */
const STUCK_MS = 3_600_000;

/** Jobs that wait, and those that were given up. */
export const queue: Check = {
  id: "queue",
  run({ home, now }) {
    const jobs = queuedJobs(home);
    const pending = jobs.filter(({ state }) => state === "pending");
    const failed = jobs.filter(({ state }) => state === "failed");
    const stuck = pending.filter(({ at, notBefore }) => {
      const due = Date.parse(notBefore ?? at ?? "");
      return Number.isFinite(due) && now.getTime() - due > STUCK_MS;
    });
    const [oldest] = stuck;
    if (oldest !== undefined) {
      const since = oldest.at === null ? "" : ` since ${shownTime(oldest.at)}`;
      return fail(
        `${several(stuck.length, "job")} of ${pending.length} wait for a worker${since}`,
        "handoff worker --once does them now and says what fails",
      );
    }
    const waiting = `${several(pending.length, "job")} waiting`;
    if (failed.length === 0) return ok(`${waiting}, none given up`);
    const reasons = [...new Set(failed.map(({ error }) => error ?? "unknown"))].toSorted();
    return warn(
      `${waiting}, ${failed.length} given up: ${reasons.join(", ")}`,
      "handoff queue lists them; handoff queue retry ID once the reason is gone, or drop ID",
    );
  },
};
