import { expect } from "vitest";
import { resumeIn } from "../memory.ts";
import { expectCaptured, expectTold } from "./expected.ts";
import { hostTest } from "./host-test.ts";
import { sharedGateway } from "./shared.ts";
import { work, WORK_TURN } from "./story.ts";

const running = sharedGateway({
  turns: [WORK_TURN],
  agents: ["chat", "remote", "line", "letter", "left", "right"],
});

hostTest(
  "/new in a chat: every request of the next session holds the same resume",
  async ({ skip, figure }) => {
    const { lab, gateway } = await running(skip);
    const sessionKey = "agent:chat:main";
    const story = work("src/import/chat.ts");
    await gateway.chat(story.prompt, { sessionKey });
    figure("/new in a chat", "with the hook", (await gateway.chat("/new", { sessionKey })).took);
    const first = await gateway.chat("Where were we?", { sessionKey });
    const second = await gateway.chat("And then?", { sessionKey });
    expectTold(first.asked, story);
    expectTold(second.asked, story);
    expect(resumeIn(second.asked)).toBe(resumeIn(first.asked));
    await expectCaptured(lab, lab.workspace("chat"), story);
  },
);

hostTest("a reset by a client of the gateway does the same", async ({ skip, figure }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:remote:main";
  const story = work("src/import/remote.ts");
  await gateway.chat(story.prompt, { sessionKey });
  const start = performance.now();
  await gateway.socket.call("sessions.reset", { key: sessionKey, reason: "new" });
  figure("sessions.reset", "with the hook", performance.now() - start);
  expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
  await expectCaptured(lab, lab.workspace("remote"), story);
});

hostTest("so does openclaw agent --message /new", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:line:main";
  const story = work("src/import/line.ts");
  await gateway.chat(story.prompt, { sessionKey });
  expect(await lab.openclaw("agent", "--agent", "line", "--message", "/new")).toMatchObject({ code: 0 });
  expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
  await expectCaptured(lab, lab.workspace("line"), story);
});

hostTest(
  "a message of 24 KB, which the client stores compressed, is read like any other",
  async ({ skip }) => {
    const { lab, gateway } = await running(skip);
    const sessionKey = "agent:letter:main";
    const story = work("src/import/letter.ts");
    const rows = Array.from(
      { length: 300 },
      (_, n) => `Row ${n}: ${(n * 37) % 1000} cents, with a note on parcel ${n}.`,
    );
    await gateway.chat([story.prompt, "The statement:", ...rows, ...rows].join("\n"), { sessionKey });
    await gateway.chat("/new", { sessionKey });
    expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
    await expectCaptured(lab, lab.workspace("letter"), story);
  },
);

hostTest("two agents with workspaces of their own keep two memories", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const agents = ["left", "right"].map((name) => {
    return { name, sessionKey: `agent:${name}:main`, story: work(`src/import/${name}.ts`) };
  });
  for (const { sessionKey, story } of agents) await gateway.chat(story.prompt, { sessionKey });
  await Promise.all(agents.map(({ sessionKey }) => gateway.chat("/new", { sessionKey })));
  for (const { name, sessionKey, story } of agents) {
    expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
    await expectCaptured(lab, lab.workspace(name), story);
  }
});
