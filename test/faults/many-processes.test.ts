import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleChild, leftovers, readNamed, receiptIds, SCALE, start, tempFolder } from "./memory-folder.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const PROCESSES = SCALE.processes;
const UPDATES = SCALE.updates;

let folder: string;
let program: string;

beforeAll(() => {
  folder = tempFolder();
  program = bundleChild(folder);
});
afterAll(() => removeFolder(folder));

/** Runs `count` programs at once; returns what each printed. */
async function runAtOnce(root: string, count: number, updates: number, files: string[]): Promise<string[]> {
  process.env["HANDOFF_FAULT_WAIT"] = "600000";
  const runs = Array.from({ length: count }, async (_, index) => {
    const run = await start(program, ["append", root, `p${index + 1}`, String(updates), ...files]);
    await run.ended;
    return run.output();
  });
  return Promise.all(runs);
}

describe("many processes on one memory", { timeout: SCALE.timeoutMs }, () => {
  it(`keep each of ${PROCESSES} x ${UPDATES} updates once`, async () => {
    const root = mkdtempSync(join(folder, "memory-"));
    const began = performance.now();
    const files = ["MEMORY.md", "memory/facts.md"];
    const outputs = await runAtOnce(root, PROCESSES, UPDATES, files);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    expect(outputs.filter((output) => !output.endsWith("finished\n"))).toEqual([]);
    const expected = Array.from({ length: PROCESSES * UPDATES }, (_, index) => {
      return `p${(index % PROCESSES) + 1}-${Math.floor(index / PROCESSES) + 1}`;
    });
    for (const text of Object.values(readNamed(root, files))) {
      expect(text?.trimEnd().split("\n").sort()).toEqual(expected.toSorted());
    }
    expect(receiptIds(root)).toHaveLength(PROCESSES * UPDATES);
    expect(leftovers(root)).toEqual([]);
    console.info(
      `${PROCESSES} processes x ${UPDATES} updates: all ${expected.length} present once, ${seconds} s`,
    );
  });

  it("can start at once on a memory that does not exist yet", async () => {
    for (let round = 1; round <= 3; round += 1) {
      const root = join(folder, `absent-${round}/memory`);
      const outputs = await runAtOnce(root, 3, 1, ["MEMORY.md"]);
      expect(outputs.filter((output) => !output.endsWith("finished\n"))).toEqual([]);
      expect(existsSync(root)).toBe(true);
      expect(readNamed(root, ["MEMORY.md"])["MEMORY.md"]?.trimEnd().split("\n").sort()).toEqual([
        "p1-1",
        "p2-1",
        "p3-1",
      ]);
    }
  });
});
