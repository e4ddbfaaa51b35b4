import path from "node:path";
import { z } from "zod";
import { capture as captureSession, type CaptureResult } from "../capture/capture.ts";
import { earlierWindows } from "../capture/earlier-windows.ts";
import { fullSessionId } from "../capture/full-session-id.ts";
import { HandoffError } from "../errors.ts";
import { ProviderId } from "../handoff/handoff.ts";
import { hosts } from "../hosts/hosts.ts";
import { SUMMARIZER_IDS } from "../summarize/summarize.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { fallbackClause } from "./fallback.ts";
import { type CommonOptions, type Io, paint, printJson, progressLine, say } from "./io.ts";
import { namedMemory } from "./memory.ts";

const Options = z.looseObject({
  host: oneOf(["auto", ...hosts.map((host) => host.id)]).default("auto"),
  transcript: z.string().optional(),
  session: z.string().optional(),
  last: z.boolean().default(false),
  provider: oneOf(ProviderId.options).optional(),
  dryRun: z.boolean().default(false),
});

export const capture: CommandDefinition = {
  name: "capture",
  summary: "turn a transcript into memory: handoff, topic files, index",
  arguments: [],
  options: [
    ["--host <host>", `auto, ${hosts.map((host) => host.id).join(", ")} (default: auto)`],
    ["--transcript <path>", "transcript file to read"],
    [
      "--session <id>",
      "which session: of the file, or of the host's own folder; the 8 characters that log shows will do",
    ],
    ["--last", "the newest session of this folder's project"],
    ["--provider <name>", `${SUMMARIZER_IDS.join(", ")} (default: the user config's, else extractive)`],
    ["--dry-run", "show what would be written, write nothing"],
  ],
  examples: [
    "handoff capture --last",
    "handoff capture --transcript session.jsonl --memory ./memory --dry-run",
    "handoff capture --host claude-code --session 7d0c4f2e-5b1a-4c8e-9f63-2a41d8e0b7c5 --json",
  ],
  async run(_args, raw, io) {
    const options = parseOptions(Options, raw);
    if (options.transcript === undefined && options.session === undefined && !options.last) {
      throw new HandoffError("usage", {
        name: "capture",
        expected: "--transcript PATH, --session ID or --last",
      });
    }
    const progress = progressLine(io, raw, "reading");
    const { cwd, env } = io;
    const memory = namedMemory(raw);
    const asked = options.session;
    const sessionId =
      asked === undefined || options.transcript !== undefined
        ? (asked ?? null)
        : await fullSessionId(asked, { host: options.host, cwd, env });
    const result = await captureSession({
      host: options.host,
      transcript: options.transcript === undefined ? null : path.resolve(io.cwd, options.transcript),
      sessionId,
      memory,
      provider: options.provider ?? null,
      dryRun: options.dryRun,
      cwd,
      env,
      now: new Date(),
      onProgress: progress.update,
    }).finally(progress.end);
    const earlier = await earlierWindows(result, { cwd, env, memory });
    if (raw.json === true) {
      printJson(io, { ...result, earlierWindows: earlier });
      return 0;
    }
    const { host, id } = result.session;
    if (asked !== id) say(io, raw, `session ${host} ${id}`);
    printResult(io, raw, result, options.dryRun);
    if (earlier > 0)
      say(
        io,
        raw,
        `${earlier} earlier ${earlier === 1 ? "window of it is" : "windows of it are"} not captured: handoff backfill --host ${host}`,
      );
    return 0;
  },
};

function printResult(io: Io, options: CommonOptions, result: CaptureResult, dryRun: boolean): void {
  if (result.outcome === "empty")
    return say(io, options, "nothing to capture: no person said anything in this session");
  if (result.outcome === "unchanged")
    return say(io, options, "unchanged: this session is captured up to its last entry");
  for (const edit of result.plan.edits) {
    say(
      io,
      options,
      `${paint(io, options, "green", edit.op)} ${edit.file}${edit.reason === "" ? "" : `: ${edit.reason}`}`,
    );
    if (dryRun) say(io, options, edit.diff);
  }
  if (result.receipt?.fallback !== null && result.receipt !== null) {
    say(io, options, fallbackClause(result.receipt.fallback));
  }
  for (const note of result.receipt?.notes ?? []) say(io, options, `note: ${note}`);
  if (dryRun) say(io, options, "dry run: nothing was written");
  else if (result.receipt !== null)
    say(io, options, `receipt ${result.receipt.id} (handoff undo reverses it)`);
}
