/** Programs that only look or tidy: a failure of one is no failure of the work, a success proves nothing. */
const LOOKS =
  /^(?:ls|cat|head|tail|grep|rg|find|sed -n|echo|pwd|which|type|wc|tree|file|stat|du|df|ps|env|printenv|whoami|date|sleep|true|false|test|\[|jq|awk|sort|uniq|diff|cut|less|more|git (?:status|log|diff|show|branch|blame|remote|rev-parse|ls-files|ls-tree|cat-file|reflog|stash list|merge-base|config|describe|for-each-ref)|gh (?:pr|issue|run|api|repo) ?(?:view|list|diff|checks|status)?|cd|curl -s?I|rm|mkdir|cp|mv|touch|chmod|ln|kill|open|git (?:checkout|switch|stash|worktree|fetch|restore|clean|add))(?:\s|$)/u;

/** True when the command neither checks nor changes the work itself. */
export function onlyLooks(key: string): boolean {
  return key === "" || LOOKS.test(key);
}

/** A command on one line, without `cd … &&`, redirections of stderr and the pipe that shortens its output. */
export function tidyCommand(command: string, max = 160): string {
  let line = command
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?(?:\n\1\b|$)/gu, "")
    .replace(/\$\(cat\s*\)?/gu, "")
    .replace(/\s*\\\n\s*/gu, " ")
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("#"))
    .join("; ")
    .replace(/\s+/gu, " ")
    .replace(/\s*2>&1|\s*2>\s*\/dev\/null/gu, "");
  for (;;) {
    const next = line
      .replace(/^(?:cd \S+|set -\w+|export \S+=\S*|source \S+|(?:[A-Z_]+=\S*))\s*(?:&&|;|\s)\s*/u, "")
      .replace(/\s*\|\s*(?:tail|head|grep|rg|less|cat|tee|sed|awk|sort|wc|jq)\b(?:(?!&&).)*$/u, "")
      .replace(/\s*[;&]+\s*(?:echo|sleep|exit)\b[^;&|]*$/u, "");
    if (next === line) break;
    line = next;
  }
  line = line.replace(/`/gu, "'").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/\s+\S*$/u, "")}…`;
}

/**
 * What makes two runs "the same command": the last step of a chain that does something, without environment, output
 * filters, messages and quoted texts.
 */
export function commandKey(command: string): string {
  const steps = tidyCommand(command, 4000)
    .split(/\s*(?:&&|\|\||;)\s*/u)
    .map((step) =>
      step
        .replace(/\s*\|.*$/u, "")
        .replace(/(["'])(?:(?!\1).)*\1?/gu, "")
        .replace(/^(?:timeout \S+|time|sudo|env|nohup|npx -y|[A-Z_]+=\S*)\s+/u, "")
        .replace(/\s+(?:>+|<)\s*\S+/gu, "")
        .replace(/\s+/gu, " ")
        .trim(),
    )
    .filter((step) => step !== "" && !/^(?:cd|echo|sleep|export|set)\b/u.test(step));
  return (steps.findLast((step) => !onlyLooks(step)) ?? steps.at(-1) ?? "").slice(0, 200);
}

const NAMED_TASKS =
  /^(?:npm|pnpm|yarn|bun|make|just|mise|task|cargo|go|gradle|\.\/gradlew|mvn|dotnet|rake|poetry|uv|tox)$/u;

/** Program and subcommand: `go test`, `npm run build`, `git push`. */
function commandHead(key: string): string {
  const words = key.split(" ").filter((word) => !word.startsWith("-"));
  const [program = "", second = "", third = ""] = words;
  if (/^(?:run|exec|x|--filter)$/u.test(second) && NAMED_TASKS.test(program))
    return `${program} ${second} ${third}`;
  return second === "" || /[/.=]/u.test(second) ? program : `${program} ${second}`;
}

/**
 * True when a success of `later` shows that `earlier` works now: the same command, or one that covers it (the whole
 * suite after one test of it). One test that passes does not clear the whole suite.
 */
export function covers(later: string, earlier: string): boolean {
  if (later.includes("--abort")) return false;
  if (later === earlier) return true;
  // A merge that stopped at conflicts is finished by a commit or --continue, and a push shows that it was.
  if (/^git (?:merge|rebase|cherry-pick|pull|commit|push)\b/u.test(earlier)) {
    if (/^git (?:commit|push|merge|rebase|cherry-pick)\b/u.test(later)) return true;
  }
  if (commandHead(later) !== commandHead(earlier)) return false;
  const target = (key: string): string[] =>
    key
      .slice(commandHead(key).length)
      .split(" ")
      .filter((word) => word !== "" && !word.startsWith("-") && word !== "." && !word.includes("..."));
  const wide = target(later);
  const narrow = new Set(target(earlier));
  return wide.every((word) => narrow.has(word));
}

/** What a command does for the work. */
export type Purpose =
  | "test"
  | "lint"
  | "typecheck"
  | "format"
  | "build"
  | "bench"
  | "generate"
  | "deploy"
  | "release";

const PURPOSES: readonly (readonly [Purpose, RegExp])[] = [
  ["bench", /\b(?:bench|benchmark|benches)\b/u],
  ["test", /\b(?:test|tests|e2e|pytest|vitest|jest|rspec|ctest)\b/u],
  ["typecheck", /\b(?:typecheck|type-check|tsc|mypy|pyright|check-types)\b/u],
  ["lint", /\b(?:lint|eslint|clippy|golangci-lint|ruff check|oxlint|biome check|vet)\b/u],
  ["format", /\b(?:fmt|format|prettier|gofmt|oxfmt|black)\b/u],
  ["deploy", /\b(?:deploy|rollout|kubectl apply|terraform apply|rsync|fly deploy|vercel)\b/u],
  ["release", /\b(?:publish|release|npm version|git tag)\b/u],
  ["generate", /\b(?:generate|codegen|gen)\b/u],
  ["build", /\b(?:build|compile|make)\b/u],
];

/** What a command does for the work, or null. */
export function purposeOf(key: string): Purpose | null {
  return PURPOSES.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}
