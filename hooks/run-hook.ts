import { writeSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../src/errors.ts";
import { homeOfBundle } from "../src/config/installed-home.ts";
import { appendLog } from "../src/config/log.ts";
import { readObject } from "./read-object.ts";

/** A session's end leaves a hook 1.5 s, its start included. */
const STDIN_LIMITS = { silence: 300, whole: 900 };

/** One call of a hook. */
export interface HookCall {
  /** `$HANDOFF_HOME`, absolute; it may not exist yet. */
  home: string;
  /** The worker beside this bundle. */
  worker: string;
  /** What the host said on stdin, unchecked. */
  payload: Record<string, unknown>;
  /** Adds a line to the log, with the hook's name; in our own words only. */
  log: (line: string) => void;
}

/**
 * Runs a hook entry to its end: reads one object from stdin, calls `act`, prints what it returns (null: nothing) and
 * exits with 0, whatever happens: other codes block or disturb hosts. Failures go to the log. The entry must be a file
 * `<bundle>/hooks/<host>/<event>.js`.
 */
export function runHook(name: string, act: (call: HookCall) => string | null | Promise<string | null>): void {
  const bundle = dirname(dirname(dirname(process.argv[1] ?? "")));
  const home = homeOfBundle(process.env, bundle);
  const log = (line: string): void => appendLog(home, `hook ${name}: ${line}`);
  const fail = (error: unknown): void => {
    log(`failed (${systemCode(error) ?? (error instanceof Error ? error.name : "unknown")})`);
    process.exit(0);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  const run = async (): Promise<void> => {
    const input = await readObject(process.stdin, STDIN_LIMITS);
    if (input.problem !== null) log(input.problem);
    else {
      const answer = await act({ home, worker: `${bundle}/worker.js`, payload: input.object, log });
      if (answer !== null) print(answer);
    }
    process.exit(0);
  };
  run().catch(fail);
}

/** Writes all of a text to stdout before it returns: `process.exit` does not wait for streams. */
function print(text: string): void {
  const bytes = Buffer.from(text, "utf8");
  let written = 0;
  for (let attempts = 0; written < bytes.length && attempts < 1_000; attempts += 1) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      // The host's pipe may be full for a moment; one that is gone reads nothing more.
      if (systemCode(error) !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
