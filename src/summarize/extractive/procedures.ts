import type { Update } from "../../handoff/update.ts";
import type { SeenRun } from "../../session/fold/state.ts";
import { commandKey, purposeOf } from "../../session/signals/command.ts";
import type { Ground } from "./ground.ts";

const MAX_COMMAND = 90;
/** Entries between two runs that still belong to one round. */
const ROUND_GAP = 14;

interface Round {
  steps: string[];
  runs: SeenRun[];
}

/** How checking, building or shipping is done here: a sequence of commands that passed, in the same order, at least twice. */
export function procedureUpdates({ state, words }: Ground): Update[] {
  const seen = new Map<string, { steps: string[]; rounds: Round[] }>();
  for (const round of roundsOf(state.runs)) {
    const id = round.steps.join(" → ");
    const known = seen.get(id) ?? { steps: round.steps, rounds: [] };
    known.rounds.push(round);
    seen.set(id, known);
  }
  const repeated = [...seen.values()].filter(({ rounds }) => rounds.length >= 2);
  repeated.sort((a, b) => b.steps.length - a.steps.length || b.rounds.length - a.rounds.length);
  const best = repeated[0];
  if (best === undefined) return [];
  const ids = best.rounds.flatMap((round) => round.runs.map((run) => run.id));
  return [
    {
      kind: "procedure",
      subject: words.say.procedureName,
      op: "add",
      text: words.say.procedure(best.steps.join(", ")),
      scope: "project",
      confidence: "verified",
      evidence: [...new Set(ids.reverse())].slice(0, 6),
      at: best.rounds.at(-1)?.runs.at(-1)?.at ?? null,
    },
  ];
}

/** Runs that passed one soon after the other, each step once, at least two steps. */
function roundsOf(runs: readonly SeenRun[]): Round[] {
  const rounds: Round[] = [];
  let round: Round = { steps: [], runs: [] };
  const close = (): void => {
    if (round.steps.length >= 2) rounds.push(round);
    round = { steps: [], runs: [] };
  };
  for (const run of runs) {
    const steps = stepsOf(run.command);
    const late = run.n - (round.runs.at(-1)?.n ?? run.n) > ROUND_GAP;
    if (!run.ok || steps.length === 0 || late || steps.some((step) => round.steps.includes(step))) close();
    if (!run.ok || steps.length === 0) continue;
    round.steps.push(...steps);
    round.runs.push(run);
  }
  close();
  return rounds;
}

/** Steps of a command line that check, build or ship something as a whole; none when one of them is about a single case. */
function stepsOf(command: string): string[] {
  const steps = command.split(/\s*(?:&&|;)\s*/u).filter((step) => purposeOf(commandKey(step)) !== null);
  const whole = steps.every(
    (step) =>
      step.length <= MAX_COMMAND &&
      !/["'`$|<>…]|\s-(?:run|k|t|-filter|-grep|-testNamePattern)[ =]|\.(?:test|spec)\./u.test(step),
  );
  return whole ? steps : [];
}
