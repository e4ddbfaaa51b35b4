import path from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { readConfig } from "../config/config.ts";
import { ProviderId } from "../handoff/handoff.ts";
import { SUMMARIZER_IDS } from "../summarize/summarize.ts";
import { fallbackClause } from "./fallback.ts";
import { PRESET_IDS } from "../manifest/manifest.ts";
import { migrate as migrateMemory, type MigrateRequest } from "../migrate/migrate.ts";
import type { MigrateResult } from "../migrate/result.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { type CommonOptions, type Io, paint, printJson, progressLine, say } from "./io.ts";
import { namedMemory } from "./memory.ts";
import { canAsk } from "./shown-plan.ts";

const Options = z.looseObject({
  provider: oneOf(ProviderId.options).optional(),
  preset: oneOf(PRESET_IDS).optional(),
  heal: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

export const migrate: CommandDefinition = {
  name: "migrate",
  summary: "turn a bloated MEMORY.md into a pointer index and topic files; every piece is accounted for",
  arguments: [["<file>", "index to migrate; its folder is the memory unless --memory says so"]],
  options: [
    [
      "--preset <name>",
      `${PRESET_IDS.join(", ")}: the schema of a memory without MANIFEST.md (default: told by its files)`,
    ],
    [
      "--provider <name>",
      `${SUMMARIZER_IDS.join(", ")}: who tells blocks apart beside code (default: the user config's, else extractive)`,
    ],
    ["--heal", "from now on move what others write inline into topic files (heal: relocate)"],
    ["--dry-run", "show what would be written, write nothing"],
    ["--yes", "ask nothing"],
  ],
  examples: ["handoff migrate MEMORY.md --dry-run", "handoff migrate ~/clawd/MEMORY.md --yes --json"],
  async run([file = ""], raw, io) {
    const options = { ...raw, ...parseOptions(Options, raw) };
    const memory = namedMemory(raw);
    const home = handoffHome(io.env);
    const config = readConfig(home);
    const progress = progressLine(io, raw, "asking");
    const request: MigrateRequest = {
      file: path.resolve(io.cwd, file),
      memory: memory === null ? null : path.resolve(io.cwd, memory),
      preset: options.preset ?? null,
      heal: options.heal,
      dryRun: options.dryRun,
      home,
      now: new Date(),
      provider: options.provider ?? config.provider,
      config,
      env: io.env,
      onProgress: progress.update,
    };
    const asks = canAsk(io, options) && !options.dryRun;
    const heal = asks ? await askFirst(io, raw, request) : options.heal;
    if (heal === null) {
      say(io, raw, "nothing was written");
      return 0;
    }
    const result = await migrateMemory({ ...request, heal }).finally(progress.end);
    if (raw.json === true) printJson(io, documentOf(result, options.dryRun));
    else if (options.dryRun) showPlan(io, raw, result, true);
    else showResult(io, raw, result, asks);
    return 0;
  },
};

/** Shows the plan and asks whether to write it, and whether to heal from now on; null: not to write. */
async function askFirst(io: Io, raw: CommonOptions, request: MigrateRequest): Promise<boolean | null> {
  const planned = await migrateMemory({ ...request, dryRun: true });
  showPlan(io, raw, planned, false);
  if (planned.files.length === 0) return request.heal;
  const write = await confirm({ message: "Write this?" });
  if (isCancel(write) || !write) return null;
  if (request.heal || planned.heals) return request.heal;
  const heal = await confirm({
    message: "Shall what others write inline into the index be moved to topic files from now on?",
    initialValue: false,
  });
  return isCancel(heal) ? null : heal;
}

/** The JSON document; the diffs only of a dry run. */
function documentOf(result: MigrateResult, dryRun: boolean): unknown {
  const { files, ...rest } = result;
  const listed = files.map(({ file, op, chars }) => ({ file, op, chars }));
  if (!dryRun) return { ...rest, files: listed };
  return { ...rest, files: listed, plan: { edits: files.map(({ file, op, diff }) => ({ file, op, diff })) } };
}

/** The tree to be written, the sizes before and after, the diff. */
function showPlan(io: Io, options: CommonOptions, result: MigrateResult, dryRun: boolean): void {
  if (result.files.length === 0) return say(io, options, "nothing to migrate: the index holds pointers only");
  for (const { diff } of dryRun ? result.files : []) showDiff(io, options, diff);
  const width = Math.max(...result.files.map(({ file }) => file.length));
  for (const { file, op, chars } of result.files) {
    say(
      io,
      options,
      `${paint(io, options, "green", op)} ${file.padEnd(width)} ${String(chars).padStart(7)} characters`,
    );
  }
  showSizes(io, options, result);
  if (dryRun) say(io, options, "dry run: nothing was written");
}

function showDiff(io: Io, options: CommonOptions, diff: string): void {
  for (const line of diff.trimEnd().split("\n")) {
    if (line.startsWith("+")) say(io, options, paint(io, options, "green", line));
    else if (line.startsWith("-")) say(io, options, paint(io, options, "red", line));
    else say(io, options, line);
  }
}

function showResult(io: Io, options: CommonOptions, result: MigrateResult, shown: boolean): void {
  if (result.receipt === null) return say(io, options, "nothing to migrate: the index holds pointers only");
  if (!shown) {
    for (const { file, op } of result.files) say(io, options, `${paint(io, options, "green", op)} ${file}`);
    showSizes(io, options, result);
  }
  if (result.quarantine !== null) {
    say(io, options, `${result.quarantined} blocks with secrets are now in ${result.quarantine}`);
  }
  if (result.fallback !== null) say(io, options, fallbackClause(result.fallback));
  for (const note of result.notes) say(io, options, `note: ${note}`);
  say(io, options, `receipt ${result.receipt.id} (handoff undo reverses it)`);
}

function showSizes(io: Io, options: CommonOptions, result: MigrateResult): void {
  const { before, after, blocks, moved, kept, dropped, quarantined, lost } = result;
  const number = (count: number): string => count.toLocaleString("en-US");
  say(
    io,
    options,
    `index: ${number(before.chars)} characters, ${number(before.lines)} lines → ${number(after.chars)} characters, ${number(after.lines)} lines`,
  );
  say(
    io,
    options,
    `start of a session: about ${number(before.tokens)} tokens → ${number(after.tokens)} tokens`,
  );
  say(
    io,
    options,
    `${number(blocks)} pieces: ${moved} moved, ${kept} kept, ${dropped.length} dropped (each stands elsewhere), ${quarantined} quarantined, ${lost} lost`,
  );
}
