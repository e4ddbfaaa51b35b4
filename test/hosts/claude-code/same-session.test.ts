import { expect } from "vitest";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { hostTest } from "./host-test.ts";
import { countInTopics, handoffsOf, resumesIn } from "../memory.ts";
import { receiptsOf } from "./receipts.ts";
import { WORK } from "./story.ts";

const LATER = {
  prompt:
    "Please write the test case for the June statement in test/june.ts. We decided to name the fixtures by month.",
  decision: "name the fixtures by month",
};
const turns = [
  WORK.turn,
  { prompt: /June statement in test/u, answers: [says("The June case is written in test/june.ts.")] },
];

hostTest("--continue is told nothing it already has, and its end adds only the tail", async ({ openLab }) => {
  const lab = await openLab({ turns });
  await lab.install();
  await lab.print(WORK.prompt);
  await lab.settle();
  await lab.print(LATER.prompt, { args: ["--continue"] });
  await lab.settle();

  const asked = lab.api.by("client").find(({ prompt }) => prompt === LATER.prompt);
  expect(asked?.text).toContain(WORK.prompt);
  expect(resumesIn(asked)).toBe(0);
  for (const fact of [WORK.decision, WORK.rule, LATER.decision]) {
    expect({ fact, count: countInTopics(lab.memory, fact) }).toEqual({ fact, count: 1 });
  }
  const receipts = await receiptsOf(lab);
  expect(new Set(receipts.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(handoffsOf(lab.memory).at(-1)).toContain("June");
});

hostTest("a fork does not double the facts of the session it was taken from", async ({ openLab }) => {
  const lab = await openLab({ turns });
  await lab.install();
  const first = await lab.print(WORK.prompt, { args: ["--output-format", "json"] });
  await lab.settle();
  const { session_id: parent } = JSON.parse(first.out) as { session_id: string };
  await lab.print(LATER.prompt, { args: ["--resume", parent, "--fork-session"] });
  await lab.settle();

  const asked = lab.api.by("client").find(({ prompt }) => prompt === LATER.prompt);
  expect(asked?.text).toContain(WORK.prompt);
  expect(resumesIn(asked)).toBe(0);
  for (const fact of [WORK.decision, WORK.rule, LATER.decision]) {
    expect({ fact, count: countInTopics(lab.memory, fact) }).toEqual({ fact, count: 1 });
  }
  expect(new Set((await receiptsOf(lab)).map(({ sessionId }) => sessionId)).size).toBe(2);
});
