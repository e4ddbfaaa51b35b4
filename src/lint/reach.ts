import { definitionsOf, pointersOf, resolvePointer } from "../memory/pointers.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";

/** Existing files that a memory file points to. */
function targetsIn(file: MemoryFile, files: ReadonlyMap<string, unknown>): string[] {
  const { markdown } = readMemoryFile(file);
  const context = { file: file.path, text: markdown.text, definitions: definitionsOf(markdown.tree) };
  return pointersOf(markdown.tree, context).flatMap((pointer) => resolvePointer(pointer, files) ?? []);
}

const reached = new WeakMap<MemorySnapshot, ReadonlySet<string>>();

/** Every file that the index leads to, through sub-indexes and other files too; found once a snapshot. */
export function reachableFiles(snapshot: MemorySnapshot): ReadonlySet<string> {
  const known = reached.get(snapshot);
  if (known !== undefined) return known;
  const { manifest, files } = snapshot;
  const found = new Set<string>();
  const waiting = [manifest.index];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = files.get(path);
    if (file === undefined) continue;
    for (const target of targetsIn(file, files)) {
      if (found.has(target)) continue;
      found.add(target);
      waiting.push(target);
    }
  }
  reached.set(snapshot, found);
  return found;
}
