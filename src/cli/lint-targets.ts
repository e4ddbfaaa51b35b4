import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import type { LintedFile } from "../lint/run-lint.ts";
import type { Manifest, PresetId } from "../manifest/manifest.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { presetManifest } from "../manifest/presets.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import type { CommonOptions, Io } from "./io.ts";
import { requireMemoryRoot } from "./memory.ts";

/** Files of one memory to lint, and what they are judged by. */
export interface LintTarget {
  files: readonly LintedFile[];
  manifest: Manifest;
  snapshot?: MemorySnapshot;
}

/**
 * The memories that the paths name, each with the files to lint. A folder means all of its memory files, a file itself.
 * The manifest is the nearest MANIFEST.md above (no trust is needed to check), else the preset's with the folder as
 * root. Errors: `file-not-found`, `file-unreadable`, `nothing-to-lint`,
 * `no-memory-root`, `manifest-invalid`.
 */
export async function lintTargets(
  paths: readonly string[],
  preset: PresetId | undefined,
  options: CommonOptions,
  io: Io,
): Promise<LintTarget[]> {
  const named =
    paths.length > 0
      ? paths.map((name) => path.resolve(io.cwd, name))
      : [await requireMemoryRoot(options, io)];
  const byRoot = new Map<string, string[]>();
  for (const name of named) {
    const whole = existing(name);
    const root =
      options.memory === undefined || paths.length === 0
        ? rootAbove(whole)
        : path.resolve(io.cwd, options.memory);
    byRoot.set(root, [...(byRoot.get(root) ?? []), whole]);
  }
  const targets = [...byRoot].map(async ([root, wholes]) => {
    const snapshot = await loadSnapshot(root, preset === undefined ? {} : { preset });
    const files = filesNamed(snapshot, wholes, io.cwd);
    // A path that holds nothing to check must not look like a clean one.
    if (files.length === 0) throw new HandoffError("nothing-to-lint", { path: wholes[0] ?? root });
    return { snapshot, manifest: snapshot.manifest, files };
  });
  return Promise.all(targets);
}

/** Standard input as a file of the resolved memory's manifest, or of the default preset where there is no memory. */
export async function stdinTarget(name: string, options: CommonOptions, io: Io): Promise<LintTarget> {
  const root =
    options.memory === undefined
      ? rootAbove(path.resolve(io.cwd, name))
      : path.resolve(io.cwd, options.memory);
  const snapshot = await loadSnapshot(root).catch(() => null);
  const text = await io.readStdin();
  const file = path.relative(root, path.resolve(io.cwd, name)).split(path.sep).join("/");
  const manifest = snapshot?.manifest ?? presetManifest("openclaw").manifest;
  const files = [{ file, text, shownAs: name }];
  // A folder without MANIFEST.md and without Markdown is no memory: nothing is known of what stands around the text.
  if (snapshot === null || (!snapshot.manifestExists && snapshot.files.size === 0))
    return { manifest, files };
  const given = { path: file, text, hash: "", modifiedAt: Date.now() };
  return { manifest, files, snapshot: { ...snapshot, files: new Map([...snapshot.files, [file, given]]) } };
}

function existing(name: string): string {
  try {
    return realpathSync(name);
  } catch (error) {
    const system = systemCode(error) ?? "unknown";
    if (system === "ENOENT")
      throw new HandoffError("file-not-found", { path: name, expected: "a memory folder or file" }, error);
    throw new HandoffError("file-unreadable", { path: name, system }, error);
  }
}

/** The folder of the nearest MANIFEST.md at or above a path; without one the folder itself, or the file's. */
function rootAbove(whole: string): string {
  const start = isFolder(whole) ? whole : path.dirname(whole);
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (isFile(path.join(folder, MANIFEST_FILE))) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}

function filesNamed(snapshot: MemorySnapshot, wholes: readonly string[], cwd: string): LintedFile[] {
  const wanted = wholes.map((whole) => path.relative(snapshot.root, whole).split(path.sep).join("/"));
  const files = [...snapshot.files.values()].filter((file) =>
    wanted.some((name) => name === "" || file.path === name || file.path.startsWith(`${name}/`)),
  );
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return files.map((file) => {
    const shown = path.relative(cwd, path.join(snapshot.root, file.path)).split(path.sep).join("/");
    return { file: file.path, text: file.text, shownAs: shown.startsWith("../../") ? file.path : shown };
  });
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}
