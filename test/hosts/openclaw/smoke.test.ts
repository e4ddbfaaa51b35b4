import { startGateway } from "./gateway.ts";
import { expectCaptured, expectTold } from "./expected.ts";
import { hostTest } from "./host-test.ts";
import { work, WORK_TURN } from "./story.ts";

hostTest("after /new in a chat the next session is told where the last one stopped", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK_TURN] });
  const story = work("src/import/bank.ts");
  await lab.install();
  const gateway = await startGateway(lab);
  await gateway.chat(story.prompt);
  await gateway.chat("/new");
  await lab.settle();
  expectTold((await gateway.chat("Where were we?")).asked, story);
  await expectCaptured(lab, lab.workspace(), story);
});
