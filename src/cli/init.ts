import path from "node:path";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { PRESET_IDS } from "../manifest/manifest.ts";
import { planInit } from "../plan/plan-init.ts";
import { recordTrust } from "../store/trust.ts";
import { transact } from "../store/transact.ts";
import { type CommandDefinition, oneOf, parseOptions } from "./command.ts";
import { printJson, say } from "./io.ts";
import { memoryRootOrNull } from "./memory.ts";

const Options = z.looseObject({
  preset: oneOf(PRESET_IDS).optional(),
  agents: z.boolean().default(false),
});

export const init: CommandDefinition = {
  name: "init",
  summary: "write MANIFEST.md, MEMORY.md and topic folders; never overwrites",
  arguments: [],
  options: [
    ["--preset <name>", `${PRESET_IDS.join(", ")} (default: repo in .memory/ of this project)`],
    ["--agents", "add the memory rules as a marked block to AGENTS.md or CLAUDE.md"],
  ],
  examples: ["handoff init", "handoff init --preset openclaw --memory ~/clawd", "handoff init --agents"],
  async run(_args, raw, io) {
    const options = parseOptions(Options, raw);
    const preset = options.preset ?? (raw.memory === undefined ? "repo" : "openclaw");
    const root = (await memoryRootOrNull(raw, io)) ?? path.join(io.cwd, ".memory");
    const home = handoffHome(io.env);
    let kept: string[] = [];
    const receipt = await transact(
      root,
      (snapshot) => {
        const planned = planInit({ snapshot, preset, agents: options.agents });
        kept = planned.kept;
        return planned.plan;
      },
      { preset, now: new Date() },
    );
    recordTrust(home, io.cwd, root);
    const created = (receipt?.files ?? []).filter((file) => file.op === "create").map((file) => file.file);
    if (raw.json === true) {
      printJson(io, { created, kept });
      return 0;
    }
    for (const file of created) say(io, raw, `created ${path.join(root, file)}`);
    for (const file of kept) say(io, raw, `kept ${path.join(root, file)}`);
    return 0;
  },
};
