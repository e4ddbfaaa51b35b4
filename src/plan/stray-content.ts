import { lintFile } from "../lint/engine.ts";
import { MOVE } from "../lint/measure.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";

/** Most places that are named. */
const MOST = 8;

/**
 * Content that stands in the index and belongs in topic files, as one line for people and agents: which lines, never
 * what they say. Null when there is none; what a capture heals is gone by now.
 */
export function strayContent(snapshot: MemorySnapshot): string | null {
  const { manifest } = snapshot;
  const file = manifest.index;
  const text = snapshot.files.get(file)?.text;
  if (text === undefined) return null;
  const input = { file, text, snapshot, manifest, settings: settingsFor(manifest), honourControls: true };
  const found = lintFile(input).filter(({ message }) => message.endsWith(MOVE));
  const lines = [...new Set(found.map(({ line }) => line))].toSorted((a, b) => a - b);
  if (lines.length === 0) return null;
  const more = lines.length > MOST ? ` and ${lines.length - MOST} more` : "";
  const [noun, verb] = lines.length === 1 ? ["line", "holds"] : ["lines", "hold"];
  const where = `${noun} ${lines.slice(0, MOST).join(", ")}${more}`;
  return `${file} is for pointers only, but ${where} of it ${verb} content: it belongs in topic files, with one line in its place that links to it. \`handoff lint --fix\` does that.`;
}
