import { HOME_LAYOUT, readHomeFile } from "../config/home-files.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/**
 * How far a job is. `extracted`: what code alone finds is written, a model may still improve on it; `held-up`: its last
 * run failed, and nothing more comes of it soon; `gone`: given up, or unknown.
 */
export type JobProgress = "waiting" | "extracted" | "done" | "held-up" | "gone";

/** Reads how far a job is. Never throws. */
export function progressOf(home: string, id: string): JobProgress {
  const record = peekJob(home, id);
  if (record === null) return "gone";
  if ("outcome" in record) return "done";
  if (record["phase"] === "refine") return "extracted";
  const error = record["error"];
  // A job is marked so while it runs, in case its worker ends without a word.
  return typeof error === "string" && error !== "worker-ended" ? "held-up" : "waiting";
}

/** A job's result, else the job itself: it moves from one to the other while we look. Null when there is neither. */
export function peekJob(home: string, id: string): Record<string, unknown> | null {
  for (const folder of [HOME_LAYOUT.done, HOME_LAYOUT.pending, HOME_LAYOUT.done]) {
    const text = readHomeFile(home, `${folder}/${id}.json`);
    if (text === null) continue;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    } catch {
      // None of ours.
    }
  }
  return null;
}
