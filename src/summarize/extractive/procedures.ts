import type { Update } from "../../handoff/update.ts";
import type { SeenRun } from "../../session/fold/state.ts";
import { commandKey, type Purpose, purposeOf } from "../../session/signals/command.ts";
import type { Ground } from "./ground.ts";

const MAX_COMMAND = 90;
const ORDER: readonly Purpose[] = [
  "test",
  "lint",
  "typecheck",
  "format",
  "build",
  "bench",
  "generate",
  "deploy",
  "release",
];

interface Use {
  command: string;
  purpose: Purpose;
  /** How often it ran, passed or not. */
  ran: number;
  passed: SeenRun[];
  /** Whether its own exit code or output showed that it passed. */
  shown: boolean;
}

/**
 * How tests, checks, builds and releases are run here: one fact a purpose, for the command that passed most often. It ran
 * twice at least, or the person named it. Sorted by purpose, so that two sessions write the same.
 */
export function procedureUpdates({ state, words, project }: Ground): Update[] {
  const named = [...state.firstTurns, ...state.turns].map((turn) => turn.text).join("\n");
  const subject = project === null ? words.say.procedureName : words.say.procedureOf(project);
  const all = usesOf(state.runs).filter(
    ({ command, ran, passed }) => passed.length > 0 && (ran >= 2 || named.includes(command)),
  );
  // Where the project has tasks of its own, what they call is not the way it is done here.
  const tasks = all.filter(({ command }) => TASK.test(command));
  const uses = tasks.length > 0 ? tasks : all;
  return ORDER.flatMap((purpose) => {
    const best = uses
      .filter((use) => use.purpose === purpose)
      .sort(
        (a, b) =>
          Number(b.shown) - Number(a.shown) ||
          b.passed.length - a.passed.length ||
          a.command.length - b.command.length,
      )[0];
    if (best === undefined) return [];
    const newest = [...best.passed].reverse().sort((a, b) => Number(b.shown) - Number(a.shown));
    return {
      kind: "procedure",
      subject,
      op: "add" as const,
      text: words.say.procedure(purpose, best.command),
      scope: "project" as const,
      confidence: best.shown ? ("verified" as const) : ("inferred" as const),
      evidence: [...new Set(newest.map((run) => run.id))].slice(0, 4),
      at: newest[0]?.at ?? null,
    };
  });
}

function usesOf(runs: readonly SeenRun[]): Use[] {
  const uses = new Map<string, Use>();
  for (const run of runs) {
    for (const step of run.command.split(/\s*(?:&&|;)\s*/u)) {
      const purpose = isWhole(step) ? purposeOf(commandKey(step)) : null;
      if (purpose === null) continue;
      const use = uses.get(step) ?? { command: step, purpose, ran: 0, passed: [], shown: false };
      use.ran += 1;
      if (run.ok) use.passed.push(run);
      // Before a ";" its exit code is nobody's.
      if (run.shown && !run.command.includes(`${step};`)) use.shown = true;
      uses.set(step, use);
    }
  }
  return [...uses.values()];
}

/** A task that the project itself names. */
const TASK =
  /^(?:(?:npm|pnpm|yarn|bun|deno|mise)(?: -\S+| --filter \S+)* (?:run |task )?(?!add|install|i\b|x\b)[\w:.-]+|(?:make|just|task|rake|gradle|\.\/gradlew|mvn|\.\/mvnw|(?:\.\/)?(?:scripts|bin|tools|ci)\/)\S*)/u;

/** Programs that start a project's own tasks or checks. */
const RUNNER =
  /^(?:npx |bunx |pnpm |yarn |poetry run |uv run |bundle exec )?(?:npm|pnpm|yarn|bun|deno|make|just|mise|task|cargo|go|gradle|\.\/gradlew|mvn|\.\/mvnw|dotnet|rake|tox|nox|pytest|vitest|jest|tsc|eslint|biome|oxlint|ruff|mypy|rspec|ctest|cmake|turbo|nx|docker|kubectl|terraform|fly|vercel|(?:\.\/)?(?:scripts|bin|tools|ci)\/[\w.-]+)(?:\s|$)/u;
/** A single case, a file of the moment, or something quoted. */
const PARTIAL =
  /["'`$|<>…{}]|\s-(?:run|k|t|-filter|-grep|-testNamePattern)[ =]|\.(?:test|spec)\.|_test\.|\s(?:\S*\/)?[\w.-]+\.(?:ts|tsx|js|jsx|py|go|rs|rb)(?:\s|$)|\s\/|--help|--version/u;

/** True for a command that checks, builds or ships the project as a whole. */
function isWhole(step: string): boolean {
  return step.length <= MAX_COMMAND && RUNNER.test(step) && !PARTIAL.test(step);
}
