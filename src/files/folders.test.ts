import { existsSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "./folders.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "handoff-folders-"));
});
afterEach(() => removeFolder(root));

describe("makeFolder", () => {
  it("makes every missing folder and names the ones it made, outermost first", () => {
    const made = makeFolder(join(root, "a/b/c"), 0o700);
    expect(made).toEqual([join(root, "a"), join(root, "a/b"), join(root, "a/b/c")]);
    expect(statSync(join(root, "a/b")).mode & 0o777).toBe(0o700);
    expect(makeFolder(join(root, "a/b/c"))).toEqual([]);
  });

  it("fails where a file stands on the way, or in its place", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => makeFolder(join(root, "file"))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(root, "file/below"))).toThrow(/EEXIST|ENOTDIR/);
  });

  it.runIf(existsSync("/proc/self"))(
    "fails at once where no folder can ever be made",
    { timeout: 5_000 },
    () => {
      expect(() => makeFolder("/proc/no-such-folder/below")).toThrow(/ENOENT|EACCES|EPERM/);
    },
  );
});
