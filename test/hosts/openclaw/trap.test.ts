import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { says, type Turn, uses } from "../../fixtures/messages-api/stand-in.ts";
import { countInTopics, handoffsOf, resumesIn } from "../memory.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import { work, WORK_TURN } from "./story.ts";

/** A heading that only the index has; the resume has none. */
const indexesIn = (asked: Asked | undefined): number =>
  (asked?.system ?? "").split("\n## Recent\n").length - 1;

hostTest(
  "an index that OpenClaw stopped loading still reaches the owner, and nobody else",
  async ({ openLab }) => {
    const turns: Turn[] = [WORK_TURN];
    const lab = await openLab({ turns });
    const story = work("src/import/bank.ts");
    const index = path.join(lab.workspace(), "MEMORY.md");
    const told = (recall: boolean): void => lab.configure({ recall });
    await lab.install();
    const gateway = await startGateway(lab);
    /** The agent writes the index with its own tool, and one line more. */
    const agentWrites = async (line: string): Promise<void> => {
      const content = `${readFileSync(index, "utf8")}\n- ${line}\n`;
      const answers = [uses("write", { path: "MEMORY.md", content }), says("Noted.")];
      turns.push({ prompt: new RegExp(`note ${line}`, "u"), answers });
      await gateway.chat(`Please note ${line}.`);
      expect(readFileSync(index, "utf8")).toBe(content);
    };

    await gateway.chat(story.prompt);
    await gateway.chat("/new");
    await lab.settle();
    await agentWrites("one");
    told(false);
    expect(indexesIn((await gateway.chat("Is it there?")).asked)).toBe(1);
    // A person's editor, or a capture of ours: for the client both are outsiders.
    appendFileSync(index, "\n<!-- looked through -->\n");
    await agentWrites("two");
    expect(indexesIn((await gateway.chat("Is it still there?")).asked)).toBe(0);

    told(true);
    await gateway.chat("/new");
    await lab.settle();
    const { asked } = await gateway.chat("Where were we?");
    expect(resumesIn(asked)).toBe(1);
    expect(indexesIn(asked)).toBe(1);
    const group = await gateway.chat("And here?", { sessionKey: "agent:main:telegram:group:-100200" });
    expect(indexesIn(group.asked)).toBe(0);
    expect((await lab.handoff("doctor")).out).toContain("MEMORY.md");
    await lab.settle();
    expect(handoffsOf(lab.workspace())).toHaveLength(2);
    expect(countInTopics(lab.workspace(), story.decision)).toBe(1);
  },
);
