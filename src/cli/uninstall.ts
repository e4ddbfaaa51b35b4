import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { installerFor } from "../install/installers.ts";
import { SCOPES } from "../store/installed.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { printJson, say } from "./io.ts";
import { showDiff } from "./shown-plan.ts";

const Options = z.looseObject({
  scope: oneOf(SCOPES).optional(),
  all: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});

export const uninstall: CommandDefinition = {
  name: "uninstall",
  summary: "take the hooks out again; settings untouched since get their old bytes back, memory stays",
  arguments: [["<host>", "claude-code or openclaw"]],
  options: [
    ["--scope <scope>", "user or project: only there (default: both, of this folder's project)"],
    ["--all", "in every project it was installed in"],
    ["--dry-run", "show what would change and write nothing"],
    ["--yes", "do not ask: taken as install takes it, uninstall asks nothing"],
  ],
  examples: ["handoff uninstall claude-code", "handoff uninstall claude-code --dry-run"],
  async run(args, raw, io) {
    const options = parseOptions(Options, raw);
    const planned = installerFor(args[0] ?? "").planUninstall({
      home: handoffHome(io.env),
      cwd: io.cwd,
      env: io.env,
      scope: options.scope ?? null,
      all: options.all,
    });
    showDiff(io, raw, planned);
    const changed = options.dryRun ? planned.changes : await planned.apply();
    if (raw.json === true) {
      printJson(io, { changed, diff: planned.diff, notes: planned.notes });
      return 0;
    }
    if (options.dryRun) say(io, raw, "dry run: nothing was written");
    else for (const { file, how } of changed) say(io, raw, `${how} ${file}`);
    for (const note of planned.notes) say(io, raw, note);
    return 0;
  },
};
