import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { runningBundle } from "../install/bundle.ts";
import { installerFor } from "../install/installers.ts";
import { SCOPES } from "../store/installed.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { printJson, say } from "./io.ts";
import { confirmed, showDiff } from "./shown-plan.ts";
import { version } from "./version.ts";

const Options = z.looseObject({
  scope: oneOf(SCOPES).default("user"),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

export const install: CommandDefinition = {
  name: "install",
  summary: "wire the hooks into an agent; shows the change first, and uninstall takes it back",
  arguments: [["<host>", "claude-code"]],
  options: [
    ["--scope <scope>", "user (default) or project: whose settings"],
    ["--dry-run", "show what would change and write nothing"],
    ["--yes", "do not ask"],
  ],
  examples: [
    "handoff install claude-code",
    "handoff install claude-code --dry-run",
    "handoff install claude-code --scope project --yes",
  ],
  async run(args, raw, io) {
    const options = parseOptions(Options, raw);
    const planned = installerFor(args[0] ?? "").planInstall({
      home: handoffHome(io.env),
      cwd: io.cwd,
      env: io.env,
      scope: options.scope,
      bundle: runningBundle(import.meta.url),
      version,
      execPath: process.execPath,
    });
    showDiff(io, raw, planned);
    const write = !options.dryRun && (await confirmed(io, { ...raw, yes: options.yes }, planned));
    const changed = write ? await planned.apply() : [];
    if (raw.json === true) {
      const shown = options.dryRun ? planned.changes : changed;
      printJson(io, { changed: shown, diff: planned.diff, notes: planned.notes });
      return 0;
    }
    for (const { file, how } of changed) say(io, raw, `${how} ${file}`);
    if (options.dryRun) say(io, raw, "dry run: nothing was written");
    else if (planned.changes.length === 0) say(io, raw, "already installed: nothing to change");
    else if (!write) say(io, raw, "nothing was written");
    if (write || options.dryRun) for (const note of planned.notes) say(io, raw, note);
    return 0;
  },
};
