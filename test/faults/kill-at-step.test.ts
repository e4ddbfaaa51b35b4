import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../src/store/transact.ts";
import {
  bundleChild,
  fill,
  leftovers,
  readNamed,
  receiptIds,
  run,
  SCALE,
  tempFolder,
} from "./memory-folder.ts";
import { AFTER, BEFORE, planOf } from "./plans.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

let folder: string;
let program: string;
let steps: string[];

beforeAll(() => {
  folder = tempFolder();
  program = bundleChild(folder);
  steps = traced(freshRoot(), "change");
});
afterAll(() => removeFolder(folder));

function freshRoot(): string {
  const root = mkdtempSync(join(folder, "memory-"));
  fill(root, BEFORE);
  return root;
}

/** Names of the steps of a run, in order. */
function traced(root: string, mode: string): string[] {
  const { lines } = run(program, [mode, root], { HANDOFF_FAULT_TRACE: "1" });
  return lines.filter((line) => /^\d+ /.test(line)).map((line) => line.split(" ")[1] ?? "");
}

function kill(root: string, mode: string, step: number): void {
  const { signal } = run(program, [mode, root], { HANDOFF_FAULT_STEP: String(step) });
  expect(signal, `killed at step ${step}`).toBe("SIGKILL");
}

/** All as before and no receipt, or all as after with one; which of the two. */
function expectOldOrNew(root: string, at: string): "old" | "new" {
  const now = readNamed(root, Object.keys(BEFORE));
  const receipts = receiptIds(root).length;
  const outcome = receipts === 0 ? "old" : "new";
  expect(now, `${outcome} after ${at}`).toEqual(outcome === "old" ? BEFORE : AFTER);
  expect(receipts, at).toBeLessThanOrEqual(1);
  expect(leftovers(root), at).toEqual([]);
  return outcome;
}

describe("a run that is killed", { timeout: SCALE.timeoutMs }, () => {
  it("names every write, flush, rename and deletion as a step", () => {
    expect(new Set(steps)).toEqual(
      new Set([
        "lock-create",
        "lock-write",
        "temp-open",
        "temp-write",
        "temp-fsync",
        "folder-fsync",
        "rename",
        "folder-create",
        "unlink",
        "keep-rename",
        "journal-unlink",
        "lock-unlink",
      ]),
    );
  });

  it("leaves old or new at each step, and the next run repairs", async () => {
    const outcomes: string[] = [];
    for (const [index, name] of steps.entries()) {
      if (index % SCALE.stride !== 0) continue;
      const root = freshRoot();
      kill(root, "change", index + 1);
      await repair(root);
      outcomes.push(expectOldOrNew(root, `step ${index + 1} ${name}`));
    }
    // Before the journal stands it is the old state, from then on the new one: never back and forth.
    expect(outcomes.join(" ")).toMatch(/^(?:old )+new(?: new)*$/);
    console.info(
      `kill at steps: ${outcomes.length} of ${steps.length}, ${outcomes.filter((o) => o === "new").length} finished`,
    );
  });

  it("can be killed again while it repairs", async () => {
    const first = steps.lastIndexOf("folder-create");
    let kills = 0;
    for (let step = first; step <= steps.length; step += SCALE.pairStride) {
      for (let again = 1; ; again += SCALE.pairStride) {
        const root = freshRoot();
        kill(root, "change", step);
        const { signal } = run(program, ["repair", root], { HANDOFF_FAULT_STEP: String(again) });
        await repair(root);
        expect(expectOldOrNew(root, `step ${step}, then ${again}`)).toBe("new");
        kills += 1;
        if (signal === null) break;
      }
    }
    console.info(`killed again while repairing: ${kills} kills`);
  });

  it("is taken back as a whole when a person has since changed a file it had not reached", async () => {
    const renames = steps.flatMap((name, index) => (name === "rename" ? [index + 1] : []));
    // The first rename is the journal's own, the second the .gitignore's; the third is MEMORY.md.
    const root = freshRoot();
    kill(root, "change", renames[3] ?? 0);
    expect(readNamed(root, ["MEMORY.md", "memory/one.md"])).toEqual({
      "MEMORY.md": AFTER["MEMORY.md"],
      "memory/one.md": BEFORE["memory/one.md"],
    });
    writeFileSync(join(root, "memory/one.md"), "a person's\n");
    let again = 1;
    for (; again < 20; again += 1) {
      if (run(program, ["repair", root], { HANDOFF_FAULT_STEP: String(again) }).signal === null) break;
    }
    await repair(root);
    expect(readNamed(root, Object.keys(BEFORE))).toEqual({ ...BEFORE, "memory/one.md": "a person's\n" });
    expect(receiptIds(root)).toEqual([]);
    expect(leftovers(root)).toEqual([]);
    expect(again, "kills on the way back").toBeGreaterThan(5);
  });

  it("goes on when a person has since changed a file it had finished", async () => {
    const renames = steps.flatMap((name, index) => (name === "rename" ? [index + 1] : []));
    const root = freshRoot();
    kill(root, "change", renames[3] ?? 0);
    writeFileSync(join(root, "MEMORY.md"), "a person's\n");
    await repair(root);
    expect(readNamed(root, Object.keys(BEFORE))).toEqual({ ...AFTER, "MEMORY.md": "a person's\n" });
    expect(receiptIds(root)).toHaveLength(1);
    expect(leftovers(root)).toEqual([]);
  });

  it("leaves done or undone at each step of an undo", async () => {
    const sample = freshRoot();
    run(program, ["change", sample]);
    const undoSteps = traced(sample, "undo");
    for (let step = 1; step <= undoSteps.length; step += SCALE.pairStride) {
      const root = freshRoot();
      run(program, ["change", root]);
      kill(root, "undo", step);
      await repair(root);
      const undone = receiptIds(root).length === 2;
      expect(readNamed(root, Object.keys(BEFORE)), `undo step ${step}`).toEqual(undone ? BEFORE : AFTER);
      expect(leftovers(root)).toEqual([]);
    }
    console.info(`kill at steps of an undo: ${Math.ceil(undoSteps.length / SCALE.pairStride)} kills`);
  });
});

/** What the next run does first; a claim without content counts as stale only after a second. */
async function repair(root: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await transact(root, () => planOf([]));
    if (leftovers(root).length === 0) return;
    await sleep(1_100);
  }
}
