import { expect } from "vitest";
import { says, type Turn } from "../../fixtures/messages-api/stand-in.ts";
import { handoffsOf } from "../memory.ts";
import { expectCaptured, expectTold } from "./expected.ts";
import { hostTest } from "./host-test.ts";
import { sharedGateway } from "./shared.ts";
import { work, WORK_TURN } from "./story.ts";

/** The client compacts by itself when it was told that nearly all of its window of 120,000 tokens is used. */
const FULL: Turn = { prompt: /fill the context/iu, answers: [says("Filled.", { inputTokens: 119_000 })] };

const running = sharedGateway({
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
    await lab.settle({ "pre-compact": 1 });
    await expectCaptured(lab, lab.workspace("asked"), story);
  },
);

hostTest("so it is after a compaction of the client's own choice", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:full:main";
  const story = work("src/import/full.ts");
  await gateway.chat(story.prompt, { sessionKey });
  const compactions = lab.api.by("compaction").length;
  await gateway.chat("Fill the context.", { sessionKey });
  // It comes behind the answer, or before the next prompt.
  const { asked } = await gateway.chat("Go on.", { sessionKey });
  expect(lab.api.by("compaction").length).toBeGreaterThan(compactions);
  expectTold(asked, story);
  await lab.settle();
  expect(handoffsOf(lab.workspace("full")).at(-1)?.toLowerCase()).toContain(story.known[0]);
});
