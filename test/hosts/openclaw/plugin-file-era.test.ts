import path from "node:path";
import { expect } from "vitest";
import { says, uses } from "../../fixtures/messages-api/stand-in.ts";
import { handoffsOf, memoryFiles, resumeIn } from "../memory.ts";
import { namesIn } from "../our-jobs.ts";
import { until } from "../until.ts";
import { hostTest } from "./host-test.ts";
import { addPlugin, askedAbout, countTold, PARAGRAPH, summaryOf } from "./plugin-lab.ts";
import { sharedGateway } from "./shared.ts";
import { MODEL_STATUS } from "./slow-model.ts";
import { work, WORK_TURN } from "./story.ts";

const SLOW = { limitMs: 300_000 };

const running = sharedGateway({
  era: "files",
  turns: [
    WORK_TURN,
    {
      prompt: /write it down/u,
      answers: [uses("write", { path: "MEMORY.md", content: PARAGRAPH }), says("Written.")],
    },
  ],
  agents: ["refined", "writes"],
  summarizer: summaryOf,
  prepare: addPlugin,
});

hostTest("in the era of files: /new is refined by the host's own model", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  lab.configure({ provider: "openclaw", resetWait: "model" });
  const sessionKey = "agent:refined:main";
  await gateway.chat(work("src/import/refined.ts").prompt, { sessionKey });
  await gateway.chat("/new", { sessionKey });
  const { asked } = await gateway.chat("Where were we?", { sessionKey });
  expect(resumeIn(asked)).toContain(MODEL_STATUS.toLowerCase());
  await lab.settle();
  expect(askedAbout(lab.api.asked, "refined")).toHaveLength(1);
  expect(handoffsOf(lab.workspace("refined"))).toEqual([expect.stringContaining(MODEL_STATUS)]);
  const done = namesIn(path.join(lab.state, "queue/done"));
  expect(done.filter((name) => name.includes("-session-end-"))).toHaveLength(1);
});

hostTest(
  "in the era of files: a paragraph that the agent writes into MEMORY.md is reported to it",
  async ({ skip }) => {
    const { lab, gateway } = await running(skip);
    lab.configure({ provider: "extractive" });
    const sessionKey = "agent:writes:main";
    await gateway.chat(work("src/import/writes.ts").prompt, { sessionKey });
    await gateway.chat("/new", { sessionKey });
    await until("the memory is there", () => "MEMORY.md" in memoryFiles(lab.workspace("writes")), SLOW);
    const before = lab.api.asked.length;
    await gateway.chat("Please write it down.", { sessionKey });
    const after = lab.api.asked.slice(before).filter(({ who }) => who === "client");
    expect(after.map(countTold)).toEqual([0, 1]);
  },
);
