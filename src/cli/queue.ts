import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import { dropJob, queuedJobs, retryJob, type ShownJob } from "../queue/inspect.ts";
import type { CommandDefinition } from "./command.ts";
import { type CommonOptions, type Io, paint, printJson, say } from "./io.ts";

const ACTIONS: Readonly<Record<string, { run: (home: string, id: string) => ShownJob; done: string }>> = {
  retry: { run: retryJob, done: "back in the queue; the next hook, or handoff worker, does it" },
  drop: { run: dropJob, done: "dropped" },
};

export const queue: CommandDefinition = {
  name: "queue",
  summary: "list the jobs that wait or were given up, with reasons; retry or drop one",
  arguments: [
    ["[action]", "retry or drop; without one the jobs are listed"],
    ["[id]", "id of a job, as handoff queue prints it"],
  ],
  options: [],
  examples: ["handoff queue", "handoff queue retry 20261124T093012345-4711-session-end-1a2b3c4d"],
  async run(args, raw, io) {
    const [name, id] = args;
    const home = handoffHome(io.env);
    const jobs = name === undefined ? queuedJobs(home) : [act(home, name, id, raw, io)];
    if (raw.json === true) printJson(io, { jobs });
    else if (name === undefined) list(jobs, raw, io);
    return 0;
  },
};

function act(home: string, name: string, id: string | undefined, options: CommonOptions, io: Io): ShownJob {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined || id === undefined) {
    throw new HandoffError("usage", { name: "queue", expected: "nothing, retry ID or drop ID" });
  }
  const job = action.run(home, id);
  say(io, options, `${action.done}: ${lineOf(job)}`);
  return job;
}

function list(jobs: readonly ShownJob[], options: CommonOptions, io: Io): void {
  if (jobs.length === 0) say(io, options, "the queue is empty");
  for (const job of jobs) {
    const style = job.state === "failed" ? "red" : "green";
    say(io, options, `${paint(io, options, style, job.state)}  ${lineOf(job)}`);
    say(io, options, `  ${reasonOf(job)}`);
  }
}

function lineOf({ id, host, event, phase, cwd }: ShownJob): string {
  return event === null ? `${id}  not a job` : `${id}  ${host} ${event} (${phase}) in ${cwd}`;
}

/** What no retry can help, in plain words. */
const HOPELESS: Readonly<Record<string, string>> = {
  "transcript-unrecognised": "its transcript is no Claude Code transcript",
  "file-not-found": "its transcript is gone",
  "not-a-file": "its transcript is no regular file",
  "session-not-found": "its transcript does not hold the session",
  "job-invalid": "no job that this version understands",
};

function reasonOf(job: ShownJob): string {
  const hopeless = HOPELESS[job.error ?? ""];
  if (job.state === "failed" && hopeless !== undefined) {
    return `given up at ${job.failedAt}: ${hopeless} (${job.error}); handoff queue drop ${job.id}`;
  }
  if (job.state === "failed") {
    return `given up at ${job.failedAt} after ${job.attempts} attempts: ${job.error}; handoff queue retry ${job.id}`;
  }
  if (job.attempts === 0) return job.error ?? "waits for a worker";
  return `attempt ${job.attempts}: ${job.error}; not before ${job.notBefore}`;
}
