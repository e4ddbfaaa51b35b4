import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { hostTest } from "./host-test.ts";
import { git, type Lab, slug, trustFolders } from "./lab.ts";
import { countInTopics, memoryFiles, resumeIn } from "../memory.ts";
import { KNOWN, WORK } from "./story.ts";

/** A session in `cwd`: its memory is the main repository's, and a session in `next` is told what happened. */
async function expectSharedMemory(lab: Lab, cwd: string, next: string): Promise<void> {
  await lab.install();
  expect(await lab.print(WORK.prompt, { cwd })).toMatchObject({ code: 0, err: "" });
  await lab.settle();
  expect(countInTopics(lab.memory, WORK.decision)).toBe(1);
  expect(memoryFiles(path.join(lab.home, ".claude/projects", slug(cwd), "memory"))).toEqual({});

  await lab.print("Where were we?", { cwd: next });
  const asked = lab.api.by("client").at(-1);
  for (const known of KNOWN) expect(resumeIn(asked)).toContain(known);
}

hostTest("sessions in a worktree use the main repository's memory", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  const worktree = path.join(lab.folder, "ledger-june");
  git(lab.project, lab.env, "worktree", "add", "--quiet", worktree);
  trustFolders(lab.home, [worktree]);
  await expectSharedMemory(lab, worktree, lab.project);
});

hostTest("sessions in a sub-folder use the repository's memory", async ({ openLab }) => {
  const lab = await openLab({ turns: [WORK.turn] });
  const below = path.join(lab.project, "packages/import");
  mkdirSync(below, { recursive: true });
  trustFolders(lab.home, [below]);
  await expectSharedMemory(lab, below, below);
  expect(readdirSync(lab.project)).not.toContain("MEMORY.md");
});
