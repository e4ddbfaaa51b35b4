import path from "node:path";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { PRESET_IDS } from "../manifest/manifest.ts";
import { planInit } from "../plan/plan-init.ts";
import { writeAgentsBlock } from "../store/agents-file.ts";
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
    // A memory in a folder of the project: agents read the project's own AGENTS.md, outside the memory.
    const insideProject = root.startsWith(path.join(io.cwd, path.sep));
    let kept: string[] = [];
    let index = "";
    const receipt = await transact(
      root,
      (snapshot) => {
        const planned = planInit({ snapshot, preset, agents: options.agents && !insideProject });
        index = snapshot.manifest.index;
        kept = planned.kept.map((file) => path.join(root, file));
        return planned.plan;
      },
      { preset, now: new Date() },
    );
    const written = receipt?.files ?? [];
    const created = written.filter((file) => file.op === "create").map((file) => path.join(root, file.file));
    const changed = written.filter((file) => file.op === "update").map((file) => path.join(root, file.file));
    if (options.agents && insideProject) {
      const { file, how } = writeAgentsBlock(io.cwd, root, index);
      ({ created, changed, kept })[how].push(file);
    }
    recordTrust(handoffHome(io.env), io.cwd, root);
    if (raw.json === true) printJson(io, { created, changed, kept });
    else
      for (const [how, files] of Object.entries({ created, changed, kept })) {
        for (const file of files) say(io, raw, `${how} ${file}`);
      }
    return 0;
  },
};
