import { expect } from "vitest";
import { says, type Turn } from "../../fixtures/messages-api/stand-in.ts";
import { resumesIn } from "../memory.ts";
import { namesIn } from "../our-jobs.ts";
import { until } from "../until.ts";
import type { Era } from "./client.ts";
import { expectCaptured, expectTold } from "./expected.ts";
import { hostTest } from "./host-test.ts";
import type { Lab } from "./lab.ts";
import { sharedGateway } from "./shared.ts";
import { work, WORK_TURN } from "./story.ts";

/** The client compacts by itself when it was told that nearly all of its window of 120,000 tokens is used. */
const FULL: Turn = { prompt: /fill the context/iu, answers: [says("Filled.", { inputTokens: 119_000 })] };

/** How many captures before or after a compaction were done. */
const captures = ({ state }: Lab): number =>
  namesIn(`${state}/queue/done`).filter((name) => name.includes("-pre-compact-")).length;

/** Compactions that a person asks for, and the client's own, in one of the two eras. */
export function compactionCases(era: Era): void {
  const running = sharedGateway({
    era,
    turns: [WORK_TURN, FULL],
    agents: ["asked", "full"],
    compaction: says("The person and the agent worked on a program."),
    edit: (config) => {
      config.agents.defaults["compaction"] = { mode: "default", keepRecentTokens: 200 };
    },
  });

  hostTest(
    "after /compact the session is told where it stood, and its handoff has the task",
    async ({ skip }) => {
      const { lab, gateway } = await running(skip);
      const sessionKey = "agent:asked:main";
      const story = work("src/import/asked.ts");
      await gateway.chat(story.prompt, { sessionKey });
      expect((await gateway.chat("/compact", { sessionKey })).text).toContain("Compacted");
      await lab.settle({ "pre-compact": 1 });
      expectTold((await gateway.chat("Go on.", { sessionKey })).asked, story);
      await lab.settle();
      expect(captures(lab)).toBe(1);
      await expectCaptured(lab, lab.workspace("asked"), story);
    },
  );

  hostTest(
    "so it is after a compaction of the client's own choice, which no event tells of",
    async ({ skip }) => {
      const { lab, gateway } = await running(skip);
      const sessionKey = "agent:full:main";
      const story = work("src/import/full.ts");
      await gateway.chat(story.prompt, { sessionKey });
      const before = { summaries: lab.api.by("compaction").length, captures: captures(lab) };
      await gateway.chat("Fill the context.", { sessionKey });
      await until("the client compacts", () => lab.api.by("compaction").length > before.summaries);
      let { asked } = await gateway.chat("Go on.", { sessionKey });
      if (resumesIn(asked) === 0) {
        // The machine was too busy for a capture within the two seconds that a run waits for it.
        await lab.settle();
        ({ asked } = await gateway.chat("Go on, please.", { sessionKey }));
      }
      expectTold(asked, story);
      await lab.settle();
      // The older client announces one more before the next run, and then finds that it is done: nothing new to capture.
      expect(era === "files" ? [1, 2] : [1]).toContain(captures(lab) - before.captures);
      await expectCaptured(lab, lab.workspace("full"), story);
    },
  );
}
