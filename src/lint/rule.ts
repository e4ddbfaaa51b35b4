import type { Limits, Manifest } from "../manifest/manifest.ts";
import type { MarkdownTree } from "../markdown/tree.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import type { Span } from "../privacy/mask.ts";

export type Severity = "error" | "warn";

/** Which files a rule looks at: the index, the index with its sub-indexes, or all memory files. */
export type Target = "index" | "index-pages" | "memory";

/** A place in a file: 1-based line and column (UTF-16 units, BOM not counted), offsets into the text after the BOM. */
export interface Place {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  start: number;
  end: number;
}

/** A finding of a rule: measured value, limit and what to do; no user text beyond numbers, ids and paths. */
export interface Finding {
  /** Which of the rule's cases, kebab-case: stable, unlike the message. */
  id: string;
  place: Place;
  message: string;
  fixable: boolean;
  /** Overrides the configured severity (a warning near a limit). */
  severity?: Severity;
}

/** What a rule may look at. */
export interface RuleContext {
  /** Relative path of the file. */
  file: string;
  markdown: MarkdownTree;
  manifest: Manifest;
  /** Absent when run as a bare remark plugin. */
  snapshot: MemorySnapshot | undefined;
  options: RuleOptions;
  /** Ids of all rules there are. */
  knownRules: readonly string[];
  /** What stands around the memory; absent where nobody looked. */
  surroundings?: Surroundings | undefined;
  /** Secrets that a table besides our own found in this file, offsets into the text after the BOM. */
  secrets?: readonly Span[] | undefined;
  /** Facts that this file held in the revision to compare with and that are gone; absent without one. */
  lost?: readonly LostFact[] | undefined;
}

/** What the snapshot does not hold: files outside the memory, and files in it that are no Markdown. */
export interface Surroundings {
  /** Those of the paths that the index points to which exist; relative to the root, `../` at their start allowed. */
  paths: ReadonlySet<string>;
  /** Whether the project that the memory belongs to was found: without it nothing is known of files outside. */
  hasProject: boolean;
  /** AGENTS.md and CLAUDE.md of the project, where they stand outside the memory's root; paths as above. */
  projectNotes: readonly MemoryFile[];
}

/** A fact of an earlier revision that stands nowhere any more. */
export interface LostFact {
  /** 1-based line in the file of that revision. */
  line: number;
  /** The revision as it was named. */
  revision: string;
}

export type OptionValue = number | string | boolean;
export type RuleOptions = Readonly<Record<string, OptionValue>>;

interface RuleMeta {
  /** kebab-case, the folder's name. */
  id: string;
  target: Target;
  severity: Severity;
  summary: string;
  fixable: boolean;
  /** Option names with their defaults. */
  options: RuleOptions;
  /** Options that take a limit of the manifest unless set by hand. */
  limits?: Readonly<Record<string, keyof Limits>>;
  /** The values a text option may have. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** True when the rule can say nothing without the whole memory. */
  needsSnapshot?: boolean;
  /** False: the write gate does not ask it, since what it finds is no fault of one edit. */
  gated?: false;
  /** True: comments in the file cannot turn it off. */
  ignoresControls?: true;
}

/** One folder a rule: `rules/<id>/index.ts` exports `rule`. */
export interface Rule {
  meta: RuleMeta;
  check: (context: RuleContext) => Finding[];
}

/** A finding as reported for a file. */
export interface LintMessage {
  rule: string;
  /** The rule's case, see Finding. */
  id: string;
  severity: Severity;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
  fixable: boolean;
  url: string;
}

export interface FileReport {
  file: string;
  messages: LintMessage[];
}
