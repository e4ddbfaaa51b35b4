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
import { filesIn, leadsOut, type Walk, walkMemory } from "./walk.ts";

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
 * Errors: `manifest-invalid` with line and column; `file-unreadable` for a folder or MANIFEST.md, which may be
 * `file-not-text` too; `link-outside-root` for an index that is a link to a file elsewhere.
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
  const manifestText = manifestTextOf(root, files, unreadable);
  const manifest =
    manifestText === null ? presetManifest(options.preset ?? "openclaw").manifest : parse(manifestText);
  if (leadsOut(root, manifest.index))
    throw new HandoffError("link-outside-root", { path: join(root, manifest.index) });
  for (const alias of aliasesIn(walk, manifest)) files.delete(alias);
  const snapshot: MemorySnapshot = {
    root,
    manifest,
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

/**
 * Names of files that are there under another name too: each file counts once, else its facts would look like copies of
 * themselves. The name that the manifest writes to stays, else the file's own.
 */
function aliasesIn({ markdown, links }: Walk, { index, files }: Manifest): string[] {
  const isNamed = (path: string): boolean => path === index || files.some(({ pattern }) => pattern === path);
  const aliases: string[] = [];
  for (const target of new Set(links.values())) {
    const names = [target, ...markdown.filter((path) => links.get(path) === target)];
    const listed = names.filter((path) => markdown.includes(path));
    const kept = listed.find(isNamed) ?? listed[0];
    aliases.push(...listed.filter((path) => path !== kept));
  }
  return aliases;
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

/** The error for a file that a snapshot names as unreadable: `file-unreadable`, else `file-not-text`. */
export function whyUnreadable(root: string, path: string): HandoffError {
  try {
    readFileSync(join(root, path));
    return new HandoffError("file-not-text", { path: join(root, path) });
  } catch (error) {
    const system = systemCode(error) ?? "unknown";
    return new HandoffError("file-unreadable", { path: join(root, path), system }, error);
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
  root: string,
  files: ReadonlyMap<string, MemoryFile>,
  unreadable: readonly string[],
): string | null {
  if (unreadable.includes(MANIFEST_FILE)) throw whyUnreadable(root, MANIFEST_FILE);
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
