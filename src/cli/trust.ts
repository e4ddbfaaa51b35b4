import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import { MANIFEST_FILE } from "../store/load-snapshot.ts";
import { foldersUpward } from "../store/repository-identity.ts";
import { recordTrust } from "../store/trust.ts";
import { type CommandDefinition, parseOptions } from "./command.ts";
import { printJson, say } from "./io.ts";
import { namedMemory } from "./memory.ts";

/** Where a memory lies in a project, beside the project's own folder. */
const MEMORY_FOLDER = ".memory";

export const trust: CommandDefinition = {
  name: "trust",
  summary: "let this repository's MANIFEST.md steer captures: where they write, and what a model is told",
  arguments: [["[dir]", "folder of the project (default: this one)"]],
  options: [],
  examples: ["handoff trust", "handoff trust ~/src/shop --memory ~/src/shop/notes"],
  async run(args, raw, io) {
    parseOptions(z.looseObject({}), raw);
    const project = path.resolve(io.cwd, args[0] ?? ".");
    if (!existsSync(project))
      throw new HandoffError("file-not-found", { path: project, expected: "a folder" });
    const named = namedMemory(raw);
    const root = named === null ? memoryAbove(project) : path.resolve(io.cwd, named);
    if (root === null || !existsSync(path.join(root, MANIFEST_FILE))) {
      const expected = `a folder with ${MANIFEST_FILE}; handoff init writes one`;
      throw new HandoffError("file-not-found", { path: path.join(root ?? project, MANIFEST_FILE), expected });
    }
    recordTrust(handoffHome(io.env), project, root);
    if (raw.json === true) printJson(io, { trusted: root });
    else say(io, raw, `trusted ${root}`);
    return 0;
  },
};

/** The closest folder, upward, with a MANIFEST.md in it or in its `.memory`. */
function memoryAbove(project: string): string | null {
  const places = foldersUpward(project).flatMap((folder) => [folder, path.join(folder, MEMORY_FOLDER)]);
  return places.find((folder) => existsSync(path.join(folder, MANIFEST_FILE))) ?? null;
}
