import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { type Answer, says, uses } from "../../fixtures/messages-api/stand-in.ts";
import { handoffsOf, memoryFiles, resumeIn } from "../memory.ts";
import { namesIn } from "../our-jobs.ts";
import { until } from "../until.ts";
import { hostTest } from "./host-test.ts";
import { addPlugin, logOf, summaryOf } from "./plugin-lab.ts";
import { sharedGateway } from "./shared.ts";
import { MODEL_STATUS } from "./slow-model.ts";
import { work, WORK_TURN } from "./story.ts";

const AGENTS = ["refined", "rubbish", "refused", "late", "writes", "stopped"] as const;
const SLOW = { limitMs: 300_000 };

/** What the host's model answers a worker, by the agent whose session it was asked about. */
function answer(asked: Asked): Answer {
  const agent = AGENTS.find((name) => asked.text.includes(`src/import/${name}.ts`));
  if (agent === "rubbish") return says("There is nothing to say about that.");
  if (agent === "refused") return { said: [], status: 400 };
  if (agent === "late" || agent === "stopped") return summaryOf(asked, { delayMs: 120_000 });
  return summaryOf(asked);
}

const PARAGRAPH = `# Memory\n\n${"The till rounds to five cents because the bank asked for it in March. ".repeat(6)}\n`;
const running = sharedGateway({
  turns: [
    WORK_TURN,
    {
      prompt: /write it down/u,
      answers: [uses("write", { path: "MEMORY.md", content: PARAGRAPH }), says("Written.")],
    },
  ],
  agents: AGENTS,
  summarizer: answer,
  // The pack is installed as well: in all cases exactly one of the two acts.
  prepare: addPlugin,
});

/** Requests that our workers made about the session of an agent, repairs included. */
const askedAbout = (asked: readonly Asked[], agent: string): Asked[] =>
  asked.filter(({ who, text }) => {
    const ours = who !== "client" && text.includes("<session-record>");
    return ours && text.includes(`src/import/${agent}.ts`);
  });
const ends = (state: string): number =>
  namesIn(path.join(state, "queue/done")).filter((name) => name.includes("-session-end-")).length;

hostTest("/new is refined by the host's own model: one request, no key of ours", async ({ skip, figure }) => {
  const { lab, gateway } = await running(skip);
  lab.configure({ provider: "openclaw", resetWait: "model" });
  const sessionKey = "agent:refined:main";
  await gateway.chat(work("src/import/refined.ts").prompt, { sessionKey });
  const before = ends(lab.state);
  figure(
    "/new, plugin form",
    "waits for the host's model",
    (await gateway.chat("/new", { sessionKey })).took,
  );
  const { asked } = await gateway.chat("Where were we?", { sessionKey });
  expect(resumeIn(asked)).toContain(MODEL_STATUS.toLowerCase());
  await lab.settle();
  expect(askedAbout(lab.api.asked, "refined")).toHaveLength(1);
  expect(handoffsOf(lab.workspace("refined"))).toEqual([expect.stringContaining(MODEL_STATUS)]);
  expect(ends(lab.state) - before).toBe(1);
  expect(namesIn(path.join(lab.state, "queue/asks"))).toEqual([]);
});

const FAILING = [
  { agent: "rubbish", settings: {}, code: "provider-invalid-answer", requests: 2 },
  { agent: "late", settings: { deadlineMs: 4_000 }, code: "provider-timeout", requests: 1 },
];
for (const { agent, settings, code, requests } of FAILING) {
  hostTest(`a model that is ${agent}: the extractive result stands, and doctor tells`, async ({ skip }) => {
    const { lab, gateway } = await running(skip);
    lab.configure({ provider: "openclaw", resetWait: "extractive", ...settings });
    const sessionKey = `agent:${agent}:main`;
    await gateway.chat(work(`src/import/${agent}.ts`).prompt, { sessionKey });
    const before = ends(lab.state);
    await gateway.chat("/new", { sessionKey });
    await until("the job is done", () => ends(lab.state) > before, SLOW);
    expect(handoffsOf(lab.workspace(agent))).toHaveLength(1);
    expect(handoffsOf(lab.workspace(agent))[0]).not.toContain(MODEL_STATUS);
    expect(askedAbout(lab.api.asked, agent)).toHaveLength(requests);
    expect((await lab.handoff("doctor")).out).toContain(code);
    expect(namesIn(path.join(lab.state, "queue/asks"))).toEqual([]);
  });
}

hostTest("a paragraph that the agent writes into MEMORY.md is reported to it once", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  lab.configure({ provider: "extractive" });
  const sessionKey = "agent:writes:main";
  // The memory begins with the first session of it.
  await gateway.chat(work("src/import/writes.ts").prompt, { sessionKey });
  await gateway.chat("/new", { sessionKey });
  const hasMemory = (): boolean => "MEMORY.md" in memoryFiles(lab.workspace("writes"));
  await until("the memory is there", hasMemory, SLOW);
  await gateway.chat("Please write it down.", { sessionKey });
  const after = lab.api.by("client").filter(({ prompt }) => prompt.includes("write it down"));
  const told = (asked: Asked | undefined): number =>
    (asked?.text ?? "").split("holds pointers only").length - 1;
  expect(told(after[0])).toBe(0);
  expect(told(after.at(-1))).toBe(1);
});

hostTest(
  "a model that refuses the request: its worker asks again later, the next session has what code found",
  async ({ skip }) => {
    const { lab, gateway } = await running(skip);
    lab.configure({ provider: "openclaw", resetWait: "extractive" });
    const sessionKey = "agent:refused:main";
    await gateway.chat(work("src/import/refused.ts").prompt, { sessionKey });
    await gateway.chat("/new", { sessionKey });
    await until("the failure is noted", () => logOf(lab).includes("provider-unavailable"), SLOW);
    expect(handoffsOf(lab.workspace("refused"))).toHaveLength(1);
  },
);

hostTest(
  "a gateway that stops while a question waits leaves none, and queues its sessions",
  async ({ skip }) => {
    const { lab, gateway } = await running(skip);
    lab.configure({ provider: "openclaw", resetWait: "extractive", deadlineMs: 240_000 });
    const sessionKey = "agent:stopped:main";
    await gateway.chat(work("src/import/stopped.ts").prompt, { sessionKey });
    await gateway.chat("/new", { sessionKey });
    await until("the model is asked", () => askedAbout(lab.api.asked, "stopped").length > 0, SLOW);
    await gateway.stop();
    const asks = path.join(lab.state, "queue/asks");
    await until("the question is gone", () => namesIn(asks).length === 0, SLOW);
    expect(handoffsOf(lab.workspace("stopped"))).toHaveLength(1);
    const causes = namesIn(path.join(lab.state, "queue/pending")).map(
      (name) =>
        (JSON.parse(readFileSync(path.join(lab.state, "queue/pending", name), "utf8")) as { cause: string })
          .cause,
    );
    expect(causes).toContain("shutdown");
  },
);
