import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import { mainRepositoryRoot } from "../hosts/repository.ts";
import { type Manifest, PRESET_IDS } from "../manifest/manifest.ts";
import { presetManifest } from "../manifest/presets.ts";
import { planInit } from "../plan/plan-init.ts";
import { writeAgentsBlock, writeGitignore } from "../store/project-files.ts";
import { ownTrustedRoot, recordTrust } from "../store/trust.ts";
import { transact } from "../store/transact.ts";
import { type CommandDefinition, oneOf, parseOptions, type RawOptions } from "./command.ts";
import { type Io, printJson, say } from "./io.ts";
import { hostMemoryRoot, namedMemory } from "./memory.ts";

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
    const home = handoffHome(io.env);
    const root = await rootToMake(raw, io, home);
    let kept: string[] = [];
    let manifest = presetManifest(preset).manifest;
    const receipt = await transact(
      root,
      (snapshot) => {
        const planned = planInit({ snapshot, preset });
        if (snapshot.manifestExists) manifest = snapshot.manifest;
        kept = planned.kept.map((file) => path.join(root, file));
        return planned.plan;
      },
      { preset, now: new Date() },
    );
    const written = receipt?.files ?? [];
    const created = written.filter((file) => file.op === "create").map((file) => path.join(root, file.file));
    const changed: string[] = [];
    const besides = manifest.preset === "repo" ? [writeGitignore(root, manifest)] : [];
    if (options.agents)
      besides.push(writeAgentsBlock(projectOf(root, manifest, io.cwd), root, manifest.index));
    for (const { file, how } of besides) ({ created, changed, kept })[how].push(file);
    recordTrust(home, io.cwd, root);
    if (raw.json === true) printJson(io, { created, changed, kept });
    else
      for (const [how, files] of Object.entries({ created, changed, kept })) {
        for (const file of files) say(io, raw, `${how} ${file}`);
      }
    return 0;
  },
};

/** Where agents look for AGENTS.md: the workspace itself, the project around `.memory`, else the working folder. */
function projectOf(root: string, manifest: Manifest, cwd: string): string {
  if (manifest.preset === "openclaw") return root;
  return manifest.preset === "repo" ? path.dirname(root) : cwd;
}

/**
 * Where a new memory goes: where it was named, where this repository has one, else `.memory` of the project. A memory of
 * a folder above is not this folder's. Errors: `host-has-memory` where captures have a place already and nobody said that
 * they shall have another.
 */
async function rootToMake(options: RawOptions, io: Io, home: string): Promise<string> {
  const named = namedMemory(options) ?? io.env["HANDOFF_MEMORY"] ?? "";
  if (named !== "") return path.resolve(io.cwd, named);
  const own = ownTrustedRoot(home, io.cwd);
  if (own !== null) return own;
  const root = path.join((await mainRepositoryRoot(io.cwd)) ?? io.cwd, ".memory");
  const hosts = options.preset === undefined && !existsSync(root) ? await hostMemoryRoot(io) : null;
  if (hosts !== null) throw new HandoffError("host-has-memory", { path: hosts });
  return root;
}
