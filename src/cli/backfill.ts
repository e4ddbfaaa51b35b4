import path from "node:path";
import { z } from "zod";
import { backfill as backfillSessions } from "../capture/backfill.ts";
import { HandoffError } from "../errors.ts";
import { ProviderId } from "../handoff/handoff.ts";
import { hosts } from "../hosts/hosts.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { printJson, progressLine, say } from "./io.ts";
import { namedMemory } from "./memory.ts";

const DATE = "a date such as 2026-11-01";

const Options = z.looseObject({
  host: oneOf(hosts.map((host) => host.id)).default(hosts[0]?.id ?? "claude-code"),
  since: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d/, DATE)
    .transform((text) => new Date(text))
    .refine((date) => !Number.isNaN(date.getTime()), DATE)
    .optional(),
  provider: oneOf(ProviderId.options).optional(),
});

export const backfill: CommandDefinition = {
  name: "backfill",
  summary:
    "capture the older sessions of this folder's project, oldest first; a second run skips what is done",
  arguments: [],
  options: [
    ["--host <host>", `${hosts.map((host) => host.id).join(", ")} (default: ${hosts[0]?.id})`],
    ["--since <date>", "only sessions that were written to on that day or later"],
    ["--provider <name>", `${ProviderId.options.join(", ")} (default: the user config's, else extractive)`],
  ],
  examples: ["handoff backfill", "handoff backfill --since 2026-11-01 --json"],
  async run(_args, raw, io) {
    const options = parseOptions(Options, raw);
    const host = hosts.find(({ id }) => id === options.host);
    if (host === undefined) throw new HandoffError("usage", { name: "--host", expected: "a known host" });
    const named = namedMemory(raw);
    const progress = progressLine(io, raw, "capturing sessions");
    const stop = new AbortController();
    // The session in work is finished; a second one ends at once, which the journal survives.
    const onInterrupt = (): void => stop.abort();
    process.once("SIGINT", onInterrupt);
    const result = await backfillSessions({
      host,
      since: options.since ?? null,
      memory: named === null ? null : path.resolve(io.cwd, named),
      provider: options.provider ?? null,
      cwd: io.cwd,
      env: io.env,
      onProgress: progress.update,
      signal: stop.signal,
    }).finally(() => {
      process.off("SIGINT", onInterrupt);
      progress.end();
    });
    for (const { transcript, code } of result.failures) io.stderr.write(`handoff: ${transcript}: ${code}\n`);
    const { captured, empty, failed, unchanged } = result;
    if (raw.json === true) printJson(io, { captured, empty, failed, unchanged, failures: result.failures });
    else
      say(
        io,
        raw,
        `captured ${captured}, captured before ${unchanged}, without a person's turn ${empty}, failed ${failed}`,
      );
    if (stop.signal.aborted) say(io, raw, "stopped; run it again to go on");
    return failed > 0 || stop.signal.aborted ? 1 : 0;
  },
};
