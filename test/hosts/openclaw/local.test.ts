import { expect } from "vitest";
import { resumesIn } from "../memory.ts";
import { expectCapturedOverStart, expectTold } from "./expected.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import { work, WORK_TURN } from "./story.ts";

hostTest(
  "work of agent --local, which fires no hook, is in the handoff of its session",
  async ({ openLab }) => {
    const lab = await openLab({ turns: [WORK_TURN] });
    const story = work("src/import/bank.ts");
    await lab.install();
    const local = await lab.openclaw("agent", "--local", "--agent", "main", "--message", story.prompt);
    expect(local).toMatchObject({ code: 0 });
    expect(resumesIn(lab.api.by("client").at(-1))).toBe(0);

    const gateway = await startGateway(lab);
    expect((await gateway.chat("Go on.")).asked?.text).toContain(story.prompt);
    await gateway.chat("/new");
    await lab.settle();
    expectTold((await gateway.chat("Where were we?")).asked, story);
    await lab.settle();
    await expectCapturedOverStart(lab, lab.workspace(), story);
  },
);
