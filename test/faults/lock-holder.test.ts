import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../src/store/transact.ts";
import { bundleChild, leftovers, readNamed, start, tempFolder } from "./memory-folder.ts";
import { appendPlan } from "./plans.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

let folder: string;
let program: string;

beforeAll(() => {
  folder = tempFolder();
  program = bundleChild(folder);
});
afterAll(() => removeFolder(folder));

describe("a lock that another process holds", () => {
  it("is respected while that process lives, and taken over when it was killed", async () => {
    const root = mkdtempSync(join(folder, "memory-"));
    const append = (line: string, waitMs: number) =>
      transact(root, (snapshot) => appendPlan(snapshot, ["MEMORY.md"], line), { waitMs });
    const holder = await start(program, ["hold", root]);
    expect(holder.output()).toBe("held\n");
    await expect(append("early", 100)).rejects.toMatchObject({ code: "lock-busy" });
    expect(readNamed(root, ["MEMORY.md"])).toEqual({ "MEMORY.md": null });
    holder.child.kill("SIGKILL");
    await holder.ended;
    await append("late", 60_000);
    expect(readNamed(root, ["MEMORY.md"])).toEqual({ "MEMORY.md": "late\n" });
    expect(leftovers(root)).toEqual([]);
  });
});
