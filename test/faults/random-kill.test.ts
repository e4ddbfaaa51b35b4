import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../src/store/transact.ts";
import { bundleChild, leftovers, readNamed, receiptIds, SCALE, start, tempFolder } from "./memory-folder.ts";
import { planOf } from "./plans.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const RUNS = SCALE.randomKills;
const FILES = ["MEMORY.md", "memory/a.md", "memory/deep/b.md", ".handoff/provenance/a.json"];

let folder: string;
let program: string;

beforeAll(() => {
  folder = tempFolder();
  program = bundleChild(folder);
});
afterAll(() => removeFolder(folder));

describe("a run that is killed at a random moment", () => {
  it(
    `loses nothing that it said was done, and tears no file (${RUNS} runs)`,
    async () => {
      const root = mkdtempSync(join(folder, "memory-"));
      const began = performance.now();
      let cut = 0;
      for (let n = 1; n <= RUNS; n += 1) {
        const said = await killRandomly(root, `run${n}`);
        await transact(root, () => planOf([]));
        const texts = new Set(Object.values(readNamed(root, FILES)));
        expect(texts.size, `run ${n}: every file holds the same lines`).toBe(1);
        const lines = [...texts][0]?.trimEnd().split("\n") ?? [];
        expect(new Set(lines).size, `run ${n}: each line once`).toBe(lines.length);
        expect(receiptIds(root), `run ${n}: one receipt a line`).toHaveLength(lines.length);
        expect(lines, `run ${n}`).toEqual(expect.arrayContaining(said));
        expect(leftovers(root), `run ${n}`).toEqual([]);
        if (lines.filter((line) => line.startsWith(`run${n}-`)).length > said.length) cut += 1;
      }
      const seconds = ((performance.now() - began) / 1_000).toFixed(0);
      console.info(
        `random kills: ${RUNS} runs in ${seconds} s, ${receiptIds(root).length} updates, ${cut} finished by the next run`,
      );
    },
    SCALE.timeoutMs,
  );
});

/** Runs updates until a random moment; returns the ones that were reported as done. */
async function killRandomly(root: string, label: string): Promise<string[]> {
  const { child, output, ended } = await start(program, ["append", root, label, "20", ...FILES]);
  // Up to about two updates on a busy machine, many on an idle one.
  await sleep(Math.random() * 200);
  child.kill("SIGKILL");
  await ended;
  return [...output().matchAll(/^done (.+)$/gm)].map((match) => match[1] ?? "");
}
