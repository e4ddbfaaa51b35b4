import type { MemorySnapshot } from "../../src/memory/snapshot.ts";
import type { FileEdit, Plan } from "../../src/plan/plan.ts";

/** A plan with the given edits and an otherwise blank receipt. */
export function planOf(edits: FileEdit[]): Plan {
  const receipt: Plan["receipt"] = {
    command: "test",
    key: null,
    boundary: null,
    provider: null,
    fallback: null,
    usage: null,
    counts: {},
    updates: [],
    topicsToReview: [],
    notes: [],
    undoes: null,
  };
  return { edits, receipt };
}

/** An edit that leaves `after` in the file, or deletes it for null. Paths below `.handoff/` are internal. */
export function editOf(snapshot: MemorySnapshot, file: string, after: string | null): FileEdit {
  const area = file.startsWith(".handoff/") ? "internal" : "memory";
  const now = (area === "memory" ? snapshot.files : snapshot.internal).get(file);
  const op = after === null ? "delete" : now === undefined ? "create" : "update";
  return { file, op, base: now?.hash ?? null, after, reasons: ["test"], area };
}

/** The text of a file; empty when it does not exist. */
function textOf(snapshot: MemorySnapshot, file: string): string {
  return (snapshot.files.get(file) ?? snapshot.internal.get(file))?.text ?? "";
}

/** Appends a line to each file. */
export function appendPlan(snapshot: MemorySnapshot, files: readonly string[], line: string): Plan {
  return planOf(files.map((file) => editOf(snapshot, file, `${textOf(snapshot, file)}${line}\n`)));
}

/** What stands before and after `changePlan`; null: no such file. */
export const BEFORE: Readonly<Record<string, string | null>> = {
  "MEMORY.md": "# Index\n\n- [one](memory/one.md)\n",
  "memory/one.md": "\uFEFFone\r\ntwo\r\n",
  "memory/gone.md": "to be deleted\n",
  "memory/deep/er/new.md": null,
  ".handoff/provenance/one.json": '{"old":true}\n',
  ".handoff/tombstones.json": null,
  "memory/untouched.md": "nobody edits this\n",
};
export const AFTER: Readonly<Record<string, string | null>> = {
  "MEMORY.md": "# Index\n\n- [one](memory/one.md)\n- [new](memory/deep/er/new.md)\n",
  "memory/one.md": "\uFEFFone\r\ntwo\r\nthree\r\n",
  "memory/gone.md": null,
  "memory/deep/er/new.md": "new\n",
  ".handoff/provenance/one.json": '{"old":false}\n',
  ".handoff/tombstones.json": '{"version":1,"tombstones":[]}\n',
  "memory/untouched.md": "nobody edits this\n",
};

/** Turns `BEFORE` into `AFTER`: updates, creations in new folders, a deletion, internal files. */
export function changePlan(snapshot: MemorySnapshot): Plan {
  const files = Object.entries(AFTER).filter(([file, text]) => text !== BEFORE[file]);
  return planOf(files.map(([file, text]) => editOf(snapshot, file, text)));
}
