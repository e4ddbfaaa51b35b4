import { plainText } from "./plain-text.ts";

/** How a line that names a failure looks, and how much it tells: the highest rank wins. */
interface Sign {
  rank: number;
  pattern: RegExp;
  /** Of several lines of this rank: the first, or the last (a traceback ends with its error). */
  take?: "last";
}

const SIGNS: readonly Sign[] = [
  // git, docker: the first word says it all
  { rank: 10, pattern: /^(?:fatal|panic): |^Error response from daemon: /i },
  // compilers: tsc, go, gcc, clang, rustc, javac, mypy, golangci-lint
  {
    rank: 10,
    pattern:
      /^\S+\.\w+(?:\(\d+,\d+\)|:\d+(?::\d+)?)(?::| -) *(?:fatal )?(?:error|undefined|syntax error|cannot)\b/i,
  },
  {
    rank: 10,
    pattern:
      /^error(?:\[E\d+\]|: (?:could not find|no |cannot|unknown|unrecognized|unexpected|expected|linking|failed to (?:select|parse|get)))/,
  },
  { rank: 9, pattern: /^\S+\.(?:go|rs|c|cc|cpp|h|java|kt|ts|tsx|js|py|rb):\d+:\d+: \S/ },
  {
    rank: 9,
    pattern:
      /^CONFLICT \(|^ ?! \[(?:remote )?rejected\]|^error: (?:failed to push|pathspec|Your local changes)/,
  },
  // tests: pytest's summary names test and reason, then assertions, then names of failed tests
  { rank: 9, pattern: /^(?:FAILED|ERROR) \S+(?:::\S+)+ - / },
  { rank: 9, pattern: /^E {2,}\w[\w.]*(?:Error|Exception|Failure)\b|^thread '.*' panicked at / },
  {
    rank: 8,
    pattern: /^(?:Uncaught )?(?:[\w$]+\.)*[A-Z]?[\w$]*(?:Error|Exception|KeyboardInterrupt)(?: \[\w+\])?: \S/,
    take: "last",
  },
  { rank: 8, pattern: /^\s+\S+_test\.go:\d+: \S/ },
  {
    rank: 8,
    pattern:
      /\bcommand not found\b|: not found$|No such file or directory|Permission denied|no matches found: /i,
  },
  {
    rank: 8,
    pattern: /^(?:npm (?:ERR!|error) (?:Missing script|code E|notarget|404)|ERR_PNPM_\w+|\s*ERR_PNPM_\w+)/i,
  },
  {
    rank: 8,
    pattern:
      /^ERROR: failed to (?:solve|build)|^(?:ERROR|FATAL): {1,3}\S.*(?:does not exist|already exists|denied|refused)/,
  },
  { rank: 7, pattern: /^\s+\d+:\d+\s+error\s+\S/ },
  {
    rank: 7,
    pattern:
      /^\s*(?:--- FAIL: |FAIL(?:ED)? {1,4}\S+\.(?:test|spec)\.|● \S|✗ \S|× \S|✕ \S|not ok \d)|^test \S+ \.\.\. FAILED/,
  },
  { rank: 6, pattern: /^(?:error|ERROR|Error)(?::| ) ?\S/ },
  {
    rank: 6,
    pattern:
      /^(?:[\w./-]+|\(eval\)):(?:\d+:)? (?:error|cannot|can't|unable|failed|invalid|unknown|illegal)\b/i,
  },
  {
    rank: 5,
    pattern:
      /\b(?:error|exception|denied|refused|cannot|could not|unable to|not found|undefined|panic(?:ked)?|invalid|timed? ?out)\b/i,
  },
  { rank: 4, pattern: /\b(?:fail(?:ed|ure|s)?|assert\w*|unexpected|missing|rejected|aborted|conflict)\b/i },
  // consequences: they only say that something above failed
  {
    rank: 2,
    pattern:
      /^(?:\[\w-]+\] ERROR task failed|make(?:\[\d+\])?: \*\*\*|npm (?:ERR!|error) (?:Lifecycle|code \d|command|path)|error: could not compile|FAIL$|FAIL\t|exit status \d)/i,
  },
];

/** Lines that look like a failure and are none, or say nothing. */
const HARMLESS =
  /\b(?:0|no) (?:errors?|failures?|failed|issues)\b|\b(?:errors?|failed|failures?)[:=] ?0\b|A complete log of this run|^\s*at \S+|^\s*File ".*", line \d+|^(?:ok|PASS|=== RUN|--- PASS|\s*✓|\s*✔)\b/i;

/** A failure a shell hides from the exit code (`npm test | tail`): only signs that nothing else shows. */
const SURE_RANK = 7;
const CHECKS =
  /\b(?:tests?|vitest|jest|mocha|pytest|unittest|tox|tsc|eslint|oxlint|biome|ruff|mypy|lint|build|check|typecheck|type-check|clippy|vet|rspec|phpunit)\b/;
/** A part of a command line that starts a tool (behind `cd x &&`, variables, `timeout 60`), up to its first pipe. */
const STARTS =
  /(?:^|&&|;|\|\||\n)\s*(?:\w+=\S+\s+)*(?:timeout \S+ |time )?((?:npm|npx|pnpm|yarn|bun|bunx|node|deno|python3?|uv|poetry|pytest|tox|go|cargo|make|just|mise|task|tsc|eslint|oxlint|biome|ruff|mypy|vitest|jest|mocha|gradle|\.\/gradlew|mvn|dotnet|rspec|bundle|phpunit|composer)\b[^|;&\n]*)/g;

/** Most lines looked at from either end of an output. */
const WINDOW = 400;

interface Found {
  rank: number;
  line: string;
}

/**
 * The line of a failed call's output that says what failed, trimmed, or null when none does. An output of at most three
 * lines without a known sign is its own message.
 */
export function errorLineOf(output: string): string | null {
  const lines = linesOf(output);
  const found = best(lines);
  if (found !== null) return found.line;
  return lines.length <= 3 ? (lines[0]?.trim() ?? null) : null;
}

/**
 * The failure in the output of a call that the host counts as a success, or null. Agents pipe test runs through `tail`,
 * so that the exit code is lost; only commands that check something are looked at.
 */
export function hiddenErrorLine(command: string, output: string): string | null {
  if (!/[|;]/.test(command)) return null;
  if (![...command.matchAll(STARTS)].some(([, part]) => CHECKS.test(part ?? ""))) return null;
  const found = best(linesOf(output));
  if (found === null || found.rank < SURE_RANK) return null;
  // A Go test logs the same way whether it fails or not.
  return GO_LOG.test(found.line) && !GO_FAILURE.test(output) ? null : found.line;
}

const GO_LOG = /^\S+_test\.go:\d+: /;
const GO_FAILURE = /^\s*--- FAIL: |^FAIL\b|^panic: /m;

function linesOf(output: string): string[] {
  const lines = plainText(output)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^(?:Error: )?Exit code \d+\s*$/.test(line));
  return lines.length <= 2 * WINDOW ? lines : [...lines.slice(0, WINDOW), ...lines.slice(-WINDOW)];
}

function best(lines: string[]): Found | null {
  let found: Found | null = null;
  for (const line of lines) {
    if (line.length > 2_000 || HARMLESS.test(line)) continue;
    const sign = SIGNS.find(({ pattern }) => pattern.test(line));
    if (sign === undefined) continue;
    const better =
      found === null || sign.rank > found.rank || (sign.take === "last" && sign.rank === found.rank);
    if (better) found = { rank: sign.rank, line: line.trim() };
  }
  return found;
}
