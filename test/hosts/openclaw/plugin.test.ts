import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { type Answer, says, uses } from "../../fixtures/messages-api/stand-in.ts";
import { handoffsOf, memoryFiles, resumeIn } from "../memory.ts";
import { namesIn } from "../our-jobs.ts";
import { until } from "../until.ts";
import { hostTest } from "./host-test.ts";
import { addPlugin, askedAbout, countTold, FACT, logOf, PARAGRAPH, summaryOf } from "./plugin-lab.ts";
import { type Running, sharedGateway } from "./shared.ts";
import { MODEL_STATUS } from "./slow-model.ts";
import { work, WORK_TURN } from "./story.ts";

const AGENTS = ["refined", "rubbish", "refused", "late", "writes", "heals", "stopped"] as const;
const SLOW = { limitMs: 300_000 };

/** What the host's model answers a worker, by the agent whose session it was asked about. */
function answer(asked: Asked): Answer {
  const agent = AGENTS.find((name) => asked.text.includes(`src/import/${name}.ts`));
  if (agent === "rubbish") return says("There is nothing to say about that.");
  if (agent === "refused") return { said: [], status: 400 };
  if (agent === "late" || agent === "stopped") return summaryOf(asked, { delayMs: 120_000 });
  return summaryOf(asked);
}

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

/** A memory of an agent's own, which begins with its first session. */
async function withMemory({ lab, gateway }: Running, agent: string): Promise<string> {
  const sessionKey = `agent:${agent}:main`;
  await gateway.chat(work(`src/import/${agent}.ts`).prompt, { sessionKey });
  await gateway.chat("/new", { sessionKey });
  const hasMemory = (): boolean => "MEMORY.md" in memoryFiles(lab.workspace(agent));
  await until("the memory is there", hasMemory, SLOW);
  return sessionKey;
}

hostTest("a paragraph that the agent writes into MEMORY.md is reported to it once", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  lab.configure({ provider: "extractive" });
  const sessionKey = await withMemory({ lab, gateway }, "writes");
  const before = lab.api.asked.length;
  await gateway.chat("Please write it down.", { sessionKey });
  await gateway.chat("Anything else?", { sessionKey });
  const after = lab.api.asked.slice(before).filter(({ who }) => who === "client");
  expect(after.map(countTold)).toEqual([0, 1, 1]);
});

hostTest("with heal: relocate the next capture moves it to a topic file", async ({ skip }) => {
  const { lab, gateway } = await running(skip);
  lab.configure({ provider: "extractive" });
  const sessionKey = await withMemory({ lab, gateway }, "heals");
  const root = lab.workspace("heals");
  await until("the job is done", () => handoffsOf(root).length === 1, SLOW);
  const manifest = path.join(root, "MANIFEST.md");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/^heal: report/mu, "heal: relocate"));
  await gateway.chat("Please write it down.", { sessionKey });
  expect(memoryFiles(root)["MEMORY.md"]).toContain(FACT);
  await gateway.chat("/new", { sessionKey });
  await until("the capture is done", () => handoffsOf(root).length === 2, SLOW);
  const { "MEMORY.md": index = "", ...files } = memoryFiles(root);
  expect(index).not.toContain(FACT);
  expect(index).toContain("](");
  expect(Object.values(files).filter((text) => text.includes(FACT))).toHaveLength(1);
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
