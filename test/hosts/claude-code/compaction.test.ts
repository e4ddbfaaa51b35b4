import { expect } from "vitest";
import type { Asked } from "../../fixtures/messages-api/asked.ts";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { terminalTest } from "./host-test.ts";
import type { Lab } from "./lab.ts";
import { handoffsOf, resumeIn } from "../memory.ts";
import { KNOWN, WORK } from "./story.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** The client compacts by itself when it was told that nearly all of a window of a million tokens is used. */
const FULL = { prompt: /fill the context/iu, answers: [says("Filled.", { inputTokens: 995_000 })] };
const script = {
  turns: [WORK.turn, FULL],
  compaction: says("<summary>The person and the agent worked on a program.</summary>"),
};

async function expectTaskKept(lab: Lab, terminal: Terminal, afterwards: Asked): Promise<void> {
  for (const known of KNOWN) expect(resumeIn(afterwards)).toContain(known);
  await terminal.exit();
  await lab.settle();
  expect(lab.api.by("compaction")).toHaveLength(1);
  expect(handoffsOf(lab.memory).at(-1)?.toLowerCase()).toContain(WORK.task);
}

terminalTest(
  "after /compact the request holds the task, and so does the last handoff",
  async ({ openLab }) => {
    const lab = await openLab(script);
    await lab.install();
    const terminal = await openTerminal(lab);
    await terminal.ask(WORK.prompt);
    await lab.settle({ stop: 1 });
    await terminal.compact();
    await expectTaskKept(lab, terminal, await terminal.ask("Go on."));
  },
);

terminalTest("a compaction of the client's own choice keeps the task as well", async ({ openLab }) => {
  const lab = await openLab(script);
  await lab.install();
  const terminal = await openTerminal(lab);
  await terminal.ask(WORK.prompt);
  await terminal.ask("Fill the context.");
  await lab.settle({ stop: 2 });
  await expectTaskKept(lab, terminal, await terminal.ask("Go on."));
});

terminalTest(
  "the client's own summary request is the same with our hooks as without",
  async ({ openLab }) => {
    const bodies: string[] = [];
    for (const installed of [false, true]) {
      const lab = await openLab(script);
      if (installed) await lab.install();
      const terminal = await openTerminal(lab);
      await terminal.ask(WORK.prompt);
      if (installed) await lab.settle({ stop: 1 });
      await terminal.compact();
      await terminal.exit();
      const [compaction] = lab.api.by("compaction");
      bodies.push(comparable(JSON.stringify(compaction?.body, null, 1), lab));
    }
    expect(bodies[0]).toContain("detailed summary");
    expect(bodies[1]).toBe(bodies[0]);
  },
);

/** A request without what differs between any two runs: folders, ids, times. */
function comparable(body: string, lab: Lab): string {
  return body
    .replaceAll(lab.folder, "/lab")
    .replaceAll(lab.folder.replaceAll(/[^a-zA-Z0-9]/gu, "-"), "-lab")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, "<uuid>")
    .replaceAll(/(?:toolu|msg|req)_[0-9a-f]{24}/gu, "<id>")
    .replaceAll(/[0-9a-f]{64}/gu, "<hash>");
}
