import { z } from "zod";
import type { Formatter } from "../lint/formatters/formatter.ts";
import { formatterById, formatters } from "../lint/formatters/formatters.ts";
import { parseRuleArgument } from "../lint/rule-argument.ts";
import { counted } from "../lint/measure.ts";
import { type LintResult, lintPaths, lintResult } from "../lint/run-lint.ts";
import { rules } from "../lint/rules.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import { PRESET_IDS, type PresetId } from "../manifest/manifest.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { type CommonOptions, type Io, say } from "./io.ts";
import { type LintTarget, lintTargets, stdinTarget } from "./lint-targets.ts";
import { version } from "./version.ts";

const Options = z.looseObject({
  format: oneOf(formatters.map((formatter) => formatter.id)).optional(),
  rule: z.array(z.string()).default([]),
  preset: oneOf(PRESET_IDS).optional(),
  stdin: z.boolean().default(false),
  stdinFilename: z.string().default("MEMORY.md"),
});

export const lint: CommandDefinition = {
  name: "lint",
  summary: "check index and topic files against the limits and the no-raw-content rules",
  arguments: [["[paths...]", "memory folders or files (default: the resolved memory)"]],
  options: [
    ["--format <name>", `${formatters.map((formatter) => formatter.id).join(", ")} (default: stylish)`],
    [
      "--rule <setting...>",
      `ID=off|warn|error[,option=value]; rules: ${rules.map(({ meta }) => meta.id).join(", ")}`,
    ],
    ["--preset <name>", `rules of ${PRESET_IDS.join(", ")} (default: the manifest's)`],
    ["--stdin", "lint standard input"],
    ["--stdin-filename <name>", "what standard input is (default: MEMORY.md)"],
  ],
  examples: [
    "handoff lint",
    "handoff lint memory/ --format github",
    "handoff lint MEMORY.md --rule list-max-items=error,max=8",
  ],
  async run(args, raw, io) {
    const options = parseOptions(Options, raw);
    const overrides = options.rule.map(parseRuleArgument);
    const targets = options.stdin
      ? [await stdinTarget(options.stdinFilename, raw, io)]
      : await lintTargets(args, options.preset, raw, io);
    const reports = targets.map((target) => reportOf(target, overrides, options.preset));
    const result = lintResult(reports.flatMap((report) => report.files));
    const format = formatterById(raw.json === true ? "json" : (options.format ?? "stylish"));
    await print(io, raw, format, result);
    return result.errors > 0 ? 1 : 0;
  },
};

function reportOf(
  target: LintTarget,
  overrides: ReturnType<typeof parseRuleArgument>[],
  preset: PresetId | undefined,
): LintResult {
  const { manifest } = target;
  return lintPaths({ ...target, settings: settingsFor(manifest, overrides, preset ?? manifest.preset) });
}

async function print(
  io: Io,
  options: CommonOptions,
  formatter: Formatter,
  result: LintResult,
): Promise<void> {
  const color = options.color !== false && io.env["NO_COLOR"] === undefined && io.stdout.isTTY === true;
  const text = await formatter.format(result, { color, version });
  // A machine-readable document is printed in any case; a clean stylish report is one line.
  if (text !== "") io.stdout.write(`${text}\n`);
  else say(io, options, `${counted(result.files.length, "file")}, no findings`);
}
