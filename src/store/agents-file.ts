import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { atomicReplace } from "../files/atomic-replace.ts";
import { writing } from "../files/system-errors.ts";
import { withAgentsBlock } from "../plan/agents-block.ts";

/**
 * Puts the memory rules as a marked block into AGENTS.md (or CLAUDE.md where only that stands) of a project whose
 * memory lies in a folder of it. Returns the file's path and what happened. Errors: `memory-unwritable`.
 */
export function writeAgentsBlock(
  project: string,
  root: string,
  index: string,
): { file: string; how: "created" | "changed" | "kept" } {
  const name =
    ["AGENTS.md", "CLAUDE.md"].find((candidate) => existsSync(path.join(project, candidate))) ?? "AGENTS.md";
  const file = path.join(project, name);
  return writing(file, () => {
    const before = existsSync(file) ? readFileSync(file, "utf8") : null;
    const after = withAgentsBlock(before, path.relative(project, root).split(path.sep).join("/"), index);
    if (after === before) return { file, how: "kept" };
    atomicReplace(file, after, { mode: 0o644 });
    return { file, how: before === null ? "created" : "changed" };
  });
}
