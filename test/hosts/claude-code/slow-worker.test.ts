import { expect } from "vitest";
import { terminalTest } from "./host-test.ts";
import { goodSummary } from "./model-answers.ts";
import { WORK } from "./story.ts";
import { openTerminal } from "./terminal.ts";

terminalTest("without hooks: the times to compare with", async ({ openLab, figure }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  const terminal = await openTerminal(lab);
  await terminal.ask(WORK.prompt);
  figure("/clear", "without hooks", await terminal.clear());
  await terminal.ask(WORK.prompt);
  figure("/exit", "without hooks", await terminal.exit());
});

terminalTest(
  "a worker that waits for its model delays neither /clear nor /exit",
  async ({ openLab, figure }) => {
    const slow = { delayMs: 100_000 };
    const lab = await openLab({
      turns: [WORK.turn],
      summarizer: (asked) => ({ ...goodSummary(asked), ...slow }),
    });
    await lab.install();
    lab.configure({ provider: "anthropic" });
    const terminal = await openTerminal(lab);
    await terminal.ask(WORK.prompt);
    figure("/clear", "with hooks, slow model", await terminal.clear());
    await terminal.ask(WORK.prompt);
    expect(lab.api.by("summarizer").map(({ answeredAt }) => answeredAt)).toEqual([null]);
    figure("/exit", "with hooks, slow model", await terminal.exit());
    expect(lab.api.by("summarizer").every(({ answeredAt }) => answeredAt === null)).toBe(true);
  },
);
