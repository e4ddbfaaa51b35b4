import { expect } from "vitest";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { terminalTest } from "./host-test.ts";
import { countInTopics, resumeIn, resumesIn } from "../memory.ts";
import { sessionsOf } from "./receipts.ts";
import { KNOWN, WORK } from "./story.ts";
import { openTerminal } from "./terminal.ts";

terminalTest("after /exit the next session's first request holds what it must know", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  await lab.install();
  const first = await openTerminal(lab);
  await first.ask(WORK.prompt);
  await first.exit();
  await lab.settle();

  const second = await openTerminal(lab);
  const asked = await second.ask("Where were we?");
  await second.exit();
  for (const known of KNOWN) expect(resumeIn(asked)).toContain(known);
  expect(resumesIn(asked)).toBe(1);
});

terminalTest(
  "after /clear the next prompt's request holds the session just left",
  async ({ openLab, figure }) => {
    const lab = await openLab({ turns: [WORK.turn] });
    await lab.install();
    const terminal = await openTerminal(lab);
    await terminal.ask(WORK.prompt);
    // A person reads the answer before they clear.
    await lab.settle({ stop: 1 });
    figure("/clear", "with hooks", await terminal.clear());
    const asked = await terminal.ask("Where were we?");
    figure("/exit", "with hooks", await terminal.exit());
    for (const known of KNOWN) expect(resumeIn(asked)).toContain(known);
    expect(resumesIn(asked)).toBe(1);
    // The session just left is known from our resume alone.
    expect(asked.body.messages.filter((message) => message.role === "assistant")).toEqual([]);
  },
);

terminalTest("a /clear at once is told where the session just left will be", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  await lab.install();
  const terminal = await openTerminal(lab);
  await terminal.ask(WORK.prompt);
  await terminal.clear();
  const told = resumeIn(await terminal.ask("Where were we?"));
  const [left] = await sessionsOf(lab);
  // A busy machine may not be done after half a second.
  if (!told.includes(WORK.task))
    expect(told).toContain(`the handoff of session ${left} is still being written`);
  await terminal.exit();
});

terminalTest("a spoken remember and forget are acted on before the session ends", async ({ openLab }) => {
  const lab = await openLab({ turns: [{ prompt: /./u, answers: [says("Noted.")] }] });
  await lab.install();
  const terminal = await openTerminal(lab);
  await terminal.ask("Remember: always deploy from the heron branch.");
  await lab.settle({ stop: 1 });
  expect(countInTopics(lab.memory, "heron branch")).toBe(1);
  await terminal.ask("Forget the rule to deploy from the heron branch.");
  await lab.settle({ stop: 2 });
  expect(countInTopics(lab.memory, "heron branch")).toBe(0);
  expect(terminal.isRunning()).toBe(true);
  await terminal.exit();
  await lab.settle({ "session-end": 1 });
  expect(countInTopics(lab.memory, "heron branch")).toBe(0);
});
