import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { HOME_LAYOUT } from "../config/home-files.ts";

/** A worker process is ended after this long, whatever it does. */
const WORKER_LIFE_MS = 600_000;

/** Ends the own process when a job overstays. */
export interface Watchdog {
  /** From now on the process is ended after `limitMs`, unless it is armed or disarmed before. */
  arm: (jobId: string, limitMs: number) => void;
  /** The job is over: only the life of the process counts. */
  disarm: () => void;
  /** Milliseconds left of the life of the process. */
  lifeLeft: () => number;
  /** The process goes on without a watchdog. */
  stop: () => void;
}

/** For runs inside another program, which has its own ways to end. */
export const unwatched: Watchdog = {
  arm: () => {},
  disarm: () => {},
  lifeLeft: () => Infinity,
  stop: () => {},
};

const FIRED = -1;
const MAX_WAIT_MS = 0x7fff_ffff;
const ID_BYTES = 256;
/** Words: generation (what the thread waits on), then two limits; behind them two job ids. */
const WORDS_BYTES = 12;

/**
 * Starts the watchdog thread. It sleeps in the kernel until a limit is over, so a blocked main thread does not stop it.
 * Each arm or disarm is a new generation; whoever changes the generation first wins, so a job that is finished at the
 * last moment is not marked as overstayed.
 */
export function startWatchdog(home: string, lifeMs: number = WORKER_LIFE_MS): Watchdog {
  const end = performance.now() + lifeMs;
  const shared = new SharedArrayBuffer(WORDS_BYTES + 2 * ID_BYTES);
  const words = new Int32Array(shared, 0, 3);
  const set = (jobId: string, limitMs: number): void => {
    const generation = Atomics.load(words, 0);
    const next = (generation % 1_000_000_000) + 1;
    const slot = next % 2;
    words[1 + slot] = Math.max(1, Math.ceil(limitMs));
    const bytes = new Uint8Array(shared, WORDS_BYTES + slot * ID_BYTES, ID_BYTES);
    bytes.fill(0);
    bytes.set(Buffer.from(jobId).subarray(0, ID_BYTES));
    if (generation === FIRED || Atomics.compareExchange(words, 0, generation, next) !== generation) {
      // The thread is about to end this process: nothing may be written any more.
      Atomics.wait(words, 0, FIRED);
    }
    Atomics.notify(words, 0);
  };
  const lifeLeft = (): number => Math.max(0, end - performance.now());
  set("", lifeMs);
  const thread = startThread(home, shared);
  const stop = (): void => {
    set("", MAX_WAIT_MS);
    void thread.terminate();
  };
  return { arm: set, disarm: () => set("", lifeLeft()), lifeLeft, stop };
}

function startThread(home: string, shared: SharedArrayBuffer): Worker {
  const thread = new Worker(THREAD, {
    eval: true,
    execArgv: [],
    workerData: {
      shared,
      pending: join(home, HOME_LAYOUT.pending),
      log: join(home, HOME_LAYOUT.log),
    },
  });
  thread.unref();
  return thread;
}

/**
 * The thread, as text: it needs no file of its own, so it can be bundled. It says in the job and in the log why the
 * process ended; neither may keep it from ending it.
 */
const THREAD = `
const { workerData } = require("node:worker_threads");
const { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { randomBytes } = require("node:crypto");
const { dirname, join } = require("node:path");
const words = new Int32Array(workerData.shared, 0, 3);
const quietly = (work) => { try { work(); } catch {} };
for (;;) {
  const generation = Atomics.load(words, 0);
  const slot = generation % 2;
  if (Atomics.wait(words, 0, generation, words[1 + slot]) !== "timed-out") continue;
  const id = Buffer.from(new Uint8Array(workerData.shared, ${WORDS_BYTES} + slot * ${ID_BYTES}, ${ID_BYTES}))
    .toString("utf8").replace(/\\0+$/, "");
  if (Atomics.compareExchange(words, 0, generation, ${FIRED}) !== generation) continue;
  if (id !== "") quietly(() => {
    const path = join(workerData.pending, id + ".json");
    const temp = join(workerData.pending, ".handoff-tmp-" + randomBytes(8).toString("hex"));
    const job = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(temp, JSON.stringify({ ...job, error: "job-deadline" }) + "\\n", { mode: 0o600, flag: "wx" });
    renameSync(temp, path);
  });
  quietly(() => mkdirSync(dirname(workerData.log), { mode: 0o700 }));
  quietly(() => appendFileSync(workerData.log,
    new Date().toISOString() + (id === "" ? " worker-life" : " job-deadline id=" + id) + "\\n", { mode: 0o600 }));
  process.kill(process.pid, "SIGKILL");
}
`;
