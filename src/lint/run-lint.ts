import type { Manifest } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { lintFile } from "./engine.ts";
import type { RuleSettings } from "./rule-settings.ts";
import type { FileReport } from "./rule.ts";

/** A file to lint. */
export interface LintedFile {
  /** Relative to the memory root, `/` separators: decides whether it is the index. */
  file: string;
  /** As stored, BOM included. */
  text: string;
  /** The path to report; `file` unless given. */
  shownAs?: string | undefined;
}

export interface LintPathsInput {
  files: readonly LintedFile[];
  manifest: Manifest;
  /** Absent when only these files are at hand (standard input). */
  snapshot?: MemorySnapshot | undefined;
  settings: RuleSettings;
}

/** What `handoff lint` reports: the JSON document of the command. */
export interface LintResult {
  files: FileReport[];
  errors: number;
  warnings: number;
}

/** Lints files of one memory, in the given order; comments that turn rules off count. */
export function lintPaths({ files, manifest, snapshot, settings }: LintPathsInput): LintResult {
  return lintResult(
    files.map(({ file, text, shownAs }) => ({
      file: shownAs ?? file,
      messages: lintFile({ file, text, snapshot, manifest, settings, honourControls: true }),
    })),
  );
}

/** Reports with their totals; joins the reports of several memories. */
export function lintResult(files: FileReport[]): LintResult {
  const messages = files.flatMap((report) => report.messages);
  const errors = messages.filter((message) => message.severity === "error").length;
  return { files, errors, warnings: messages.length - errors };
}
