import { createTwoFilesPatch } from "diff";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { FileEdit } from "./plan.ts";

/** Lines of context around a change. */
const CONTEXT = 2;

/** Unified diff of an edit against the snapshot it was planned from; `/dev/null` stands for a file that is not there. */
export function diffOf(edit: FileEdit, snapshot: MemorySnapshot): string {
  const base = snapshot.files.get(edit.file) ?? snapshot.internal.get(edit.file);
  return createTwoFilesPatch(
    base === undefined ? "/dev/null" : `a/${edit.file}`,
    edit.after === null ? "/dev/null" : `b/${edit.file}`,
    base?.text ?? "",
    edit.after ?? "",
    undefined,
    undefined,
    { context: CONTEXT },
  ).replace(/^=+\n/u, "");
}
