import type { PresetId } from "../manifest/manifest.ts";
import { presetManifest } from "../manifest/presets.ts";
import { prevailingLineEnding } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";

/** Text of the MANIFEST.md that a memory gets, with the line ends of its index, else of what stands there. */
export function newManifestText({ files, manifest }: MemorySnapshot, preset: PresetId): string {
  const { text } = presetManifest(preset);
  const index = files.get(manifest.index)?.text;
  const standing = index ?? [...files.values()].map((file) => file.text).join("\n");
  return text.replaceAll("\n", prevailingLineEnding(standing));
}
