import { setTimeout as sleep } from "node:timers/promises";
import { expectCaptured, expectTold } from "./expected.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import { work, WORK_TURN } from "./story.ts";

hostTest(
  "a session that was reset for being idle is captured, and its successor is told",
  async ({ openLab }) => {
    const edit = (config: { session?: Record<string, unknown> }): void => {
      config.session = { reset: { mode: "idle", idleMinutes: 1 } };
    };
    const lab = await openLab({ turns: [WORK_TURN], edit });
    const story = work("src/import/bank.ts");
    await lab.install();
    const gateway = await startGateway(lab);
    await gateway.chat(story.prompt);
    // The shortest time the client takes for idle.
    await sleep(62_000);
    // The reset comes with the next message, and nothing waits for its hooks.
    const { asked } = await gateway.chat("Where were we?");
    expectTold(asked, story);
    await lab.settle({ "session-end": 1 });
    await expectCaptured(lab, lab.workspace(), story);
  },
);
