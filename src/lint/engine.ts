import { type MarkdownTree, parseTree } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import type { FileReport, LintMessage } from "./rule.ts";
import { rules } from "./rules.ts";
import { type LintInput, runRules, type RuleSettings } from "./run-rules.ts";

/** All findings of one file by place, of every rule there is. */
export function lintFile(input: LintInput): LintMessage[] {
  return runRules(rules, input, parsedOnce);
}

/** The tree of a file of the snapshot is kept with it, so that rules about the whole memory need no second one. */
function parsedOnce({ file, text, snapshot }: LintInput): MarkdownTree {
  const known = snapshot?.files.get(file);
  return known?.text === text ? readMemoryFile(known).markdown : parseTree(text);
}

/** Reports of every Markdown file of a memory, by path; files without findings too. */
export function lintMemory(snapshot: MemorySnapshot, settings: RuleSettings): FileReport[] {
  const files = [...snapshot.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return files.map(({ path, text }) => ({
    file: path,
    messages: lintFile({
      file: path,
      text,
      snapshot,
      manifest: snapshot.manifest,
      settings,
      honourControls: true,
    }),
  }));
}
