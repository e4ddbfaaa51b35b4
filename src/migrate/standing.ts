import type { MemoryFile } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import type { MemoryDraft } from "../plan/draft.ts";
import { exactText } from "./duplicates.ts";
import type { Placed } from "./place.ts";

const texts = new WeakMap<MemoryFile, ReadonlySet<string>>();

/** Whether the file that a piece goes to said exactly this before. Short statements are facts of their place. */
export function standsAlready(draft: MemoryDraft, { target, piece }: Placed): boolean {
  const file = draft.snapshot.files.get(target.file);
  if (file === undefined || piece.block.form === "lead") return false;
  const known =
    texts.get(file) ??
    new Set(readMemoryFile(file).facts.map((fact) => exactText({ text: fact.text, form: "paragraph" })));
  texts.set(file, known);
  const text = exactText(piece.block);
  return text.split(" ").length >= 3 && known.has(text);
}
