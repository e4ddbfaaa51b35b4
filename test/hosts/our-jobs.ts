import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { JobEvent } from "../../src/queue/job.ts";
import { until } from "./until.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

/**
 * Resolves when at least so many jobs of each event were done since the start, and no job or worker is left in our state
 * folder.
 */
export async function settled(
  state: string,
  expected: Readonly<Partial<Record<JobEvent, number>>>,
  limitMs = 300_000,
): Promise<void> {
  const names = (folder: string): string[] => namesIn(path.join(state, folder));
  const isDone = (): boolean => {
    const done = names("queue/done");
    const missing = Object.entries(expected).filter(
      ([event, count]) => done.filter((name) => name.includes(`-${event}-`)).length < count,
    );
    return missing.length + names("queue/pending").length + names("leases").length === 0;
  };
  const describe = (): string =>
    ["queue/pending", "queue/failed", "queue/done", "leases"]
      .map((folder) => `${folder}: ${names(folder).join(" ")}`)
      .join("\n");
  await until("all jobs are done", isDone, { describe, limitMs });
}

/** Ends workers of a lab that still wait for a model or for their next try; `folder` holds the lab. */
export async function endWorkers(state: string, folder: string): Promise<void> {
  removeFolder(path.join(state, "queue/pending"));
  for (const pid of killWorkers(state, folder))
    await until("the worker has ended", () => !existsSync(`/proc/${pid}`));
}

/** SIGKILL for the workers of a lab that hold a lease; returns their process ids. */
export function killWorkers(state: string, folder: string): number[] {
  const pids = workersOf(state, folder);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It was done in the moment between.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  return pids;
}

/** Process ids of the workers that hold a lease. */
function workersOf(state: string, folder: string): number[] {
  return namesIn(path.join(state, "leases")).flatMap((lease) => {
    const pid = Number(/"pid":\s*(\d+)/u.exec(textOf(path.join(state, "leases", lease)))?.[1] ?? 0);
    // The number alone proves nothing: a process that ended long ago may have had it.
    return pid !== 0 && textOf(`/proc/${pid}/environ`).includes(folder) ? [pid] : [];
  });
}

/** Names in a folder; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Text of a file; empty where it is none that can be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
