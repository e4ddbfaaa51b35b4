import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { terminalTest } from "./host-test.ts";
import { countInTopics, handoffsOf, resumeIn } from "../memory.ts";
import { receiptsOf } from "./receipts.ts";
import { KNOWN, WORK } from "./story.ts";
import { openTerminal } from "./terminal.ts";

terminalTest("a session whose client was killed is captured at the next start", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  await lab.install();
  const first = await openTerminal(lab);
  await first.ask(WORK.prompt);
  process.kill(first.pid, "SIGKILL");
  await first.ended();
  await lab.settle({ stop: 1 });
  expect(handoffsOf(lab.memory)).toEqual([]);
  // A transcript that was written a moment ago may be written on.
  await sleep(11_000);

  const second = await openTerminal(lab);
  await lab.settle({ "session-start": 2, "catch-up": 1 });
  expect(handoffsOf(lab.memory).map((text) => text.toLowerCase())).toEqual([
    expect.stringContaining(WORK.task),
  ]);
  expect(countInTopics(lab.memory, WORK.decision)).toBe(1);
  await second.exit();
  await lab.settle();

  const third = await openTerminal(lab);
  const asked = await third.ask("Where were we?");
  await third.exit();
  for (const known of KNOWN) expect(resumeIn(asked)).toContain(known);
});

terminalTest("two sessions at once in one project are both kept", async ({ openLab }) => {
  const decisions = ["store the exchange rates in one table", "print the yearly report on one page"];
  const lab = await openLab({ turns: [{ prompt: /we decided/iu, answers: [says("Done.")] }] });
  await lab.install();
  const terminals = await Promise.all(decisions.map(() => openTerminal(lab)));
  await Promise.all(
    terminals.map((terminal, n) =>
      terminal.ask(`Please review src/part-${n}.ts. We decided to ${decisions[n]}.`),
    ),
  );
  await Promise.all(terminals.map((terminal) => terminal.exit()));
  await lab.settle();

  for (const decision of decisions) {
    expect({ decision, count: countInTopics(lab.memory, decision) }).toEqual({ decision, count: 1 });
  }
  expect(handoffsOf(lab.memory)).toHaveLength(2);
  expect(new Set((await receiptsOf(lab)).map(({ sessionId }) => sessionId)).size).toBe(2);
  expect(await lab.handoff("lint", lab.memory)).toMatchObject({ code: 0 });
});
