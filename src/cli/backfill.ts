import path from "node:path";
import { z } from "zod";
import { backfill as backfillSessions } from "../capture/backfill.ts";
import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import { ProviderId } from "../handoff/handoff.ts";
import { hosts } from "../hosts/hosts.ts";
import type { HostId } from "../session/entry.ts";
import { keptOutOf } from "../queue/kept-out.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { printJson, progressLine, say } from "./io.ts";
import { namedMemory } from "./memory.ts";

const DATE = "a date such as 2026-11-01";

/** As shells have it for a run that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Undone sessions named in a text. */
const MOST_NAMED = 5;

/** Which folder has sessions of a host, where that is not plain. */
const WHERE: Readonly<Partial<Record<HostId, string>>> = { openclaw: "a folder in an agent's workspace" };

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
      isKeptOut: keptOutOf(handoffHome(io.env)),
      onProgress: progress.update,
      signal: stop.signal,
    }).finally(() => {
      process.off("SIGINT", onInterrupt);
      progress.end();
    });
    for (const { transcript, code } of result.failures) io.stderr.write(`handoff: ${transcript}: ${code}\n`);
    const { captured, empty, failed, unchanged, skipped, undone, undoneSessions } = result;
    if (raw.json === true) printJson(io, result);
    else {
      const counts = `captured ${captured}, captured before ${unchanged}, without a person's turn ${empty}, failed ${failed}`;
      const aside = [
        ...(undone === 0 ? [] : [`undone by you ${undone}`]),
        ...(skipped === 0 ? [] : [`skipped ${skipped} kept out`]),
      ];
      say(io, raw, [counts, ...aside].join(", "));
      if (undone > 0)
        say(
          io,
          raw,
          `to apply an undone one again: handoff capture --session ID, of ${listed(undoneSessions)}`,
        );
      if (result.found === 0)
        say(
          io,
          raw,
          `no session of ${host.id} found in ${io.cwd}; expected ${WHERE[host.id] ?? "a folder that it worked in"}`,
        );
    }
    if (stop.signal.aborted) {
      io.stderr.write("handoff: stopped; run it again to go on\n");
      return INTERRUPTED;
    }
    return failed > 0 ? 1 : 0;
  },
};

function listed(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  return `${ids.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more (--json lists them)` : ""}`;
}
