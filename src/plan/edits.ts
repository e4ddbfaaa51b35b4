import { INDEX_BASE_PATH } from "../memory/index-base.ts";
import { provenancePath } from "../memory/provenance.ts";
import { TOMBSTONES_PATH } from "../memory/tombstone.ts";
import type { MemoryDraft } from "./draft.ts";
import type { FileEdit } from "./plan.ts";

/** Every file that would differ, memory files first, by path. `indexBase` is the text of the index base, if any. */
export function editsOf(draft: MemoryDraft, indexBase: string | null): FileEdit[] {
  const base = internalEdit(draft, INDEX_BASE_PATH, indexBase, "the index rows as written");
  return [...memoryEdits(draft), ...internalEdits(draft), ...(base === null ? [] : [base])];
}

/** JSON of ours as it is stored: two spaces, a line end at the end, so that git merges it by line. */
export function internalText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The edit of one internal file; null when nothing differs. */
function internalEdit(
  draft: MemoryDraft,
  file: string,
  after: string | null,
  reason: string,
): FileEdit | null {
  const base = draft.snapshot.internal.get(file);
  if (after === (base?.text ?? null)) return null;
  const op = base === undefined ? "create" : after === null ? "delete" : "update";
  return { file, op, base: base?.hash ?? null, after, reasons: [reason], area: "internal" };
}

function memoryEdits(draft: MemoryDraft): FileEdit[] {
  const paths = new Set([...draft.snapshot.files.keys(), ...draft.files.keys()]);
  return [...paths].sort().flatMap((file): FileEdit[] => {
    const base = draft.snapshot.files.get(file);
    const after = draft.files.get(file);
    if (base?.text === after?.text) return [];
    const op = base === undefined ? "create" : after === undefined ? "delete" : "update";
    const reasons = [...(draft.reasons.get(file) ?? [])];
    return [{ file, op, base: base?.hash ?? null, after: after?.text ?? null, reasons, area: "memory" }];
  });
}

function internalEdits(draft: MemoryDraft): FileEdit[] {
  const edits: (FileEdit | null)[] = [];
  const paths = new Set([...draft.snapshot.provenance.keys(), ...draft.provenance.keys()]);
  for (const path of [...paths].sort()) {
    const before = draft.snapshot.provenance.get(path);
    const after = draft.provenance.get(path);
    if (before === after) continue;
    const text = after === undefined ? null : internalText(after);
    edits.push(internalEdit(draft, provenancePath(path), text, "where its facts come from"));
  }
  if (draft.tombstones !== draft.snapshot.tombstones) {
    const text = internalText({ version: 1, tombstones: draft.tombstones });
    edits.push(internalEdit(draft, TOMBSTONES_PATH, text, "what stays forgotten"));
  }
  return edits.filter((edit) => edit !== null);
}
