import { hostById } from "../hosts/hosts.ts";
import type { Job } from "./job.ts";

/** Jobs done in one run: `lead` does the work, `covered` (older, oldest first) are finished with it. */
export interface Group {
  lead: Job;
  covered: Job[];
}

/**
 * Folds the jobs of one memory root and phase (any order) into groups, oldest lead first. The newest job of a session
 * leads, by the rule in README.md: a capture covers captures and stops before it, a stop only stops.
 */
export function coalesce(jobs: readonly Job[]): Group[] {
  const groups: Group[] = [];
  const newestFirst = jobs.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const job of newestFirst) {
    const group = groups.find(({ lead }) => covers(lead, job));
    if (group === undefined) groups.push({ lead: job, covered: [] });
    else group.covered.unshift(job);
  }
  return groups.reverse();
}

/** Whether a run of `newer` does all that `older` asks for. Both are in the same root and phase. */
function covers(newer: Job, older: Job): boolean {
  if (newer.host !== older.host) return false;
  if (newer.event === "session-start" || older.event === "session-start") {
    // Its work is about the folder, not about its session.
    return newer.event === older.event && newer.cwd === older.cwd;
  }
  if (newer.sessionId === null || newer.sessionId !== older.sessionId) return false;
  // The same session of the host may be two of ours by now: an end, and what was found later, mean one each.
  if (hostById(newer.host)?.hasWindows === true && ENDS.has(older.event)) return false;
  return newer.event !== "stop" || older.event === "stop";
}

/** Jobs that stand for one window, where a host's session holds several. */
const ENDS: ReadonlySet<Job["event"]> = new Set(["session-end", "catch-up", "backfill"]);

/** The last answer to look for in the transcript: the newest that the group's jobs carry. */
export function lastAnswerOf({ lead, covered }: Group): string | null {
  return lead.lastAnswer ?? covered.findLast((job) => job.lastAnswer !== null)?.lastAnswer ?? null;
}
