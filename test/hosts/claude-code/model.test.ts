import { expect } from "vitest";
import { hostTest } from "./host-test.ts";
import { handoffsOf } from "../memory.ts";
import { goodSummary, MODEL_STATUS } from "./model-answers.ts";
import { receiptsOf } from "./receipts.ts";
import { WORK } from "./story.ts";
import { until } from "../until.ts";

hostTest("the extractive result stands first, then the model's refinement", async ({ openLab }) => {
  const slow = { delayMs: 3_000 };
  const lab = await openLab({
    turns: [WORK.turn],
    summarizer: (asked) => ({ ...goodSummary(asked), ...slow }),
  });
  await lab.install();
  lab.configure({ provider: "anthropic" });
  expect(await lab.print(WORK.prompt)).toMatchObject({ code: 0 });

  const asked = await until("the model is asked", () => lab.api.by("summarizer")[0]);
  expect(asked.answeredAt).toBeNull();
  expect((await receiptsOf(lab)).map(({ provider }) => provider)).toEqual(["extractive"]);
  expect(handoffsOf(lab.memory).at(-1)).not.toContain(MODEL_STATUS);

  await lab.settle();
  expect((await receiptsOf(lab)).map(({ provider }) => provider)).toEqual(["extractive", "anthropic"]);
  expect(handoffsOf(lab.memory).at(-1)).toContain(MODEL_STATUS);
  expect(lab.api.by("summarizer")).toHaveLength(1);
});

hostTest("beyond the day's limit the extractive result is used, and doctor says so", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn], summarizer: goodSummary });
  await lab.install();
  lab.configure({ provider: "anthropic", dailyCalls: 1 });
  for (const _ of [1, 2]) {
    expect(await lab.print(WORK.prompt)).toMatchObject({ code: 0 });
    await lab.settle();
  }
  expect(lab.api.by("summarizer")).toHaveLength(1);
  const receipts = await receiptsOf(lab);
  const sessions = new Set(receipts.map(({ sessionId }) => sessionId));
  expect(sessions.size).toBe(2);
  expect(receipts.at(-1)).toMatchObject({ provider: "extractive" });

  const doctor = await lab.handoff("doctor", "--json");
  const { checks } = JSON.parse(doctor.out) as { checks: { id: string; state: string; message: string }[] };
  const spending = checks.filter(({ message }) => /1 of 1/u.test(message));
  expect(spending).not.toEqual([]);
  expect(spending[0]?.state).toBe("warn");
});
