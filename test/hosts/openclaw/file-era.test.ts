import { expect } from "vitest";
import { resumesIn } from "../memory.ts";
import { expectCaptured, expectTold, expectUntouched } from "./expected.ts";
import { hostTest } from "./host-test.ts";
import { sharedGateway } from "./shared.ts";
import { work, WORK_TURN } from "./story.ts";

const running = sharedGateway({
  era: "files",
  turns: [WORK_TURN],
  agents: ["chat", "remote", "crowd"],
});

hostTest("in the era of files: after /new the next session is told", async ({ skip, figure }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:chat:main";
  const story = work("src/import/chat.ts");
  await gateway.chat(story.prompt, { sessionKey });
  figure("/new in a chat", "with the hook, files", (await gateway.chat("/new", { sessionKey })).took);
  await lab.settle();
  expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
  expectTold((await gateway.chat("And then?", { sessionKey })).asked, story);
  await expectCaptured(lab, lab.workspace("chat"), story);
});

hostTest("in the era of files: so it is after a reset by a client of the gateway", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:remote:main";
  const story = work("src/import/remote.ts");
  await gateway.chat(story.prompt, { sessionKey });
  await gateway.socket.call("sessions.reset", { key: sessionKey, reason: "new" });
  await lab.settle();
  expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
  await expectCaptured(lab, lab.workspace("remote"), story);
});

hostTest("in the era of files: a group is left out", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:crowd:telegram:group:-100200";
  await gateway.chat(work("src/import/crowd.ts").prompt, { sessionKey });
  await gateway.chat("/new", { sessionKey });
  expect(resumesIn((await gateway.chat("Where were we?", { sessionKey })).asked)).toBe(0);
  await lab.settle();
  expectUntouched(lab.workspace("crowd"));
});
