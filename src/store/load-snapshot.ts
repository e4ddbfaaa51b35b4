import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import { sha256 } from "../files/hash.ts";
import { reading } from "../files/system-errors.ts";
import type { Manifest, PresetId } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse.ts";
import { presetManifest } from "../manifest/presets.ts";
import { ProvenanceFile } from "../memory/provenance.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { type Tombstone, TombstoneFile } from "../memory/tombstone.ts";
import { realRoot } from "./real-root.ts";
import { filesIn, walkMemory } from "./walk.ts";

export const MANIFEST_FILE = "MANIFEST.md";
const PROVENANCE_FOLDER = ".handoff/provenance";
const TOMBSTONE_FILE = ".handoff/tombstones.json";

export interface LoadOptions {
  /** What an absent MANIFEST.md is taken for; default `openclaw`. */
  preset?: PresetId;
  /** Folder of the project the memory belongs to, where AGENTS.md may stand. */
  project?: string;
}

/**
 * Reads a memory as one value. A missing root is an empty memory. A file that vanishes meanwhile is passed over; one
 * that is not UTF-8 or may not be read is named in `unreadable` and so never edited.
 * Errors: `manifest-invalid` with line and column, `file-unreadable` for a folder or MANIFEST.md.
 */
export async function loadSnapshot(root: string, options: LoadOptions = {}): Promise<MemorySnapshot> {
  return loadWithLeftovers(root, options).snapshot;
}

/** As `loadSnapshot`, with the temp files of ours that lie about. */
export function loadWithLeftovers(
  given: string,
  options: LoadOptions,
): { snapshot: MemorySnapshot; temps: string[] } {
  const root = realRoot(given);
  const walk = reading(".", () => walkMemory(root));
  const unreadable: string[] = [];
  const files = readAll(root, walk.markdown, unreadable);
  const internal = readAll(root, internalPaths(root), unreadable);
  const manifestText = manifestTextOf(files, unreadable);
  const snapshot: MemorySnapshot = {
    root,
    manifest:
      manifestText === null ? presetManifest(options.preset ?? "openclaw").manifest : parse(manifestText),
    manifestExists: manifestText !== null,
    files,
    provenance: provenanceOf(internal),
    internal,
    tombstones: tombstonesOf(internal),
    hasAgentsFile: hasAgentsFile(root, options.project),
    unreadable,
  };
  return { snapshot, temps: walk.temps };
}

/** One file as read; null when it is gone, `unreadable` when it is no UTF-8 text or may not be read. */
function readMemoryFile(root: string, path: string): MemoryFile | null | "unreadable" {
  try {
    const whole = join(root, path);
    const bytes = readFileSync(whole);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, text, hash: sha256(bytes), modifiedAt: statSync(whole).mtimeMs };
  } catch (error) {
    return systemCode(error) === "ENOENT" ? null : "unreadable";
  }
}

function readAll(root: string, paths: readonly string[], unreadable: string[]): Map<string, MemoryFile> {
  const files = new Map<string, MemoryFile>();
  for (const path of paths) {
    const file = readMemoryFile(root, path);
    if (file === "unreadable") unreadable.push(path);
    else if (file !== null) files.set(path, file);
  }
  return files;
}

function internalPaths(root: string): string[] {
  const names = reading(PROVENANCE_FOLDER, () => filesIn(join(root, PROVENANCE_FOLDER)));
  const paths = names.filter((name) => name.endsWith(".json")).map((name) => `${PROVENANCE_FOLDER}/${name}`);
  return [...paths, TOMBSTONE_FILE];
}

function manifestTextOf(
  files: ReadonlyMap<string, MemoryFile>,
  unreadable: readonly string[],
): string | null {
  if (unreadable.includes(MANIFEST_FILE)) {
    throw new HandoffError("file-unreadable", { path: MANIFEST_FILE, system: "not readable UTF-8 text" });
  }
  return files.get(MANIFEST_FILE)?.text ?? null;
}

function parse(text: string): Manifest {
  const { manifest, problems } = parseManifest(text);
  if (manifest !== null) return manifest;
  const first = problems[0];
  throw new HandoffError("manifest-invalid", {
    path: MANIFEST_FILE,
    ...(first === undefined ? {} : { line: first.line, column: first.column }),
    expected: first === undefined ? "not a valid manifest" : withSuggestion(first.message, first.suggestion),
  });
}

function withSuggestion(message: string, suggestion: string): string {
  return suggestion === "" ? message : `${message}; write: ${suggestion}`;
}

/** Records that do not parse are left out: the facts then count as a person's own, and nothing is lost. */
function provenanceOf(internal: ReadonlyMap<string, MemoryFile>): Map<string, ProvenanceFile> {
  const provenance = new Map<string, ProvenanceFile>();
  for (const [path, file] of internal) {
    if (!path.startsWith(`${PROVENANCE_FOLDER}/`)) continue;
    const parsed = ProvenanceFile.safeParse(json(file.text));
    if (parsed.success) provenance.set(parsed.data.file, parsed.data);
  }
  return provenance;
}

function tombstonesOf(internal: ReadonlyMap<string, MemoryFile>): Tombstone[] {
  const parsed = TombstoneFile.safeParse(json(internal.get(TOMBSTONE_FILE)?.text ?? ""));
  return parsed.success ? parsed.data.tombstones : [];
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasAgentsFile(root: string, project: string | undefined): boolean {
  const beside = basename(root) === ".memory" ? [dirname(root)] : [];
  const folders = [root, ...beside, ...(project === undefined ? [] : [project])];
  return folders.some((folder) => existsSync(join(folder, "AGENTS.md")));
}
