import type { Env } from "../../hosts/claude-code/config-folder.ts";

/** `unknown`: it could not be checked. */
export type CheckState = "ok" | "warn" | "fail" | "unknown";

/** What a check came to, in one sentence, and what to do about it. */
export interface Finding {
  state: CheckState;
  message: string;
  /** One line, or one line a step; null where nothing is to be done. */
  fix: string | null;
}

/** What checks look at. They only read: no check writes or uses the network; programs are asked for their version only, a node and an `openclaw`. */
export interface Surroundings {
  /** `$HANDOFF_HOME`, absolute. */
  home: string;
  /** Absolute working folder: names the project. */
  cwd: string;
  env: Env;
  /** Memory folder that was named, absolute; null: resolved as hooks do. */
  memory: string | null;
  now: Date;
  /** Version of this handoff. */
  version: string;
  /** Settings of the administrator; absent: where the platform has them. */
  managedSettings?: string;
}

/** One check. One file each, listed once in `checks.ts`. */
export interface Check {
  id: string;
  /** Where it fails, those behind it would only guess: they are not run. */
  decides?: true;
  /** Where it says no, the check has nothing to look at and is left out; absent: it is always run. */
  applies?: (around: Surroundings) => boolean;
  run: (around: Surroundings) => Finding | Promise<Finding>;
}

export function ok(message: string): Finding {
  return { state: "ok", message, fix: null };
}

export function warn(message: string, fix: string): Finding {
  return { state: "warn", message, fix };
}

export function fail(message: string, fix: string): Finding {
  return { state: "fail", message, fix };
}

export function unknown(message: string, fix: string | null = null): Finding {
  return { state: "unknown", message, fix };
}

/** An ISO time as people read it, in UTC, to the minute. */
export function shownTime(at: string | number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** `1 job`, `2 jobs`. */
export function several(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
