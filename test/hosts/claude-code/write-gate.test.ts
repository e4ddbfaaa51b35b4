import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { says, uses } from "../../fixtures/messages-api/stand-in.ts";
import { hostTest } from "./host-test.ts";
import { WORK } from "./story.ts";

const FACT =
  "The June import was tried with three different parsers, and only the streaming one could read the file of 40 MB " +
  "without running out of memory; the others stopped after row 12,000 and left the ledger half filled, so it had to be " +
  "restored from the backup of the night before.";

hostTest(
  "a fact that the model writes into the index is answered with one message to it",
  async ({ openLab }) => {
    const lab = await openLab((memory) => {
      const file_path = path.join(memory, "MEMORY.md");
      const write = uses("Write", { file_path, content: `# Memory\n\n- ${FACT}\n` });
      const turn = {
        prompt: /write it down/u,
        answers: [uses("Read", { file_path }), write, says("Written down.")],
      };
      return { turns: [WORK.turn, turn] };
    });
    await lab.install();
    await lab.print(WORK.prompt);
    await lab.settle();
    await lab.print("Please write it down.");

    expect(readFileSync(path.join(lab.memory, "MEMORY.md"), "utf8")).toContain("three different parsers");
    const requests = lab.api.by("client").filter(({ prompt }) => prompt === "Please write it down.");
    expect(requests).toHaveLength(3);
    const [, before = "", after = ""] = requests.map(({ text }) => text);
    const told = after.split("\n").filter((line) => /PostToolUse/u.test(line) && /topic file/iu.test(line));
    expect(told).toHaveLength(1);
    expect(before).not.toContain(told[0]);
  },
);
