import { expect } from "vitest";
import { resumeIn } from "../memory.ts";
import { hostTest } from "./host-test.ts";
import { allowPersonsHooks, placeStopwatch } from "./persons-hooks.ts";
import { sharedGateway } from "./shared.ts";
import { MODEL_STATUS, useModel } from "./slow-model.ts";
import { work, WORK_TURN } from "./story.ts";

/** Both sides of a stopwatch's reading, and the clock of a busy machine. */
const SLACK_MS = 1_500;

let stopwatch = (): number => Number.NaN;
const running = sharedGateway({
  turns: [WORK_TURN],
  agents: ["none", "code", "quick", "slow"],
  edit: allowPersonsHooks,
  prepare: (lab) => {
    stopwatch = placeStopwatch(lab);
  },
});

const CASES = [
  { agent: "none", runs: 5, resetWait: "none", delayMs: 0, limitMs: 100, told: null },
  { agent: "code", runs: 5, resetWait: "extractive", delayMs: 60_000, limitMs: 2_000, told: "the rounding" },
  {
    agent: "quick",
    runs: 3,
    resetWait: "model",
    delayMs: 1_000,
    limitMs: 20_000,
    told: MODEL_STATUS.toLowerCase(),
  },
  { agent: "slow", runs: 1, resetWait: "model", delayMs: 60_000, limitMs: 20_000, told: "the rounding" },
];

for (const { agent, runs, resetWait, delayMs, limitMs, told } of CASES) {
  hostTest(
    `resetWait ${resetWait}, a model that takes ${delayMs} ms: /new is held ${limitMs} ms at most`,
    async ({ skip, figure }) => {
      const { lab, gateway } = await running(skip);
      useModel(lab, { delayMs, resetWait });
      const sessionKey = `agent:${agent}:main`;
      for (let run = 1; run <= runs; run += 1) {
        await gateway.chat(work(`src/import/${agent}.ts`).prompt, { sessionKey });
        await gateway.chat("/new", { sessionKey });
        figure("our handler at /new", `${resetWait}, model ${delayMs / 1000} s`, stopwatch());
        expect(stopwatch()).toBeLessThan(limitMs + SLACK_MS);
      }
      // What came within the limit is told at once; on a machine that is too busy for that, later.
      const isTooBusy = resetWait === "extractive" && stopwatch() >= limitMs;
      if (told === null || isTooBusy) return;
      const { asked } = await gateway.chat("Where were we?", { sessionKey });
      expect(resumeIn(asked)).toContain(told);
    },
  );
}
