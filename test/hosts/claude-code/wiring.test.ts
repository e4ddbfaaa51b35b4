import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { hostTest } from "./host-test.ts";
import { resumeIn } from "../memory.ts";
import { KNOWN, WORK } from "./story.ts";

hostTest("uninstall leaves the settings as they were, byte for byte", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  const before = readFileSync(lab.settings);
  await lab.install();
  expect(readFileSync(lab.settings).equals(before)).toBe(false);
  await lab.print(WORK.prompt);
  await lab.settle();
  expect(await lab.handoff("uninstall", "claude-code")).toMatchObject({ code: 0 });
  expect(readFileSync(lab.settings).equals(before)).toBe(true);

  await lab.print("Where were we?");
  expect(resumeIn(lab.api.by("client").at(-1))).toBe("");
});

hostTest("the plugin form does the same within the client's 1.5 s", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  const plugin = path.resolve(path.dirname(lab.tools.handoff), "../session-handoff");
  const args = ["--plugin-dir", plugin];
  // The client says on stderr when it had to end a hook.
  expect(await lab.print(WORK.prompt, { args })).toMatchObject({ code: 0, err: "" });
  await lab.settle();
  expect(await lab.print("Where were we?", { args })).toMatchObject({ code: 0, err: "" });
  for (const known of KNOWN) expect(resumeIn(lab.api.by("client").at(-1))).toContain(known);
});
