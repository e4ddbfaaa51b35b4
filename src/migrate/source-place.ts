import { realpathSync } from "node:fs";
import path from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import type { PresetId } from "../manifest/manifest.ts";
import { presetManifest } from "../manifest/presets.ts";
import { fieldValue } from "../manifest/routes.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { loadSnapshot, whyUnreadable } from "../store/load-snapshot.ts";
import { leadsOut } from "../store/walk.ts";

/** Which index of which memory is migrated. */
export interface Place {
  /** Memory root, absolute and without symbolic links. */
  root: string;
  /** Path of the index below it. */
  index: string;
  /** What holds while the memory has no MANIFEST.md. */
  preset: PresetId;
}

/** What a person named: a file, perhaps a memory and a preset. */
export interface Named {
  file: string;
  memory: string | null;
  preset: PresetId | null;
}

/**
 * A link to a file inside the memory means that file, under the name that the memory has for it. Errors:
 * `file-not-found`, `file-unreadable`, `file-not-text`, `link-outside-root`, `not-the-index`.
 */
export async function placeOf({ file, memory, preset }: Named): Promise<Place> {
  const real = realOf(file);
  const named = path.join(realOf(path.dirname(file)), path.basename(file));
  const root = realOf(memory ?? path.dirname(named));
  const below = (whole: string): string => path.relative(root, whole).split(path.sep).join("/");
  if (below(named).startsWith("../") || path.isAbsolute(below(named))) {
    throw new HandoffError("not-the-index", { path: file, expected: "a file below the memory folder" });
  }
  if (leadsOut(root, below(named))) throw new HandoffError("link-outside-root", { path: file });
  const snapshot = await loadSnapshot(root);
  const index = snapshot.files.has(below(named)) ? below(named) : below(real);
  if (snapshot.unreadable?.includes(index) === true) throw whyUnreadable(root, index);
  if (!snapshot.files.has(index))
    throw new HandoffError("file-not-found", { path: file, expected: "a Markdown file" });
  if (snapshot.manifestExists && snapshot.manifest.index !== index) {
    throw new HandoffError("not-the-index", { path: file, expected: snapshot.manifest.index });
  }
  return { root, index, preset: preset ?? presetOf(snapshot) };
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    const system = systemCode(error) ?? "unknown";
    if (system === "ENOENT")
      throw new HandoffError("file-not-found", { path: file, expected: "an index to migrate" }, error);
    throw new HandoffError("file-unreadable", { path: file, system }, error);
  }
}

/** Topics beside the index with the front matter of the client's own memory tell its folder. */
function presetOf(snapshot: MemorySnapshot): PresetId {
  const types = new Set(["user", "feedback", "project", "reference"]);
  const isClients = [...snapshot.files.values()].some((file) => {
    if (file.path.includes("/")) return false;
    const front = readMemoryFile(file).markdown.frontMatter ?? {};
    return types.has(fieldValue(front, "metadata.type") ?? fieldValue(front, "type") ?? "");
  });
  return isClients ? "claude-code" : "openclaw";
}

/** A memory without MANIFEST.md has the index that is migrated. */
export function withIndex(snapshot: MemorySnapshot, { index, preset }: Place): MemorySnapshot {
  if (snapshot.manifestExists) return snapshot;
  return { ...snapshot, manifest: { ...presetManifest(preset).manifest, index } };
}
