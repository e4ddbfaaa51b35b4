import { expect } from "vitest";
import { hostTest } from "./host-test.ts";
import { resumeIn } from "../memory.ts";
import { KNOWN, WORK } from "./story.ts";

hostTest(
  "after a run with -p, the next one starts with task, next step, decision and rule",
  async ({ openLab }) => {
    const lab = await openLab({ turns: [WORK.turn] });
    await lab.install();
    expect(await lab.print(WORK.prompt)).toMatchObject({ code: 0, err: "" });
    await lab.settle();
    expect(await lab.print("Where were we?")).toMatchObject({ code: 0, err: "" });
    const first = lab.api.by("client").find((asked) => asked.prompt === "Where were we?");
    for (const known of KNOWN) expect(resumeIn(first)).toContain(known);
  },
);
