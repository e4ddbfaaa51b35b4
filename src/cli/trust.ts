import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import { loadSnapshot, MANIFEST_FILE } from "../store/load-snapshot.ts";
import { foldersUpward } from "../store/repository-identity.ts";
import { isManifestChanged, recordTrust, removeTrust, trustRecords } from "../store/trust.ts";
import { type CommandDefinition, parseOptions, type RawOptions } from "./command.ts";
import { type Io, printJson, say } from "./io.ts";
import { namedMemory } from "./memory.ts";

/** Where a memory lies in a project, beside the project's own folder. */
const MEMORY_FOLDER = ".memory";

const Options = z.looseObject({ list: z.boolean().default(false), remove: z.boolean().default(false) });

export const trust: CommandDefinition = {
  name: "trust",
  summary: "let this repository's MANIFEST.md steer captures: where they write, and what a model is told",
  arguments: [["[dir]", "folder of the project (default: this one)"]],
  options: [
    ["--list", "what is trusted, and whether its MANIFEST.md changed since"],
    ["--remove", "trust it no longer; no file of the project changes"],
  ],
  examples: [
    "handoff trust",
    "handoff trust --list",
    "handoff trust --remove ~/src/shop",
    "handoff trust ~/src/shop --memory ~/src/shop/notes",
  ],
  async run(args, raw, io) {
    const { list, remove } = parseOptions(Options, raw);
    const home = handoffHome(io.env);
    if (list) return listed(home, raw, io);
    const project = path.resolve(io.cwd, args[0] ?? ".");
    if (!existsSync(project))
      throw new HandoffError("file-not-found", { path: project, expected: "a folder" });
    if (remove) return removed(home, project, raw, io);
    const named = namedMemory(raw);
    const root = named === null ? memoryAbove(project) : path.resolve(io.cwd, named);
    if (root === null || !existsSync(path.join(root, MANIFEST_FILE))) {
      const expected = `a folder with ${MANIFEST_FILE}; handoff init writes one`;
      throw new HandoffError("file-not-found", { path: path.join(root ?? project, MANIFEST_FILE), expected });
    }
    // One that cannot be understood would stop every capture here.
    await loadSnapshot(root);
    recordTrust(home, project, root);
    if (raw.json === true) printJson(io, { trusted: root });
    else say(io, raw, `trusted ${root}`);
    return 0;
  },
};

function listed(home: string, raw: RawOptions, io: Io): number {
  const records = trustRecords(home).map(({ root, at }) => ({
    root,
    at,
    changed: isManifestChanged(home, root),
  }));
  if (raw.json === true) printJson(io, { records });
  else if (records.length === 0) say(io, raw, "nothing is trusted");
  else
    for (const { root, at, changed } of records)
      say(io, raw, `${root}  since ${at.slice(0, 10)}${changed ? `; ${MANIFEST_FILE} changed since` : ""}`);
  return 0;
}

function removed(home: string, project: string, raw: RawOptions, io: Io): number {
  const root = removeTrust(home, project);
  if (raw.json === true) printJson(io, { removed: root });
  else say(io, raw, root === null ? "nothing is trusted here" : `no longer trusted: ${root}`);
  return 0;
}

/** The closest folder, upward, with a MANIFEST.md in it or in its `.memory`. */
function memoryAbove(project: string): string | null {
  const places = foldersUpward(project).flatMap((folder) => [folder, path.join(folder, MEMORY_FOLDER)]);
  return places.find((folder) => existsSync(path.join(folder, MANIFEST_FILE))) ?? null;
}
