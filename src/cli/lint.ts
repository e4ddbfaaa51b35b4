import { z } from "zod";
import type { Formatter } from "../lint/formatters/formatter.ts";
import { formatterById, formatters } from "../lint/formatters/formatters.ts";
import { parseRuleArgument } from "../lint/rule-argument.ts";
import { counted } from "../lint/measure.ts";
import { lostFacts } from "../lint/lost-facts.ts";
import {
  type LintedFile,
  type LintPathsInput,
  type LintResult,
  lintPaths,
  lintResult,
} from "../lint/run-lint.ts";
import { rules } from "../lint/rules.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import { HandoffError } from "../errors.ts";
import { PRESET_IDS } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { type CommonOptions, type Io, say } from "./io.ts";
import { readEarlier } from "./lint-against.ts";
import { surroundingsOf } from "./lint-surroundings.ts";
import { lintTargets, stdinTarget } from "./lint-targets.ts";
import { version } from "./version.ts";

const Options = z.looseObject({
  format: oneOf(formatters.map((formatter) => formatter.id)).optional(),
  rule: z.array(z.string()).default([]),
  preset: oneOf(PRESET_IDS).optional(),
  against: z.string().min(1, "a git revision").optional(),
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
    ["--against <revision>", "also report facts of that git revision that are gone unexplained"],
    ["--stdin", "lint standard input"],
    ["--stdin-filename <name>", "what standard input is (default: MEMORY.md)"],
  ],
  examples: [
    "handoff lint",
    "handoff lint memory/ --format github",
    "handoff lint --against main",
    "handoff lint MEMORY.md --rule list-max-items=error,max=8",
  ],
  async run(args, raw, io) {
    const options = parseOptions(Options, raw);
    const overrides = options.rule.map(parseRuleArgument);
    const targets = options.stdin
      ? [await stdinTarget(options.stdinFilename, raw, io)]
      : await lintTargets(args, options.preset, raw, io);
    const reports = [];
    for (const target of targets) {
      const { manifest, snapshot } = target;
      const settings = settingsFor(manifest, overrides, options.preset ?? manifest.preset);
      const lost = lostSince(snapshot, options.against, io);
      const surroundings = snapshot === undefined ? undefined : surroundingsOf(snapshot, io.cwd);
      const files =
        settings.get("no-secret")?.severity === "off" ? target.files : await withSecrets(target.files);
      reports.push(lintPaths({ ...target, files, settings, surroundings, lost }));
    }
    const result = lintResult(reports.flatMap((report) => report.files));
    const format = formatterById(raw.json === true ? "json" : (options.format ?? "stylish"));
    await print(io, raw, format, result);
    return result.errors > 0 ? 1 : 0;
  },
};

function lostSince(
  snapshot: MemorySnapshot | undefined,
  revision: string | undefined,
  io: Io,
): LintPathsInput["lost"] {
  if (revision === undefined) return undefined;
  if (snapshot === undefined)
    throw new HandoffError("usage", { name: "--against", expected: "a memory folder" });
  return lostFacts(readEarlier(snapshot, revision, io), snapshot);
}

/** Files with what secretlint finds in them; our own table is asked by the rule. */
async function withSecrets(files: readonly LintedFile[]): Promise<LintedFile[]> {
  // Loaded on demand: most memories hold nothing that it needs to look at.
  const { findKnownSecrets } = await import("../privacy/secrets.ts");
  const checked: LintedFile[] = [];
  for (const file of files)
    checked.push({ ...file, secrets: await findKnownSecrets(file.text.replace(/^\uFEFF/, "")) });
  return checked;
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
