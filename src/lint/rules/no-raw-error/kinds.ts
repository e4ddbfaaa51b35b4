/** What a line of raw output is. */
export type RawKind = "stack frame" | "traceback" | "panic" | "error message" | "log line" | "diff";

const LEVEL = "(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRIT(?:ICAL)?|SEVERE|PANIC)";
const CLOCK = "\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?";

/**
 * Forms of raw output, tried in this order on a line without its list, quote and code marks. Only unmistakable forms may
 * stand in the middle of a sentence (no `^`). Sources: the default
 * output of Node, CPython, the JVM, Go, rustc and Rust's std, .NET, Ruby, PHP, git, npm, tsc, syslog and nginx.
 */
const KINDS: readonly (readonly [RawKind, readonly RegExp[]])[] = [
  [
    "stack frame",
    [
      // JavaScript: `at name (place:1:2)`, `at place:1:2`
      /^at (?:async )?(?:new )?(?:[\w$.<>[\] #]+ (?:\[as [\w$.]+\] )?\()?(?:\S*[/\\]\S*|[\w.-]+\.\w+|node:\S+|<anonymous>|native):?\d*:?\d*\)?,?$/u,
      /^at (?:async )?[\w$.<>]+ \((?:<anonymous>|native|index \d+|node:[^)]+)\)$/u,
      // Java, Kotlin, Scala
      /^at [\w$.<>/@]+\((?:[\w$]+\.(?:java|kt|scala|groovy|clj)(?::\d+)?|Native Method|Unknown Source)\)/u,
      /^\.\.\. \d+ (?:more|common frames omitted)$/u,
      // .NET
      /^at [\w.`<>[\],+]+\(.*\)(?: in .+:line \d+)$/u,
      /^--- End of (?:inner exception )?stack trace/u,
      // Python
      /^File "[^"]+", line \d+(?:, in .+)?$/u,
      // Go
      /^\S+\.go:\d+ \+0x[0-9a-f]+$/u,
      /^[\w./*()-]+\(\{?0x[0-9a-f]+.*\)$/u,
      // Rust: `12: core::panicking::panic_fmt`, `--> src/main.rs:4:5`
      /^\d+:\s+(?:0x[0-9a-f]+ - )?[\w<>{}]+(?:::[\w<>{}]+)+$/u,
      /^-->\s+\S+:\d+:\d+$/u,
      // Ruby, PHP
      /^(?:from )?\S+\.rb:\d+:in [`'].+'/u,
      /^#\d+ (?:\S+\(\d+\): |0x[0-9a-f]+ in |\{main\})/u,
    ],
  ],
  [
    "traceback",
    [
      /Traceback \(most recent call last\)/u,
      /^(?:Caused by|Exception in thread "[^"]*"|Unhandled exception[.:]|Uncaught)[:\s]+(?:in \w+\s)?[\w.$]+(?:Exception|Error)\b/u,
    ],
  ],
  [
    "panic",
    [
      /^panic: \S/u,
      /^goroutine \d+ \[[^\]]+\]:/u,
      /thread '[^']*'(?: \(\d+\))? panicked at /u,
      /^note: run with `?RUST_BACKTRACE/u,
      /^(?:Kernel panic|Segmentation fault \(core dumped\)|fatal error: (?:all goroutines|concurrent|runtime|out of memory))/u,
    ],
  ],
  [
    "log line",
    [
      // Log lines: a time with seconds and a level, a source in brackets or a process
      new RegExp(
        `^\\[?\\d{4}[-/]\\d{2}[-/]\\d{2}[T ]${CLOCK}(?:Z|[+-]\\d{2}:?\\d{2})?\\]?[\\s|:-]*(?:\\[[^\\]]*\\](?!\\()|<|\\(?${LEVEL}\\b|[\\w.-]+\\[\\d+\\]|[\\w./-]+:\\s)`,
        "iu",
      ),
      new RegExp(`^\\[?${CLOCK}\\]?[\\s|:-]*[[<(]?${LEVEL}\\b`, "u"),
      new RegExp(`^[[<(]?${LEVEL}[\\])>]?[:\\s|-]+\\[?(?:\\d{4}-\\d{2}-\\d{2}[T ])?${CLOCK}`, "u"),
      new RegExp(
        `^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \\d]\\d ${CLOCK} \\S+ [\\w./-]+(?:\\[\\d+\\])?: `,
        "u",
      ),
      /^[\d.:a-f]+ - \S+ \[\d{2}\/\w{3}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}\] "/u,
      /^(?:time|ts)="?\d{4}-\d{2}-\d{2}T\S+ level=/u,
      /^\{"(?:level|time|timestamp|ts|severity)":.*"(?:msg|message)":/u,
    ],
  ],
  [
    "diff",
    [
      /^diff --git \S+ \S+/u,
      /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/u,
      /^--- (?:a\/\S+|\/dev\/null)(?:\s|$)/u,
      /^\+\+\+ (?:b\/\S+|\/dev\/null)(?:\s|$)/u,
      /^index [0-9a-f]{7,40}\.\.[0-9a-f]{7,40}(?: \d{6})?$/u,
    ],
  ],
  [
    "error message",
    [
      // Error codes with a message
      /(?:^|[\s(`"'])(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*(?:Error|Exception)(?: \[\w+\])?: (?!see\b)[^\s[]/u,
      /^(?:\S+:\d+(?::\d+)?[:\s]+)?(?:fatal |internal |compile |syntax )?(?:error|Error|ERROR)(?: ?\[?[A-Z]{0,6}\d{2,6}\]?)?(?: \([^)]*\))?: (?!\[|see\b|\S+\.md\b)\S+\s.*[^{\s]$/u,
      /^(?:\S+\(\d+,\d+\): )?(?:error|warning) [A-Z]{1,4}\d{3,5}: \S/u,
      /^(?:npm (?:ERR!|error) |yarn error |ERR! |FAILED \S+::|--- FAIL: \S|E {3}\S|CONFLICT \([^)]+\): \S)/u,
      /^fatal: \S+\s.*[^{\s]$/u,
      /(?:^|[\s(`"'])(?:connect |listen |getaddrinfo |read |write )E[A-Z]{4,}\b/u,
      /(?:^|[\s(`"'])E(?:ACCES|ADDRINUSE|AGAIN|CONNREFUSED|CONNRESET|EXIST|ISDIR|MFILE|NOENT|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|RESOLVE|TIMEDOUT|LIFECYCLE|BUSY): \S/u,
      /(?:^|[\s(`"'])(?:ORA-\d{5}|SQLSTATE\[\w+\]|PLS-\d{5}):? +[\w[]/u,
      /(?:^|[\s(`"'])(?:MSB\d{4}|CS\d{4}|TS\d{4,5}|E\d{4}|LNK\d{4}|0x8[0-9A-F]{7})[:\s]+(?:\[\d+\] )?(?:error:? )?["'`]?[A-Z][a-z]/u,
      /^(?:HTTP(?:\/[\d.]+)? )?[45]\d{2}(?: [A-Z][a-z]+)+(?:: |$)(?!\[)/u,
      /^PHP (?:Fatal error|Warning|Parse error): /u,
      /^(?:bash|sh|zsh|\/bin\/sh): (?:line )?(?:\d+: )?.*(?:command not found|No such file or directory|Permission denied)/u,
    ],
  ],
];

/** Marks of lists, quotes, tables and code before a line. */
const MARKS = /^(?:[\s>|*`]|[-+] |\d+[.)] )+/u;

/** Raw output shows itself early in a line; more would only cost time. */
const JUDGED_CHARS = 1000;

/**
 * Signs of which each form above has one. A look at them alone spares most lines, and in the write gate the compiling, of
 * fifty patterns.
 */
const SIGNS =
  /:|0x|Traceback|panicked at|dumped|^(?:at |\.\.\. \d|--- |\+\+\+ |@@ |#\d|File "|Caused by|Uncaught|Unhandled|Exception in|Kernel panic|time=|ts=|diff |index |npm |yarn |E {3}|HTTP|[45]\d\d)|E[A-Z]{4}|ERR!|ORA-|SQLSTATE|PLS-|[A-Z]\d{4}/;

/** What raw output a line is, or null for any other text. */
export function rawKindOf(line: string): RawKind | null {
  const bare = line
    .slice(0, JUDGED_CHARS)
    .replace(MARKS, "")
    .replace(/[`|\s]+$/u, "");
  return SIGNS.test(bare) ? formOf(bare) : null;
}

/** The form that a line without its marks has, whatever signs it shows. */
export function formOf(bare: string): RawKind | null {
  for (const [kind, patterns] of KINDS) {
    if (patterns.some((pattern) => pattern.test(bare))) return kind;
  }
  return null;
}
