import path from "node:path";
import { expect } from "vitest";
import { resumeIn } from "../memory.ts";
import { expectCaptured, expectTold } from "./expected.ts";
import { hostTest } from "./host-test.ts";
import { runProcess } from "../run-process.ts";
import type { Lab } from "./lab.ts";
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
    await lab.settle();
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
  await lab.settle();
  expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
  await expectCaptured(lab, lab.workspace("remote"), story);
});

hostTest("so does openclaw agent --message /new", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const sessionKey = "agent:line:main";
  const story = work("src/import/line.ts");
  await gateway.chat(story.prompt, { sessionKey });
  expect(await lab.openclaw("agent", "--agent", "line", "--message", "/new")).toMatchObject({ code: 0 });
  await lab.settle();
  expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
  await expectCaptured(lab, lab.workspace("line"), story);
});

hostTest(
  "a message of 24 KB, which the client stores compressed, is read like any other",
  async ({ skip }) => {
    const { lab, gateway } = await running(skip);
    const sessionKey = "agent:letter:main";
    const story = work("src/import/letter.ts");
    const [task, ...wishes] = story.prompt.split(/(?<=letter\.ts\.) /u);
    const rows = Array.from({ length: 600 }, (_, n) => `Row ${n}: ${(n * 37) % 1000} cents for parcel ${n}.`);
    await gateway.chat([task, "The statement:", ...rows].join("\n"), { sessionKey });
    await gateway.chat(wishes.join(" "), { sessionKey });
    expect(await compressedRows(lab, "letter")).toBeGreaterThan(0);
    await gateway.chat("/new", { sessionKey });
    await lab.settle();
    expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
    await expectCaptured(lab, lab.workspace("letter"), story);
  },
);

/** How many rows of an agent's sessions the client has stored compressed. */
async function compressedRows({ clientState, tools }: Lab, agent: string): Promise<number> {
  const file = path.join(clientState, `agents/${agent}/agent/openclaw-agent.sqlite`);
  const program = `const { DatabaseSync } = require("node:sqlite");
    const rows = new DatabaseSync(process.argv[1], { readOnly: true })
      .prepare("select count(*) as n from transcript_events where event_json is null and event_zstd is not null").get();
    console.log(rows.n);`;
  const run = await runProcess(tools.node, ["-e", program, file], { cwd: clientState, env: {} });
  return Number(run.out);
}

hostTest("two agents with workspaces of their own keep two memories", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const agents = ["left", "right"].map((name) => {
    return { name, sessionKey: `agent:${name}:main`, story: work(`src/import/${name}.ts`) };
  });
  for (const { sessionKey, story } of agents) await gateway.chat(story.prompt, { sessionKey });
  await Promise.all(agents.map(({ sessionKey }) => gateway.chat("/new", { sessionKey })));
  await lab.settle();
  for (const { name, sessionKey, story } of agents) {
    expectTold((await gateway.chat("Where were we?", { sessionKey })).asked, story);
    await expectCaptured(lab, lab.workspace(name), story);
  }
});
