import { setTimeout as sleep } from "node:timers/promises";
import type { HookSettings } from "../../src/config/hook-settings.ts";
import { type JobProgress, progressOf } from "../../src/queue/peek.ts";

/** Milliseconds that a reset waits at most. */
export const RESET_WAIT_MS = { extractive: 2_000, model: 20_000, none: 0 } as const;
/** The first looks come quickly: an extraction takes some hundred milliseconds. */
const POLL_MS = { first: 15, longest: 50 } as const;

/**
 * Waits until a job is as far as the setting asks, or nothing more comes of it, until a time of `performance.now()`.
 * The timer keeps no process alive. Returns how far the job is.
 */
export async function waitForJob(
  home: string,
  job: string,
  { setting, until }: { setting: HookSettings["resetWait"]; until: number },
): Promise<JobProgress> {
  for (let pause: number = POLL_MS.first; ; pause = Math.min(pause * 1.2, POLL_MS.longest)) {
    const progress = progressOf(home, job);
    const isEnough = progress === "extracted" ? setting !== "model" : progress !== "waiting";
    const left = until - performance.now();
    if (isEnough || left <= 0) return progress;
    await sleep(Math.min(pause, left), undefined, { ref: false });
  }
}
