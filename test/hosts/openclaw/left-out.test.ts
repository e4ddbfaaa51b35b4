import { expect } from "vitest";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { resumesIn } from "../memory.ts";
import { until } from "../until.ts";
import { expectCaptured, expectUntouched } from "./expected.ts";
import type { Gateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import type { Lab } from "./lab.ts";
import { sharedGateway } from "./shared.ts";
import { work, WORK_TURN } from "./story.ts";

const running = sharedGateway({ turns: [WORK_TURN], agents: ["crowd", "clock"] });

/** A session of the owner's with something to tell: only then could anyone else be told it by mistake. */
async function haveMemory({ lab, gateway }: { lab: Lab; gateway: Gateway }, agent: string): Promise<void> {
  const story = work(`src/import/${agent}.ts`);
  await gateway.chat(story.prompt, { sessionKey: `agent:${agent}:main` });
  await gateway.chat("/new", { sessionKey: `agent:${agent}:main` });
  await lab.settle();
  await expectCaptured(lab, lab.workspace(agent), story);
}

function expectToldNothing(asked: Asked | undefined): void {
  expect(asked?.who).toBe("client");
  expect(resumesIn(asked)).toBe(0);
  // The client itself decides who sees MEMORY.md; what our hook adds lies in this folder.
  expect(asked?.system).not.toContain("/.handoff/");
}

hostTest("a group is neither recorded nor told what the owner's sessions left", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  await haveMemory({ lab, gateway }, "crowd");
  const sessionKey = "agent:crowd:telegram:group:-100200";
  const story = work("src/export/crowd.ts");
  expectToldNothing((await gateway.chat(story.prompt, { sessionKey })).asked);
  await gateway.chat("/new", { sessionKey });
  expectToldNothing((await gateway.chat("Where were we?", { sessionKey })).asked);
  await lab.settle();
  await expectCaptured(lab, lab.workspace("crowd"), work("src/import/crowd.ts"));
});

hostTest("nor is a run of the scheduler", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  await haveMemory({ lab, gateway }, "clock");
  const { prompt } = work("src/export/clock.ts");
  const before = lab.api.asked.length;
  const job = await gateway.socket.call("cron.add", {
    name: "nightly",
    agentId: "clock",
    enabled: true,
    schedule: { kind: "every", everyMs: 86_400_000 },
    sessionTarget: "isolated",
    wakeMode: "now",
    payload: { kind: "agentTurn", message: prompt },
  });
  await gateway.socket.call("cron.run", { id: job["id"], mode: "force" });
  await until("the scheduled run has ended", () => hasRun(gateway, job["id"]), { limitMs: 300_000 });
  const asked = lab.api.asked.slice(before).filter(({ text }) => text.includes("src/export/clock.ts"));
  expect(asked.length).toBeGreaterThan(0);
  for (const one of asked) expectToldNothing(one);
  await lab.settle();
  await expectCaptured(lab, lab.workspace("clock"), work("src/import/clock.ts"));
});

hostTest("what the client asks of itself by its heartbeat is no session of a person's", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  const before = lab.api.asked.length;
  await gateway.socket.call("wake", {
    mode: "now",
    text: "We decided to send the June statement on Friday.",
  });
  const isBeat = ({ text }: Asked): boolean => text.includes("June statement on Friday");
  const beat = await until("the heartbeat runs", () => lab.api.asked.slice(before).find(isBeat), {
    limitMs: 300_000,
  });
  await until("it was answered", () => beat.answeredAt !== null);
  await gateway.chat("/new");
  await lab.settle();
  expectToldNothing(beat);
  expectUntouched(lab.workspace());
});

async function hasRun(gateway: Gateway, id: unknown): Promise<boolean> {
  const { entries } = await gateway.socket.call("cron.runs", { id });
  return Array.isArray(entries) && entries.length > 0;
}
