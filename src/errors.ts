/**
 * Every failure a caller can tell apart. Messages are built here from safe details only (paths, counts, option
 * names), so that no transcript, model or memory text can reach a log or a terminal through an error.
 */
export interface SafeDetail {
  /** A file or folder the user named or that lies inside the memory. */
  path?: string;
  line?: number;
  column?: number;
  count?: number;
  limit?: number;
  /** An option, rule, column or command name of ours. */
  name?: string;
  /** What would have been right: our own words, never user text. */
  expected?: string;
  /** System error code such as `EACCES`. */
  system?: string;
  /** HTTP status of a provider. */
  status?: number;
}

/**
 * Exit code of the command line: 1 findings, a check that failed, or a person's no; 2 wrong use or unreadable input; 3
 * could not check; 130 left at a question, as a shell counts a program that Ctrl-C ended (128 and the signal's number).
 */
export type ExitCode = 1 | 2 | 3 | 130;

interface Entry {
  exit: ExitCode;
  say: (d: SafeDetail) => string;
}

const at = (d: SafeDetail): string =>
  `${d.path ?? "input"}${d.line === undefined ? "" : `:${d.line}${d.column === undefined ? "" : `:${d.column}`}`}`;

/** One sentence a code: what was found, what was expected, what to do. */
const CODES = {
  // command line
  usage: {
    exit: 2,
    say: (d) => `${d.name ?? "arguments"}: expected ${d.expected ?? "other arguments"}; see --help`,
  },
  cancelled: { exit: 130, say: () => "cancelled; nothing was written" },
  declined: { exit: 1, say: () => "not agreed to; nothing was written" },
  "no-memory-root": {
    exit: 2,
    say: () =>
      "no memory here: expected --memory, HANDOFF_MEMORY or a MANIFEST.md above this folder; run handoff init",
  },
  // reading
  "file-not-found": {
    exit: 2,
    say: (d) => `${at(d)}: no such file; expected ${d.expected ?? "a readable file"}`,
  },
  "file-unreadable": {
    exit: 2,
    say: (d) => `${at(d)}: cannot be read (${d.system ?? "unknown"}); check its permissions`,
  },
  "file-not-text": {
    exit: 2,
    say: (d) =>
      `${at(d)}: is not UTF-8 text; expected ${d.expected ?? "Markdown"}: save it as UTF-8, or move it away`,
  },
  "not-a-file": {
    exit: 2,
    say: (d) => `${at(d)}: is not a regular file; expected ${d.expected ?? "a file"}`,
  },
  "transcript-unrecognised": {
    exit: 2,
    say: (d) =>
      `${at(d)}: holds no record of ${d.name ?? "a known host"}; expected ${d.expected ?? "a transcript"}`,
  },
  "transcript-compressed": {
    exit: 2,
    say: (d) =>
      `${at(d)}: is compressed; resume the session once, which unpacks it, or give the path of a copy unpacked with zstd`,
  },
  "session-not-found": {
    exit: 2,
    say: (d) =>
      `no session found${d.path === undefined ? "" : ` in ${d.path}`}; expected ${d.expected ?? "an existing session id"}`,
  },
  "transcript-archived": {
    exit: 2,
    say: (d) =>
      `${at(d)}: the host has archived this session, so its records are not in the database; expected a session that it still keeps; open it in ${d.name ?? "the host"} first`,
  },
  "sqlite-unsupported": {
    exit: 3,
    say: (d) =>
      `${at(d)}: is a SQLite database, which Node ${d.name ?? "here"} cannot read; run handoff with Node 22.15 or newer`,
  },
  // manifest
  "manifest-invalid": { exit: 2, say: (d) => `${at(d)}: ${d.expected ?? "not a valid manifest"}` },
  // writing
  "memory-unwritable": {
    exit: 2,
    say: (d) => `${at(d)}: cannot be written (${d.system ?? "unknown"}); nothing was changed`,
  },
  "path-outside-root": {
    exit: 2,
    say: (d) => `${at(d)}: leads outside the memory folder; nothing was changed`,
  },
  "link-outside-root": {
    exit: 2,
    say: (d) =>
      `${at(d)}: is a link to a file outside the memory folder, or to none; expected a file in it: put it there, or name the folder that the link leads to`,
  },
  "lock-busy": {
    exit: 3,
    say: (d) => `${at(d)}: another run is writing this memory; waited ${d.limit ?? 0} ms, try again`,
  },
  "memory-changed": {
    exit: 3,
    say: (d) => `${at(d)}: changed on disk while it was being written; try again`,
  },
  "receipt-not-found": {
    exit: 2,
    say: (d) => `no such receipt in ${d.path ?? "the ledger"}; handoff log lists them`,
  },
  "nothing-to-undo": {
    exit: 2,
    say: (d) =>
      `${at(d)}: nothing to undo; expected a change by handoff that is not undone yet (handoff log lists them)`,
  },
  "undo-refused": {
    exit: 1,
    say: (d) => `${at(d)}: was edited after that receipt; nothing was restored there`,
  },
  "home-unreadable": {
    exit: 2,
    say: (d) => `${at(d)}: state folder cannot be read (${d.system ?? "unknown"}); set HANDOFF_HOME`,
  },
  "home-unwritable": {
    exit: 2,
    say: (d) => `${at(d)}: state folder cannot be written (${d.system ?? "unknown"}); set HANDOFF_HOME`,
  },
  "config-invalid": {
    exit: 2,
    say: (d) =>
      `${at(d)}: ${d.name ?? "a key"} is not valid; expected ${d.expected ?? "a setting that is documented"}`,
  },
  // installing
  "settings-invalid": {
    exit: 2,
    say: (d) => `${at(d)}: cannot be understood; expected ${d.expected ?? "valid JSON"}; nothing was changed`,
  },
  "settings-unwritable": {
    exit: 2,
    say: (d) =>
      `${at(d)}: cannot be edited (${d.system ?? d.name ?? "unknown"}); expected ${d.expected ?? "a file that may be written"}; nothing was changed`,
  },
  "host-unusable": {
    exit: 3,
    say: (d) =>
      `${at(d)}: ${d.name ?? "handoff cannot be installed here"}; expected ${d.expected ?? "another client"}; nothing was changed`,
  },
  "bundle-missing": {
    exit: 3,
    say: (d) => `${at(d)}: holds no built handoff; expected ${d.expected ?? "the installed package"}`,
  },
  // summarizers
  "provider-no-key": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: no API key; set ANTHROPIC_API_KEY or use --provider extractive`,
  },
  "provider-auth": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: refused the key (HTTP ${d.status ?? "?"})`,
  },
  "provider-rate-limit": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: rate limit (HTTP ${d.status ?? "?"})`,
  },
  "provider-unavailable": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: not available (HTTP ${d.status ?? "no answer"})`,
  },
  "provider-timeout": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: no whole answer within ${d.limit ?? 0} ms`,
  },
  "provider-refusal": { exit: 3, say: (d) => `provider ${d.name ?? ""}: the model declined` },
  "provider-truncated": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: the answer was cut at its token limit`,
  },
  "provider-invalid-answer": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: the answer does not match the schema`,
  },
  "provider-budget": {
    exit: 3,
    say: (d) =>
      `provider ${d.name ?? ""}: maxInputTokens is ${d.limit ?? 0}, which leaves no room for the session; expected at least ${d.count ?? 0}`,
  },
  "provider-daily-cap": {
    exit: 3,
    say: (d) =>
      `provider ${d.name ?? ""}: today's limit of ${d.limit ?? 0} ${d.expected ?? "calls"} is reached; handoff config changes it`,
  },
  "provider-rate-limit-near": {
    exit: 3,
    say: (d) =>
      `provider ${d.name ?? ""}: little of its own limit is left; no calls until ${d.expected ?? "it is renewed"}`,
  },
  "provider-no-command": {
    exit: 3,
    say: () => "provider command: none is set; set one with handoff config command",
  },
  "provider-no-program": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: its program is not found; expected ${d.expected ?? "it on PATH"}`,
  },
  "provider-model-refused": {
    exit: 3,
    say: (d) =>
      `provider ${d.name ?? ""}: the host does not let us choose the model; ${d.expected ?? "handoff config --unset model"}`,
  },
  "provider-request": {
    exit: 3,
    say: (d) => `provider ${d.name ?? ""}: request refused (HTTP ${d.status ?? "?"})`,
  },
  // lint
  "rule-unknown": {
    exit: 2,
    say: (d) => `unknown rule ${d.name ?? ""}; ${d.expected ?? "handoff explain lists them"}`,
  },
  "rule-option": { exit: 2, say: (d) => `rule ${d.name ?? ""}: expected ${d.expected ?? "a valid option"}` },
  "revision-unknown": {
    exit: 2,
    say: (d) =>
      `${at(d)}: git knows no such revision here; expected a commit, branch or tag of its repository`,
  },
  "git-missing": {
    exit: 3,
    say: (d) => `${at(d)}: git cannot be run (${d.system ?? "unknown"}); it is needed to read a revision`,
  },
  "system-error": {
    exit: 2,
    say: (d) => `${at(d)}: cannot be used (${d.system ?? "unknown"}); check the path and its permissions`,
  },
  "output-failed": {
    exit: 3,
    say: (d) => `the output could not be written (${d.system ?? "unknown"})`,
  },
  "nothing-to-lint": {
    exit: 2,
    say: (d) => `${at(d)}: holds no Markdown file; expected a memory folder, or a Markdown file of one`,
  },
  "memory-missing": {
    exit: 2,
    say: (d) => `${at(d)}: no memory there; expected a folder that handoff wrote`,
  },
  // migration
  "migration-grows": {
    exit: 1,
    say: (d) =>
      `${at(d)}: small enough already: as pointers it would cost each session about ${d.count ?? 0} tokens more; nothing was written, use handoff lint --fix, or --yes to migrate it all the same`,
  },
  "migration-lost": {
    exit: 1,
    say: (d) =>
      `${at(d)}: ${d.count ?? 0} lines of it would not be found in the result; nothing was changed, please report this`,
  },
  "migration-not-put-back": {
    exit: 1,
    say: (d) =>
      `${at(d)}: changed by someone while it was migrated, so ${d.count ?? 1} files were not put back; the rest was, the index too: take out of them what you did not write`,
  },
  "not-the-index": {
    exit: 2,
    say: (d) =>
      `${at(d)}: is not the index of this memory; expected ${d.expected ?? "the file that MANIFEST.md names"}`,
  },
  "host-has-memory": {
    exit: 2,
    say: (d) =>
      `captures of this folder go to ${at(d)}, which needs no init; to keep the memory in the project instead say --preset repo, or --memory DIR`,
  },
  "memory-not-begun": {
    exit: 2,
    say: (d) =>
      `no memory here yet: it begins with the first captured session of this folder, in ${at(d)}; handoff backfill captures older ones`,
  },
  // queue
  "job-invalid": {
    exit: 2,
    say: (d) => `${at(d)}: is no job that this version understands; expected one written by a hook`,
  },
  "job-not-found": {
    exit: 2,
    say: () => "no such job in the queue; handoff queue lists them",
  },
  "job-deadline": {
    exit: 3,
    say: (d) => `the job ran longer than ${d.limit ?? 0} ms and was ended`,
  },
  "worker-ended": { exit: 3, say: () => "the worker ended while the job ran" },
  internal: { exit: 3, say: () => "an error inside handoff; set DEBUG=handoff for its trace" },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof CODES;

/** A failure with a stable code. `cause` is kept for `DEBUG=handoff` and never printed otherwise. */
export class HandoffError extends Error {
  readonly code: ErrorCode;
  readonly detail: SafeDetail;

  constructor(code: ErrorCode, detail: SafeDetail = {}, cause?: unknown) {
    super(CODES[code].say(detail), cause === undefined ? undefined : { cause });
    this.name = "HandoffError";
    this.code = code;
    this.detail = detail;
  }

  get exit(): ExitCode {
    return CODES[this.code].exit;
  }
}

/** Every code, for tests and documentation. */
export const errorCodes = Object.keys(CODES) as ErrorCode[];

/** The system code (`ENOENT`, `EACCES` …) of an unknown throw, or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
