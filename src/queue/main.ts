import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { homeOfBundle } from "../config/installed-home.ts";
import { appendLog } from "../config/log.ts";
import { HandoffError } from "../errors.ts";
import { startWorker } from "./start-worker.ts";

/** The worker as hooks start it: detached, without a terminal, in the home folder. */
process.title = "handoff-worker";
const home = homeOfBundle(process.env, dirname(fileURLToPath(import.meta.url)));
try {
  await startWorker({ home, env: process.env, once: false });
} catch (error) {
  appendLog(home, `worker-failed ${error instanceof HandoffError ? error.code : "internal"}`);
  process.exitCode = 1;
}
