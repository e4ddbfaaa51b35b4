/**
 * A worker as a process of its own, bundled by `worker-processes.test.ts`. Arguments: mode, home, limit of a job in
 * milliseconds, clock (milliseconds added to the real one). Modes:
 *
 *   real      jobs as in the product; says the counts, or the code of what stopped it
 *   product   the same as hooks start it, with signals and the product's limits
 *   hang      a job never ends, the main thread is idle
 *   block     a job never ends and keeps the main thread busy
 *   serve     for each line on stdin one run; a job writes its id and pid to `<home>/ran`; says `ran` after each
 *   hold      takes the lease of root `/r` and keeps it; says `held`
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { HandoffError } from "../errors.ts";
import { takeLease } from "./lease.ts";
import { jobRunner, rootFinder } from "./run-job.ts";
import type { RunJob } from "./run.ts";
import { startWorker } from "./start-worker.ts";
import { startWatchdog, unwatched } from "./watchdog.ts";
import { runWorker, type WorkerCounts } from "./worker.ts";

const [mode = "", home = "", limit = "120000", clock = "0"] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const note: RunJob = async (job, { root }) => {
  appendFileSync(join(home, "ran"), `${job.id} ${process.pid}\n`);
  await sleep(Math.random() * 3);
  return { next: "finish", outcome: "applied", root, receipts: [], note: null };
};

const work: Readonly<Record<string, RunJob>> = {
  real: jobRunner({ home, env: process.env }),
  hang: () => new Promise(() => {}),
  block: () => {
    for (;;);
  },
  serve: note,
};

function run(): Promise<WorkerCounts> {
  if (mode === "product") return startWorker({ home, env: process.env, once: false });
  return runWorker({
    home,
    now: () => new Date(Date.now() + Number(clock)),
    runJob: work[mode] ?? note,
    rootOf: mode === "real" ? rootFinder({ home, env: process.env }) : async () => "/r",
    limitOf: () => Number(limit),
    once: false,
    signal: new AbortController().signal,
    watchdog: mode === "serve" ? unwatched : startWatchdog(home),
  });
}

if (mode === "hold") {
  const lease = await takeLease(home, "/r", "extract");
  say(lease === null ? "busy" : "held");
  setInterval(() => {}, 1_000);
} else if (mode === "serve") {
  for await (const _line of createInterface({ input: process.stdin })) {
    await run();
    say("ran");
  }
} else {
  // A promise alone keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  try {
    say(JSON.stringify(await run()));
  } catch (error) {
    say(error instanceof HandoffError ? error.code : String(error));
  }
  clearInterval(alive);
}
