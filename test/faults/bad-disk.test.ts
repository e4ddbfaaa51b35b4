import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../src/store/transact.ts";
import { bundleChild, fill, leftovers, readNamed, receiptIds, run, tempFolder } from "./memory-folder.ts";
import { AFTER, appendPlan, BEFORE, changePlan, editOf, planOf } from "./plans.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

let folder: string;
let program: string;

beforeAll(() => {
  folder = tempFolder();
  // The unprivileged user must reach the program.
  chmodSync(folder, 0o755);
  program = bundleChild(folder);
});
afterAll(() => removeFolder(folder));

function freshRoot(): string {
  const root = mkdtempSync(join(folder, "memory-"));
  fill(root, BEFORE);
  return root;
}

function everything(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
}

describe("a system call that fails", () => {
  it("leaves everything as it was, or done, whichever step it is", async () => {
    const names: string[] = [];
    await transact(freshRoot(), changePlan, { faults: (step) => names.push(step) });
    const committed = names.lastIndexOf("rename") + 2;
    for (let failing = 1; failing <= names.length; failing += 1) {
      const root = freshRoot();
      const before = everything(root);
      const faults = (_: string, n: number): void => {
        if (n === failing) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      };
      const at = `step ${failing} ${names[failing - 1]}`;
      if (failing <= committed) {
        await expect(transact(root, changePlan, { faults }), at).rejects.toMatchObject({
          code: "memory-unwritable",
          detail: { system: "ENOSPC" },
        });
        expect(readNamed(root, Object.keys(BEFORE)), at).toEqual(BEFORE);
        expect(everything(root), at).toEqual(before);
      } else {
        expect(await transact(root, changePlan, { faults }), at).not.toBeNull();
        expect(readNamed(root, Object.keys(AFTER)), at).toEqual(AFTER);
        await transact(root, () => planOf([]));
        expect(leftovers(root), at).toEqual([]);
      }
    }
  });
});

describe("a full disk", () => {
  it("is a clear error and changes nothing", async (context) => {
    const mount = join(folder, "small");
    mkdirSync(mount);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", mount]);
    context.skip(mounted.status !== 0, "no right to mount a tmpfs");
    try {
      fill(mount, { "MEMORY.md": "# Index\n" });
      await transact(mount, (snapshot) => appendPlan(snapshot, ["MEMORY.md"], "first"));
      const before = readNamed(
        mount,
        everything(mount).filter((path) => path.endsWith(".md")),
      );
      let refused = 0;
      // From a disk with no block left to one with room for part of the transaction.
      for (let free = 0; free <= 12; free += 1) {
        fillUp(mount, free);
        try {
          await transact(mount, (snapshot) =>
            planOf([
              editOf(snapshot, "MEMORY.md", `${"x".repeat(20_000)}\n`),
              editOf(snapshot, "memory/new.md", `${"y".repeat(20_000)}\n`),
            ]),
          );
        } catch (error) {
          expect(error).toMatchObject({ code: "memory-unwritable", detail: { system: "ENOSPC" } });
          refused += 1;
        }
        rmSync(join(mount, "ballast"));
        expect(readNamed(mount, Object.keys(before)), `${free} blocks free`).toEqual(before);
        expect(existsSync(join(mount, "memory")), `${free} blocks free`).toBe(false);
        expect(leftovers(mount), `${free} blocks free`).toEqual([]);
        expect(receiptIds(mount)).toHaveLength(1);
      }
      expect(refused).toBe(13);
    } finally {
      spawnSync("umount", [mount]);
    }
  });
});

/** Fills a file system but for some blocks. */
function fillUp(mount: string, freeBlocks: number): void {
  const { bavail, bsize } = statfsSync(mount);
  writeFileSync(join(mount, "ballast"), Buffer.alloc(Math.max(0, bavail - freeBlocks) * bsize));
}

describe("a memory that may not be written", () => {
  const unprivileged = (root: string, mode: string) =>
    spawnSync(
      "setpriv",
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", process.execPath, program, mode, root],
      { encoding: "utf8" },
    );
  const available = process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).status === 0;

  it.skipIf(!available)("is a clear error when a folder is read-only, and changes nothing", () => {
    const root = freshRoot();
    for (const path of ["", ...everything(root)]) chownSync(join(root, path), 65534, 65534);
    chmodSync(join(root, "memory"), 0o555);
    const before = everything(root);
    const { stdout, status } = unprivileged(root, "change");
    expect(stdout.trim()).toBe("error memory-unwritable EACCES");
    expect(status).toBe(2);
    expect(everything(root)).toEqual(before);
    expect(readNamed(root, Object.keys(BEFORE))).toEqual(BEFORE);
  });

  it.skipIf(!available)("is a clear error when a file is read-only, and changes nothing", () => {
    const root = freshRoot();
    for (const path of ["", ...everything(root)]) chownSync(join(root, path), 65534, 65534);
    chmodSync(join(root, "memory/one.md"), 0o444);
    const before = everything(root);
    expect(unprivileged(root, "change").stdout.trim()).toBe("error memory-unwritable EACCES");
    expect(everything(root)).toEqual(before);
    expect(readNamed(root, Object.keys(BEFORE))).toEqual(BEFORE);
  });

  it.skipIf(!available)("is a clear error when the root itself is someone else's", () => {
    const root = freshRoot();
    chmodSync(root, 0o755);
    rmSync(join(root, ".handoff"), { recursive: true });
    expect(unprivileged(root, "change").stdout.trim()).toBe("error memory-unwritable EACCES");
    expect(existsSync(join(root, ".handoff"))).toBe(false);
  });
});

describe("a folder that is deleted meanwhile", () => {
  it("is a clear error, and the folder stays deleted", async () => {
    const root = freshRoot();
    const gone = transact(root, (snapshot) => {
      rmSync(root, { recursive: true });
      return changePlan(snapshot);
    });
    await expect(gone).rejects.toMatchObject({ code: "memory-unwritable", detail: { system: "ENOENT" } });
    expect(existsSync(root)).toBe(false);
  });

  it("is a clear error to a run that is killed and one that comes after", () => {
    const root = freshRoot();
    run(program, ["change", root], { HANDOFF_FAULT_STEP: "20" });
    rmSync(root, { recursive: true });
    expect(run(program, ["repair", root]).lines).toEqual(["finished"]);
    expect(existsSync(root)).toBe(false);
  });
});
