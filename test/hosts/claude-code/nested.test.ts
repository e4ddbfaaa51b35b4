import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { hostTest } from "./host-test.ts";
import type { Lab } from "./lab.ts";
import { memoryFiles } from "../memory.ts";
import { goodSummary } from "./model-answers.ts";
import { receiptsOf } from "./receipts.ts";
import { WORK } from "./story.ts";

/** A hook of the person's own. */
function addHook(lab: Lab, event: string, command: string): void {
  const settings = JSON.parse(readFileSync(lab.settings, "utf8")) as Record<string, unknown>;
  settings["hooks"] = { [event]: [{ hooks: [{ type: "command", command }] }] };
  writeFileSync(lab.settings, JSON.stringify(settings, null, 2));
}

const INNER =
  "Please write the diary in docs/diary.md. We decided to paint the shed green. From now on, always use tabs.";

hostTest("claude -p in a hook of the user's does not recurse and is not remembered", async ({ openLab }) => {
  const lab = await openLab({
    turns: [WORK.turn, { prompt: /diary/u, answers: [says("The diary is written.")] }],
  });
  // A person's own hook: it guards itself with a variable, as such hooks must.
  const script = path.join(lab.folder, "diary.sh");
  writeFileSync(
    script,
    `[ -n "$DIARY" ] && exit 0\nDIARY=1 claude -p '${INNER}' < /dev/null > /dev/null 2>&1\n`,
  );
  addHook(lab, "Stop", `sh ${script}`);
  await lab.install();
  expect(await lab.print(WORK.prompt)).toMatchObject({ code: 0 });
  await lab.settle();

  expect(lab.api.asked.map(({ prompt }) => prompt)).toEqual([WORK.prompt, WORK.prompt, WORK.prompt, INNER]);
  expect(new Set((await receiptsOf(lab)).map(({ sessionId }) => sessionId)).size).toBe(1);
  const memory = Object.values(memoryFiles(lab.memory)).join("\n");
  expect(memory.toLowerCase()).toContain(WORK.decision);
  expect(memory).not.toMatch(/shed|diary|tabs/u);
});

hostTest(
  "the user's own claude login summarizes in one request, without hooks or transcript",
  async ({ openLab }) => {
    const lab = await openLab({ turns: [WORK.turn], summarizer: goodSummary });
    const starts = path.join(lab.folder, "starts.txt");
    addHook(lab, "SessionStart", `echo started >> ${starts}`);
    await lab.install();
    lab.configure({ provider: "claude-cli" });
    expect(await lab.print(WORK.prompt)).toMatchObject({ code: 0 });
    await lab.settle();

    expect(readFileSync(starts, "utf8")).toBe("started\n");
    expect(lab.api.by("client")).toHaveLength(3);
    expect(lab.api.by("summarizer")).toHaveLength(1);
    expect(lab.api.by("other")).toHaveLength(0);
    expect(lab.api.by("summarizer")[0]?.headers["user-agent"]).toContain("claude-cli");
    const transcripts = readdirSync(path.join(lab.home, ".claude/projects"), {
      recursive: true,
      encoding: "utf8",
    });
    expect(transcripts.filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
    expect((await receiptsOf(lab)).map(({ provider }) => provider)).toEqual(["extractive", "claude-cli"]);
  },
);
