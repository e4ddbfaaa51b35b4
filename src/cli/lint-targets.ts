import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import type { LintedFile } from "../lint/run-lint.ts";
import type { Manifest, PresetId } from "../manifest/manifest.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { presetManifest } from "../manifest/presets.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot, whyUnreadable } from "../store/load-snapshot.ts";
import { leadsOut } from "../store/walk.ts";
import type { CommonOptions, Io } from "./io.ts";
import { requireMemoryRoot } from "./memory.ts";

/** Files of one memory to lint, and what they are judged by. */
export interface LintTarget {
  files: readonly LintedFile[];
  manifest: Manifest;
  snapshot?: MemorySnapshot;
  /** Why files among those named could not be looked at. */
  unread?: readonly HandoffError[];
}

/**
 * The memories that the paths name, each with the files to lint. A folder means all of its memory files, a file itself.
 * The manifest is the nearest MANIFEST.md above (no trust is needed to check), else the preset's with the folder as
 * root. Errors: `file-not-found`, `file-unreadable`, `file-not-text`, `nothing-to-lint`, `link-outside-root`,
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
    const unread = (snapshot.unreadable ?? [])
      .filter((file) => isNamed(file, namesIn(snapshot, wholes)))
      .map((file) => whyUnreadable(snapshot.root, file));
    // A path that holds nothing to check must not look like a clean one.
    if (files.length === 0) throw unread[0] ?? nothingAt(snapshot.root, wholes[0] ?? root);
    return { snapshot, manifest: snapshot.manifest, files, unread };
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

/** A path without links in its folders. A link to a file is that name in its folder, as the memory there has it. */
function existing(name: string): string {
  try {
    const real = realpathSync(name);
    return isFolder(real) ? real : path.join(realpathSync(path.dirname(name)), path.basename(name));
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

/** Paths that were named, relative to the memory; the whole of it is empty. */
function namesIn({ root, files }: MemorySnapshot, wholes: readonly string[]): string[] {
  return wholes.map((whole) => {
    const name = path.relative(root, whole).split(path.sep).join("/");
    if (files.has(name) || !isFile(whole)) return name;
    // it may count under another name
    const real = realpathSync(whole);
    return [...files.keys()].find((file) => realpathSync(path.join(root, file)) === real) ?? name;
  });
}

function isNamed(file: string, names: readonly string[]): boolean {
  return names.some((name) => name === "" || file === name || file.startsWith(`${name}/`));
}

function nothingAt(root: string, whole: string): HandoffError {
  const isOut = leadsOut(root, path.relative(root, whole));
  return new HandoffError(isOut ? "link-outside-root" : "nothing-to-lint", { path: whole });
}

function filesNamed(snapshot: MemorySnapshot, wholes: readonly string[], cwd: string): LintedFile[] {
  const wanted = namesIn(snapshot, wholes);
  const files = [...snapshot.files.values()].filter((file) => isNamed(file.path, wanted));
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
