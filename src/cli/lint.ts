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
import type { RuleSettings } from "../lint/run-rules.ts";
import { rules } from "../lint/rules.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import { HandoffError } from "../errors.ts";
import { PRESET_IDS } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { type CommonOptions, type Io, say } from "./io.ts";
import { readEarlier } from "./lint-against.ts";
import { fixTargets, presetHere, sayFixed, sayPlanned } from "./lint-fix.ts";
import { surroundingsOf } from "./lint-surroundings.ts";
import { type LintTarget, lintTargets, stdinTarget } from "./lint-targets.ts";
import { version } from "./version.ts";

const Options = z.looseObject({
  format: oneOf(formatters.map((formatter) => formatter.id)).optional(),
  rule: z.array(z.string()).default([]),
  preset: oneOf(PRESET_IDS).optional(),
  against: z.string().min(1, "a git revision").optional(),
  fix: z.boolean().default(false),
  dryRun: z.boolean().default(false),
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
    ["--fix", "move content to topic files and leave pointers; deletes nothing, handoff undo takes it back"],
    ["--dry-run", "with --fix: show what would change and what would remain, write nothing"],
    ["--stdin", "lint standard input"],
    ["--stdin-filename <name>", "what standard input is (default: MEMORY.md)"],
  ],
  examples: [
    "handoff lint",
    "handoff lint memory/ --format github",
    "handoff lint --against main",
    "handoff lint --fix --dry-run",
    "handoff lint MEMORY.md --rule list-max-items=error,max=8",
  ],
  async run(args, raw, io) {
    const options = parseOptions(Options, raw);
    const overrides = options.rule.map(parseRuleArgument);
    if (options.fix && options.stdin)
      throw new HandoffError("usage", { name: "--fix", expected: "files or folders, not --stdin" });
    if (options.dryRun && !options.fix)
      throw new HandoffError("usage", { name: "--dry-run", expected: "--fix beside it" });
    const found = options.stdin
      ? [await stdinTarget(options.stdinFilename, raw, io)]
      : await lintTargets(
          args,
          options.preset ?? (options.fix ? await presetHere(raw, io) : undefined),
          raw,
          io,
        );
    const judge = (target: LintTarget): RuleSettings =>
      settingsFor(target.manifest, overrides, options.preset ?? target.manifest.preset);
    const fix = options.fix ? await fixTargets(found, judge, options.dryRun) : null;
    const reports = [];
    for (const target of fix?.targets ?? found)
      reports.push(await reportOf(target, judge(target), options.against, io));
    const result = { ...lintResult(reports.flatMap((report) => report.files)), ...fix?.shown };
    const format = formatterById(raw.json === true ? "json" : (options.format ?? "stylish"));
    const isText = format.id === "stylish";
    if (fix !== null && isText) sayPlanned(io, raw, fix);
    await print(io, raw, format, result);
    if (isText && fix !== null) sayFixed(io, raw, fix);
    if (isText && fix === null && !options.stdin) sayFixable(io, raw, result);
    const unread = found.flatMap((target) => target.unread ?? []);
    for (const error of unread) io.stderr.write(`handoff: ${error.message}\n`);
    return unread[0]?.exit ?? (result.errors > 0 ? 1 : 0);
  },
};

async function reportOf(
  target: LintTarget,
  settings: RuleSettings,
  against: string | undefined,
  io: Io,
): Promise<LintResult> {
  const { snapshot } = target;
  const lost = lostSince(snapshot, against, io);
  const surroundings = snapshot === undefined ? undefined : surroundingsOf(snapshot, io.cwd);
  const files =
    settings.get("no-secret")?.severity === "off" ? target.files : await withSecrets(target.files);
  return lintPaths({ ...target, files, settings, surroundings, lost });
}

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

function sayFixable(io: Io, options: CommonOptions, { files }: LintResult): void {
  const messages = files.flatMap((file) => file.messages);
  const count = messages.filter(({ fixable }) => fixable).length;
  if (count === 0) return;
  // It moves no text with a secret in it: that would be one more copy.
  const secrets = messages.some(({ rule }) => rule === "no-secret");
  const but = secrets ? ", but not of what holds a secret: `handoff migrate` takes that out" : "";
  say(io, options, `\`handoff lint --fix\` can take care of ${counted(count, "finding")}${but}`);
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
