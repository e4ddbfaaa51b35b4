import { HandoffError } from "../errors.ts";
import type { Manifest, PresetId } from "./manifest.ts";
import { parseManifest } from "./parse.ts";
import { CLAUDE_CODE } from "./presets/claude-code.ts";
import { OPENCLAW } from "./presets/openclaw.ts";
import { REPO } from "./presets/repo.ts";

/** A ready manifest: the text `handoff init` writes, and what it means. */
export interface Preset {
  text: string;
  manifest: Manifest;
}

const TEXTS: Readonly<Record<PresetId, string>> = {
  "claude-code": CLAUDE_CODE,
  openclaw: OPENCLAW,
  repo: REPO,
};

const parsed = new Map<PresetId, Preset>();

/** One of the manifests that come with the product; parsed once a process. */
export function presetManifest(id: PresetId): Preset {
  const known = parsed.get(id);
  if (known !== undefined) return known;
  const text = TEXTS[id];
  const { manifest } = parseManifest(text);
  if (manifest === null) throw new HandoffError("internal");
  const preset = { text, manifest };
  parsed.set(id, preset);
  return preset;
}
