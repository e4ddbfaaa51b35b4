import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { atomicReplace } from "../files/atomic-replace.ts";
import { writing } from "../files/system-errors.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { withAgentsBlock } from "../plan/agents-block.ts";

export interface ProjectFile {
  /** Absolute. */
  file: string;
  how: "created" | "changed" | "kept";
}

/**
 * Puts the memory rules as a marked block into AGENTS.md (CLAUDE.md where only that stands) of the project. Errors:
 * `memory-unwritable`.
 */
export function writeAgentsBlock(project: string, root: string, index: string): ProjectFile {
  const names = ["AGENTS.md", "CLAUDE.md"];
  const name = names.find((candidate) => existsSync(path.join(project, candidate))) ?? "AGENTS.md";
  const folder = path.relative(project, root).split(path.sep).join("/");
  return rewrite(path.join(project, name), (before) => withAgentsBlock(before, folder, index));
}

/**
 * A memory that is committed with the code keeps one person's working state out of git: handoffs and inbox are ignored
 * by a .gitignore in its root, which is written once and then the person's. Errors: `memory-unwritable`.
 */
export function writeGitignore(root: string, manifest: Manifest): ProjectFile {
  const personal = manifest.files.filter((row) => row.unit === "boundary" || row.kind === INBOX_KIND);
  const patterns = personal.map((row) => row.pattern.replace(/[^/]*\{.*$/u, "").replace(/^/u, "/"));
  return rewrite(path.join(root, ".gitignore"), (before) => before ?? `${patterns.join("\n")}\n`);
}

function rewrite(file: string, change: (before: string | null) => string): ProjectFile {
  return writing(file, () => {
    const before = existsSync(file) ? readFileSync(file, "utf8") : null;
    const after = change(before);
    if (after === before) return { file, how: "kept" };
    atomicReplace(file, after, { mode: 0o644 });
    return { file, how: before === null ? "created" : "changed" };
  });
}
