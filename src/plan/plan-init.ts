import type { PresetId } from "../manifest/manifest.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { presetManifest } from "../manifest/presets.ts";
import { BLOCK_BEGIN, BLOCK_END } from "../memory/index.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { newManifestText } from "./new-manifest.ts";
import type { FileEdit, Plan } from "./plan.ts";

export interface PlanInitInput {
  snapshot: MemorySnapshot;
  preset: PresetId;
}

/** The plan, and the files that stand already and are kept as they are. */
export interface InitPlan {
  plan: Plan;
  kept: string[];
}

/** Writes MANIFEST.md and an empty index where they are missing; topic folders come with their files. */
export function planInit({ snapshot, preset }: PlanInitInput): InitPlan {
  const { manifest } = presetManifest(preset);
  const settled = snapshot.manifestExists ? snapshot.manifest : manifest;
  const wanted = new Map([
    [MANIFEST_FILE, newManifestText(snapshot, preset)],
    [settled.index, emptyIndex(settled.own)],
  ]);
  const edits: FileEdit[] = [];
  const kept: string[] = [];
  for (const [file, after] of wanted) {
    if (snapshot.files.has(file)) kept.push(file);
    else edits.push({ file, op: "create", base: null, after, reasons: ["a new memory"], area: "memory" });
  }
  return { plan: { edits, receipt: initReceipt(edits) }, kept };
}

/** An index without rows: a title, and the marks of our block where the index is shared. */
export function emptyIndex(own: "file" | "block"): string {
  return own === "block" ? `# Memory\n\n${BLOCK_BEGIN}\n${BLOCK_END}\n` : "# Memory\n";
}

function initReceipt(edits: readonly FileEdit[]): Plan["receipt"] {
  return {
    command: "init",
    key: null,
    boundary: null,
    provider: null,
    fallback: null,
    usage: null,
    counts: { files: edits.length },
    updates: [],
    topicsToReview: [],
    notes: [],
    undoes: null,
  };
}
