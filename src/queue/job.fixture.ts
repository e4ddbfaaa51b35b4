import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Job } from "./job.ts";
import { writePending } from "./pending.ts";

let made = 0;

/** A job as a hook writes it; later calls make newer ones. */
export function makeJob(over: Partial<Job> = {}): Job {
  made += 1;
  const at = over.at ?? new Date(Date.UTC(2026, 10, 24, 9, 0, 0, made)).toISOString();
  const event = over.event ?? "session-end";
  return Job.parse({
    version: 1,
    id: `${at.replace(/[-:.Z]/g, "")}-4711-${event}-${made.toString(16).padStart(8, "0")}`,
    host: "claude-code",
    event,
    at,
    sessionId: `session-${made}`,
    transcript: null,
    cwd: "/tmp/project",
    cause: null,
    clientPid: 4711,
    lastAnswer: null,
    hookMs: 12,
    env: {},
    ...over,
  });
}

/** Puts jobs into the queue of a home. */
export function queueJobs(home: string, ...jobs: Job[]): void {
  for (const job of jobs) writePending(home, job);
}

/** A fresh folder; in memory where the platform has such a place, as every job is flushed to disk several times. */
export function freshFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "handoff-queue-"));
}
