import type { Manifest } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Span } from "../privacy/mask.ts";
import { lintFile } from "./engine.ts";
import type { RuleSettings } from "./run-rules.ts";
import type { FileReport, LostFact, Surroundings } from "./rule.ts";

/** A file to lint. */
export interface LintedFile {
  /** Relative to the memory root, `/` separators: decides whether it is the index. */
  file: string;
  /** As stored, BOM included. */
  text: string;
  /** The path to report; `file` unless given. */
  shownAs?: string | undefined;
  /** Secrets that a table besides our own found in it. */
  secrets?: readonly Span[] | undefined;
}

export interface LintPathsInput {
  files: readonly LintedFile[];
  manifest: Manifest;
  /** Absent when only these files are at hand (standard input). */
  snapshot?: MemorySnapshot | undefined;
  settings: RuleSettings;
  /** What stands around the memory; absent where nobody looked. */
  surroundings?: Surroundings | undefined;
  /** With a revision to compare with: the facts that are gone, by the file they stood in. */
  lost?: ReadonlyMap<string, readonly LostFact[]> | undefined;
}

/** What `handoff lint` reports: the JSON document of the command. */
export interface LintResult {
  files: FileReport[];
  errors: number;
  warnings: number;
}

/**
 * Lints files of one memory, in the given order; comments that turn rules off count. A file that is gone and took facts
 * with it is reported behind them.
 */
export function lintPaths(input: LintPathsInput): LintResult {
  const { manifest, snapshot, settings, surroundings, lost } = input;
  const given = new Set(input.files.map(({ file }) => file));
  const gone = [...(lost?.keys() ?? [])]
    .filter((file) => !given.has(file) && snapshot?.files.has(file) !== true)
    .map((file): LintedFile => ({ file, text: "", shownAs: prefixOf(input.files) + file }));
  return lintResult(
    [...input.files, ...gone].map(({ file, text, shownAs, secrets }) => ({
      file: shownAs ?? file,
      messages: lintFile({
        file,
        text,
        snapshot,
        manifest,
        settings: gone.some((one) => one.file === file) ? onlyShrink(settings) : settings,
        honourControls: true,
        surroundings,
        secrets,
        lost: lost?.get(file),
      }),
    })),
  );
}

/** What stands before the relative path where files are shown. */
function prefixOf(files: readonly LintedFile[]): string {
  const [first] = files;
  const shown = first?.shownAs ?? "";
  return first !== undefined && shown.endsWith(first.file) ? shown.slice(0, -first.file.length) : "";
}

function onlyShrink(settings: RuleSettings): RuleSettings {
  return new Map([...settings].filter(([rule]) => rule === "no-shrink"));
}

/** Reports with their totals; joins the reports of several memories. */
export function lintResult(files: FileReport[]): LintResult {
  const messages = files.flatMap((report) => report.messages);
  const errors = messages.filter((message) => message.severity === "error").length;
  return { files, errors, warnings: messages.length - errors };
}
