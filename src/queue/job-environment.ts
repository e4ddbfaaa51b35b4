import type { CaptureRequest } from "../capture/request.ts";
import { jobEnv } from "./enqueue.ts";
import type { Job } from "./job.ts";

/**
 * The environment a job is run with: where things lie is what the job says, and only that; keys and proxies are those
 * of the worker.
 */
export function environmentOf(
  job: Pick<Job, "env">,
  env: CaptureRequest["env"],
  home: string,
): CaptureRequest["env"] {
  const places = new Set(Object.keys(jobEnv(env)));
  const rest = Object.entries(env).filter(([name]) => !places.has(name));
  return { ...Object.fromEntries(rest), ...job.env, HANDOFF_HOME: home };
}
