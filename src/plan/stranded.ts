import { fitOf, MANIFEST_FILE } from "../manifest/pattern.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import type { MemoryFile } from "../memory/snapshot.ts";
import { definitionsOf, pointersOf, resolvePointer } from "../memory/pointers.ts";
import type { MemoryDraft } from "./draft.ts";

/** Files that name places where memory goes, whether something is there or not. */
const NAMES_PLACES: ReadonlySet<string> = new Set([MANIFEST_FILE, "AGENTS.md", "CLAUDE.md"]);

/**
 * Files that a plan deletes although something that stays points to them. Handoff files are no pointers: they tell what
 * was, not what is.
 */
export function strandedTargets(draft: MemoryDraft): string[] {
  const gone = new Set([...draft.snapshot.files.keys()].filter((file) => !draft.files.has(file)));
  if (gone.size === 0) return [];
  const records = draft.manifest.files.filter((row) => row.unit === "boundary");
  const stranded = new Set<string>();
  for (const file of draft.files.values()) {
    if (NAMES_PLACES.has(file.path)) continue;
    if (records.some((row) => fitOf(row.pattern, file.path) !== null)) continue;
    for (const target of goneTargets(draft, file, gone)) stranded.add(target);
  }
  return [...stranded];
}

function goneTargets(draft: MemoryDraft, file: MemoryFile, gone: ReadonlySet<string>): string[] {
  // parsing every file would be slow; a link may have its name encoded, but hardly the letters of its stem
  const mayName = [...gone].some((path) => file.text.includes(stemOf(path)) || file.text.includes("%"));
  if (!mayName) return [];
  const { tree, text } = parseMarkdown(file.text);
  const pointers = pointersOf(tree, { file: file.path, text, definitions: definitionsOf(tree) });
  return pointers.flatMap((pointer) => {
    if (resolvePointer(pointer, draft.files) !== null) return [];
    const target = resolvePointer(pointer, draft.snapshot.files);
    return target !== null && gone.has(target) ? [target] : [];
  });
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
}
