import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { assertWritableHome } from "../config/usable-home.ts";
import { startWorker } from "../queue/start-worker.ts";
import { type CommandDefinition, parseOptions } from "./command.ts";
import { printJson, say } from "./io.ts";

const Options = z.looseObject({ once: z.boolean().default(false) });

export const worker: CommandDefinition = {
  name: "worker",
  summary: "do the jobs that hooks have queued",
  arguments: [],
  options: [["--once", "do what is due now; do not wait for what may be tried again in a moment"]],
  examples: ["handoff worker", "handoff worker --once --json"],
  async run(_args, raw, io) {
    const { once } = parseOptions(Options, raw);
    const home = handoffHome(io.env);
    assertWritableHome(home);
    const counts = await startWorker({ home, env: io.env, once });
    if (raw.json === true) printJson(io, counts);
    else say(io, raw, `done ${counts.done}, failed ${counts.failed}, pending ${counts.pending}`);
    return 0;
  },
};
