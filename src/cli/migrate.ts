import path from "node:path";
import { confirm } from "@clack/prompts";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { readConfig } from "../config/config.ts";
import { HandoffError } from "../errors.ts";
import { ProviderId } from "../handoff/handoff.ts";
import { SUMMARIZER_IDS } from "../summarize/summarize.ts";
import { PRESET_IDS } from "../manifest/manifest.ts";
import { migrate as migrateMemory, type MigrateRequest } from "../migrate/migrate.ts";
import type { MigrateResult } from "../migrate/result.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { type CommonOptions, type Io, printJson, progressLine } from "./io.ts";
import { namedMemory } from "./memory.ts";
import { grows, showDryRun, showPlan, showResult } from "./migrate-shown.ts";
import { answerTo, assertAgreed } from "./question.ts";
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
    ["--yes", "ask nothing, and write even when the index would get longer"],
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
    if (!asks && !options.yes && !options.dryRun) await refuseGrowth(request);
    const heal = asks ? await askFirst(io, raw, request) : options.heal;
    const result = await migrateMemory({ ...request, heal }).finally(progress.end);
    if (raw.json === true) printJson(io, documentOf(result, options.dryRun));
    else if (options.dryRun) showDryRun(io, raw, result);
    else showResult(io, raw, result, { shown: asks, root: request.memory ?? path.dirname(request.file) });
    return 0;
  },
};

/** Shows the plan and asks whether to write it, and whether to heal from now on. Errors: `declined`, `cancelled`. */
async function askFirst(io: Io, raw: CommonOptions, request: MigrateRequest): Promise<boolean> {
  const planned = await migrateMemory({ ...request, dryRun: true });
  showPlan(io, raw, planned);
  if (planned.files.length === 0) return request.heal;
  await assertAgreed();
  if (request.heal || planned.heals) return request.heal;
  return answerTo<boolean>((signal) =>
    confirm({
      message: "Shall what others write inline into the index be moved to topic files from now on?",
      initialValue: false,
      signal,
    }),
  );
}

/** Nobody can be asked and nobody said yes: an index that would get dearer is left alone. Errors: `migration-grows`. */
async function refuseGrowth(request: MigrateRequest): Promise<void> {
  const planned = await migrateMemory({ ...request, dryRun: true });
  if (!grows(planned)) return;
  throw new HandoffError("migration-grows", {
    path: request.file,
    count: planned.after.tokens - planned.before.tokens,
  });
}

/** The JSON document; the diffs only of a dry run. */
function documentOf(result: MigrateResult, dryRun: boolean): unknown {
  const { files, ...rest } = result;
  const listed = files.map(({ file, op, chars }) => ({ file, op, chars }));
  if (!dryRun) return { ...rest, files: listed };
  return { ...rest, files: listed, plan: { edits: files.map(({ file, op, diff }) => ({ file, op, diff })) } };
}
